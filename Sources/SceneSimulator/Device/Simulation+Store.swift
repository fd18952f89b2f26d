import SceneLifecycle
package import SceneState
package import StoreFormat

extension Simulation {
  /// Ends a step and with it the tick: everything is on disk afterwards, for other processes to
  /// see, and the trace says what has changed.
  ///
  /// - Returns: Where values were written or removed.
  /// - Throws: Whatever keeps the store from writing.
  @discardableResult
  package func endStep() throws(StepFailure) -> [StoredPlace] {
    let changed = try commitStep()
    log.endStep()
    return changed
  }

  /// Commits what the step wrote.
  @discardableResult
  package func commitStep() throws(StepFailure) -> [StoredPlace] {
    defer {
      settled = faults.isActive ? world : nil
      changedPlaces = []
    }
    guard let store = process?.store else { return changedPlaces.sorted() }
    let wereFaultsActive = faults.isActive
    var failure: SceneProblem?
    do throws(SceneProblem) { try store.makeDurable() } catch { failure = error }
    if let point = faults.takeDeath() {
      // A dead process reports nothing; what it has committed is there all the same.
      log.record(.app(.killedByFault(point.rawValue)))
      try noteCommits(of: store, isAlive: false)
      try die(at: point)
      return changedPlaces.sorted()
    }
    // A fault that somebody asked for is no failure of the step: the app goes on in memory.
    if let failure, !wereFaultsActive { throw StepFailure(failure, in: disk.path) }
    if let failure { notice(failure, window: "") }
    try noteCommits(of: store)
    return changedPlaces.sorted()
  }

  /// Commits what the step wrote so far; the step goes on.
  package func commitSoFar() throws(StepFailure) { changedPlaces.formUnion(try commitStep()) }

  /// Takes over a scene that came from another store or went because of one, of which no commit told.
  package func noteArrival(of id: SceneID) throws(StepFailure) {
    guard let process else { return }
    try noteCommits(of: process.store)
    try refusing(try process.host.noteArrival(of: id))
    let before = world.stored
    world.stored = [:]
    try readStore(process.store)
    for place in Set(before.keys).union(world.stored.keys).sorted() {
      guard world.stored[place] != before[place] else { continue }
      changedPlaces.insert(place)
      if let value = world.stored[place] {
        log.record(.storePut(place, json: describeValue(place, value)))
      } else {
        log.record(.storeGone(place))
      }
    }
  }

  func openStore() throws(StepFailure) -> SceneStore {
    var options = storeOptions
    options.appID = world.appID
    options.appVersion = UInt32(clamping: appVersion)
    // A step is a tick: nothing is committed but at its end.
    options.commitsByItself = false
    options.recordsCommits = true
    options.commitHook = faults.hook
    options.encodingHook = faults.encodingHook
    let store = try disk.open(options)
    if !world.hasReadStore { try readStore(store) }
    return store
  }

  /// Reads the store itself once more, instead of believing what was told of its commits.
  package func readStoreAgain() throws(StepFailure) {
    let saved = faults.saved
    defer { faults.saved = saved }
    faults.clear()
    (world.hasReadStore, world.stored) = (false, [:])
    if let store = process?.store { return try readStore(store) }
    if disk.hasStore { try openStore().close() }
  }

  /// Learns what a store holds that this device did not write.
  private func readStore(_ store: SceneStore) throws(StepFailure) {
    // A store that cannot be opened yet is read when it can.
    guard store.isUsable else { return }
    let snapshot = try refusing(try store.inspect())
    world.hasReadStore = true
    world.setAsideCount = snapshot.setAside.count
    var numbers: [SceneID: UInt32] = [:]
    for session in snapshot.sessions { numbers[session.id] = session.number }
    note(numbers)
    for entry in snapshot.entries {
      // The values of a session without a record bear its number, `#7`.
      let name = entry.scene?.rawValue ?? ""
      let number = entry.scene.flatMap { numbers[$0] } ?? UInt32(name.dropFirst()) ?? 0
      let place = StoredPlace(
        session: number, window: name, path: entry.path.texts, key: entry.key)
      world.stored[place] = entry.value
    }
  }

  /// Takes over what was committed since the last look and puts it into the trace, by place.
  func noteCommits(of store: SceneStore, isAlive: Bool = true) throws(StepFailure) {
    if !world.hasReadStore { try readStore(store) }
    noteNewSessions(of: store)
    if isAlive { noteProblems(of: store) }
    world.setAsideCount = store.setAsideCount
    var changed: Set<StoredPlace> = []
    for entry in store.drainCommitLog() {
      let place = StoredPlace(
        session: entry.address.session, window: entry.scene?.rawValue ?? "",
        path: entry.address.path.texts, key: entry.address.key)
      switch entry.change {
      case .put(let value):
        world.stored[place] = value
        world.damaged.remove(place)
        log.record(.storePut(place, json: describeValue(place, value)))
        changed.insert(place)
      case .gone:
        if let kind = entry.forgottenKind { lapses.insert(.place(place, kind: kind)) }
        world.stored[place] = nil
        world.damaged.remove(place)
        log.record(.storeGone(place))
        changed.insert(place)
      case .aside:
        // What takes the place of the bytes, if anything, has its own entry.
        if !changed.contains(place) { world.stored[place] = nil }
        world.damaged.remove(place)
        log.record(.storeAside(place))
      case .back: log.record(.storeBack(place))
      }
    }
    changedPlaces.formUnion(changed)
  }

