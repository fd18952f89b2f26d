import SceneState

/// Keeps sessions and their names to one process at a time, and notices when another one has
/// taken a window.
final class Claims {
  private unowned let host: SceneHost
  /// The records as they were read, hashed, until the launch has looked whether they still are.
  private var readRecords: [SceneID: Int] = [:]
  /// How many sessions were lost to other processes when it was looked last.
  private var knownLosses = 0

  init(_ host: SceneHost) { self.host = host }

  /// Remembers the records that a new process reads first.
  func noteRead(_ rows: [StoredSession]) {
    readRecords = Dictionary(
      rows.map { ($0.id, $0.record.hashValue) }, uniquingKeysWith: { $1 })
  }

  /// Claims the sessions that a launch brings back or removes, all in one transaction; what
  /// another process was faster to take is left to it.
  func claimForLaunch(naming id: SceneID?) {
    guard host.identifiesProcess else { return }
    let outdated = host.launching.outdated
    var wanted = host.launching.sessionsToConnect(naming: id).map(\.id) + outdated.map(\.id)
    // Its process may have ended since the sessions were read.
    if let id, host.roster.elsewhere.contains(id) { wanted.append(id) }
    let outcomes = host.store.claim(
      wanted, as: SceneStore.processIdentity, host.sessionsInUse.kind, sweeps: true)
    for (id, outcome) in zip(wanted, outcomes) { note(outcome, of: id) }
    readRecords = [:]
  }

  /// The session of a window that is not connected; it is this process's from now on.
  func claimed(
    _ id: SceneID, _ policy: SessionsInUse? = nil
  ) throws(SceneProblem) -> SceneSession {
    let isPrivate = host.roster[id].map { host.manifest.isPrivate($0.record.scene) } ?? false
    if host.identifiesProcess, !isPrivate {
      let outcomes = host.store.claim(
        [id], as: SceneStore.processIdentity, (policy ?? host.sessionsInUse).kind)
      for outcome in outcomes { note(outcome, of: id) }
      if host.roster.elsewhere.contains(id) { throw .sessionInUse(id) }
      if host.roster[id] == nil { host.store.release(id) }
    }
    guard let session = host.roster[id] else { throw .noSuchWindow(id) }
    return session
  }

  /// The name of a new window, which no other process can take any more.
  ///
  /// - Parameters:
  ///   - id: The name that is asked for; nil takes the first that is free.
  ///   - isPrivate: Whether nothing of the window may be written.
  /// - Returns: The name.
  /// - Throws: `session-in-use` or `window-exists` if the name was asked for and is taken.
  func claimNew(_ id: SceneID?, isPrivate: Bool) throws(SceneProblem) -> SceneID {
    while true {
      let name = id ?? host.freeID()
      // The claim of a private window would be written.
      guard host.identifiesProcess, !isPrivate else { return name }
      switch host.store.claim([name], as: SceneStore.processIdentity, .new).first {
      case .made, .waiting, nil:
        // Who has it is not known yet: the first commit takes it from them, or finds it taken.
        if !host.records.areRead, host.sessionsInUse == .takeOver { host.store.takeOver(name) }
        return name
      case .inUse:
        host.roster.leave(name)
        if id != nil { throw .sessionInUse(name) }
      case .exists:
        if id != nil { throw .windowExists(name) }
        // Another process has opened and closed it since the sessions were read.
        host.roster.leave(name)
      }
    }
  }

  private func note(_ outcome: ClaimOutcome, of id: SceneID) {
    switch outcome {
    case .inUse:
      host.roster.remove(id)
      host.roster.leave(id)
    case .made(let stored?, let wasOurs): refresh(stored, wasOurs: wasOurs)
    case .made(nil, let wasOurs):
      host.roster.join(id)
      // What this process made may wait to be written; else another one has thrown it away.
      if !wasOurs, host.roster[id] != nil {
        host.roster.remove(id)
        host.store.release(id)
      }
    case .waiting, .exists: break
    }
  }

  /// Takes over what other processes wrote since the sessions were read.
  private func refresh(_ stored: StoredSession, wasOurs: Bool) {
    host.roster.join(stored.id)
    let isAsRead = readRecords[stored.id] == stored.record.hashValue
    if host.roster[stored.id] != nil, wasOurs || isAsRead { return }
    var session = SceneSession(stored, now: host.clock())
    session.record.state = .unattached
    host.roster.remove(stored.id)
    host.roster.add(session, isNew: false)
  }

  /// A scene that came from another store takes the place of what was known of its name; one that
  /// the store has no more goes.
  func noteArrival(of id: SceneID) throws(SceneProblem) {
    readRecords[id] = nil
    guard let stored = try host.store.sessions().first(where: { $0.id == id }) else {
      return host.roster.remove(id)
    }
    refresh(stored, wasOurs: false)
  }

  // MARK: Other processes

  /// The sessions that are open in other processes; each process is looked at once.
  func openElsewhere() -> Set<SceneID> {
    let owners = host.store.owners
    let running = Set(owners.values).filter { isOpenElsewhere($0) }
    return Set(owners.filter { running.contains($0.value) }.keys)
  }

  /// Whether this process, which has a session open, is another one that still runs.
  func isOpenElsewhere(_ owner: String?) -> Bool {
    guard host.identifiesProcess, let owner, owner != SceneStore.processIdentity
    else { return false }
    return SceneStore.isRunning(process: owner)
  }

  // MARK: Losing

  /// Tells the windows that another process has taken over, and lets go of them.
  ///
  /// Costs one look at the number of the store's last transaction if there is nothing new.
  func noticeTakeovers() {
    guard host.identifiesProcess, !host.calls.isRunning else { return }
    host.store.refresh()
    guard host.store.lossCount != knownLosses else { return }
    knownLosses = host.store.lossCount
    for scene in host.scenes where host.store.isTaken(scene.scope) { giveAway(scene) }
  }

  /// Loses a window to another process, for simulations of one: it is claimed in the store, taken
  /// there by the other, and noticed.
  func lose(_ id: SceneID) throws(SceneProblem) {
    let identified = host.identifiesProcess
    host.identifiesProcess = true
    defer { host.identifiesProcess = identified }
    _ = host.store.claim([id], as: SceneStore.processIdentity, .existing)
    try host.store.claimAsForeigner(id, owner: "another process")
    noticeTakeovers()
  }

  private func giveAway(_ scene: ConnectedScene) {
    host.calls.change {
      host.report(.taken(scene.id), scene.id)
      scene.scope.run { scene.delegate?.sceneWasTakenOver(scene) }
      host.phases.move(scene, to: .unattached, asksForActivity: false)
      // Nothing that its objects still do concerns the session any more.
      scene.host = nil
      host.log.noteLoss(of: scene.id)
      host.roster.remove(scene.id)
      host.roster.leave(scene.id)
    }
  }
}