  /// Learns the numbers of sessions that were made since the last commit.
  private func noteNewSessions(of store: SceneStore) {
    guard let host = process?.host else { return }
    var numbers: [SceneID: UInt32] = [:]
    for id in host.takeNewSessions() {
      if let number = store.sessionNumber(of: id) { numbers[id] = number }
    }
    note(numbers)
  }

  private func note(_ numbers: [SceneID: UInt32]) {
    var names: [String: UInt32] = [:]
    for (id, number) in numbers {
      names[id.rawValue] = number
      world.everNamed[id.rawValue, default: []].insert(number)
    }
    process?.host.noteNumbers(numbers)
    log.correctNumbers(names)
  }

  // MARK: Problems

  /// What is a problem of a run; other codes are why a step fails.
  private static let problemCodes: Set<SceneProblem.Code> = [
    .valueNotReadable, .elementNotReadable, .screenNotRestored, .listWasEmpty, .noSuchPlace,
    .notOurScheme, .partlyRestored, .storeNotUsable, .duplicatePath, .activityNotRecognised,
    .noSuchTab, .valueInOtherScope, .defaultDiffers, .noScope, .typeClash, .storeRecovered,
  ]

  /// What is said of a value that was found too large only when it was written.
  private static let refusals: Set<SceneProblem.Code> = [
    .valueTooLarge, .sceneTooLarge, .valueNotEncodable,
  ]

  /// Why the last commit left a value out, once.
  package func takeRefusal() -> StepFailure? {
    defer { refusal = nil }
    return refusal.map { StepFailure($0) }
  }

  /// Takes over what the store has reported since the last look, as what was read by it.
  package func noticeProblems() {
    if let store = process?.store { noteProblems(of: store) }
  }

  /// Takes over what the store has reported since the last look.
  private func noteProblems(of store: SceneStore) {
    let all = store.reportedProblems
    refusal = refusal ?? all.dropFirst(world.problemsSeen).first { Self.refusals.contains($0.code) }
    for problem in all.dropFirst(world.problemsSeen)
    where Self.problemCodes.contains(problem.code) {
      let window = problem.address.split(separator: "/").first.map(String.init) ?? ""
      notice(problem, window: sessionNumber(of: window) == nil ? "" : window)
    }
    world.problemsSeen = all.count
  }

  /// Notes a problem once per process and place.
  package func notice(_ problem: SceneProblem, window: String) {
    // A store that cannot be used is one problem, however many values it concerns.
    let place = problem.code == .storeNotUsable ? "" : problem.address
    let identity = NoticedProblem.Identity(code: problem.code, place: place)
    guard world.noticed.insert(identity).inserted else { return }
    log.notice(
      NoticedProblem(
        code: problem.code, window: window, key: Self.key(of: problem),
        address: Self.key(of: problem) == nil ? nil : problem.address, at: problem.field,
        detail: problem.detail))
  }

  /// The storage key that a problem is about; addresses of values end with it.
  private static func key(of problem: SceneProblem) -> String? {
    let parts = problem.address.split(separator: "/")
    return parts.count > 1 ? parts.last.map(String.init) : nil
  }
}

extension Simulation {
  /// Looks for what can neither be read nor is set aside.
  ///
  /// - Parameter isReadable: Whether a stored value fits the type that is declared for it.
  /// - Throws: Whatever keeps the store from opening.
  /// - Returns: The first such thing on disk; nil if all is well.
  package func storeDamage(
    isReadable: (StoredPlace, EncodedValue) -> Bool
  ) throws(StepFailure) -> StoreDamage? {
    guard disk.hasStore else { return nil }
    guard let store = process?.store else {
      let store = try openStore()
      defer { store.close() }
      return try damage(of: store, isReadable)
    }
    return try damage(of: store, isReadable)
  }

  private func damage(
    of store: SceneStore, _ isReadable: (StoredPlace, EncodedValue) -> Bool
  ) throws(StepFailure) -> StoreDamage? {
    try refusing { () throws(SceneProblem) in
      let damage = try store.damage { address, scene, value in
        isReadable(
          StoredPlace(
            session: address.session, window: scene?.rawValue ?? "", path: address.path.texts,
            key: address.key), value)
      }
      if let damage { return damage }
      for session in try SceneHost.sessions(in: store, now: world.now)
      where session.record.isPartial {
        return StoreDamage(place: session.id.rawValue, reason: "the session's record is damaged")
      }
      return nil
    }
  }
}
