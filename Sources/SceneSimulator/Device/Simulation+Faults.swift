import SceneLifecycle
import SceneState
package import StoreFormat

// Faults that somebody asks for, and what else happens to a store from outside.
extension Simulation {
  /// Waits for a moment and lets something go wrong there.
  package func addFault(_ fault: Fault) { faults.add(fault) }

  /// The faults that may go wrong, with what is left of each.
  package var plannedFaults: [Fault] { faults.saved.faults }

  /// The faults that have not gone wrong yet.
  package var waitingFaults: [Fault] { faults.waiting }

  /// Whether a death is planned that has not come yet.
  package var isDoomed: Bool { faults.endsProcess }

  /// Tells somebody of each moment at which a fault could strike.
  package func watchFaultPoints(_ body: @escaping @Sendable (Fault.Point) -> Void) {
    faults.watch(body)
  }

  /// Takes all faults away; a store that could not be used comes back.
  package func clearFaults() {
    faults.clear()
    process?.host.storeMayBeBack()
  }

  /// From now on the app cannot encode values of this key.
  package func refuseToEncode(_ key: String) { faults.add(notEncodable: key) }

  /// Lets another process take a connected window over; the next launch has it back.
  ///
  /// - Throws: `app-not-running`, `window-not-connected`, or what keeps the store from writing.
  package func loseToAnother(_ name: String) throws(StepFailure) {
    let host = try running().host
    guard let scene = scene(name) else {
      throw .windowNotConnected(name, isClosed: phase(of: name) == .closed)
    }
    try refusing(try host.lose(scene.id))
    world.taken.insert(name)
    lapses.insert(.taken(name))
  }

  /// Commits a value as another process would, or removes it.
  ///
  /// - Parameters:
  ///   - place: The session and the key; of a session that exists.
  ///   - path: The scope below the window.
  ///   - value: The value; nil removes it.
  /// - Throws: Whatever keeps the store from writing.
  package func writeAsForeigner(
    _ place: StoredPlace, at path: ScopePath, _ value: EncodedValue?
  ) throws(StepFailure) {
    let address = ValueAddress(session: place.session, path: path, key: place.key)
    let version = UInt32(clamping: appVersion)
    try inStore { (store) throws(SceneProblem) in
      try store.writeAsForeigner(address, value, appVersion: version)
      store.refresh()
    }
  }

  /// Flips bits of a stored value; it is noticed at the next connect.
  ///
  /// - Parameters:
  ///   - place: The session and the key.
  ///   - path: The scope below the window.
  ///   - count: How many of the lowest bits of the first byte.
  /// - Throws: `no-such-key` if nothing is stored there.
  package func corrupt(
    _ place: StoredPlace, at path: ScopePath, flip count: Int
  ) throws(StepFailure) {
    guard world.stored[place] != nil else {
      throw StepFailure(
        .noSuchKey, "nothing is stored at \(place)", hint: "a step has to write it before")
    }
    let address = ValueAddress(session: place.session, path: path, key: place.key)
    try inStore { (store) throws(SceneProblem) in
      try store.corrupt(address, flippingLowestBits: count)
    }
    world.damaged.insert(place)
  }

  /// Whether a fault has changed the bytes of a stored value.
  package func isDamaged(_ place: StoredPlace) -> Bool { world.damaged.contains(place) }

  /// Damages what is kept of a window beside its values; the next launch notices it.
  ///
  /// - Parameters:
  ///   - name: The window.
  ///   - part: The whole record of its session, or one part of it.
  /// - Throws: `app-running`, since a process holds the records in memory, `no-such-window`, or
  ///   `no-such-key` if there is no such part.
  package func corruptRecord(of name: String, _ part: RecordPart) throws(StepFailure) {
    if process != nil { throw .appRunning }
    guard let session = session(name) else { throw .noSuchWindow(name, known: windowNames) }
    guard let damaged = part.damaged(session.record) else {
      throw StepFailure(.noSuchKey, "nothing is kept of the \(part.rawValue) of \(name)")
    }
    try withClosedStore { (store) throws(SceneProblem) in
      store.setRecord(damaged, for: session.id)
    }
    world.lastSessions = try storedSessions()
  }

  /// Runs a body on the store of the running process, or on the closed one.
  private func inStore(
    _ body: (SceneStore) throws(SceneProblem) -> Void
  ) throws(StepFailure) {
    if let store = process?.store {
      return try refusing(try body(store))
    }
    try withClosedStore(body)
  }

  // MARK: The death of the process

  /// Ends the process where a fault has killed it.
  ///
  /// What it had committed stays, by an earlier commit of the step as well. Everything else is as
  /// before the step, as after a crash.
  func die(at point: Fault.Point) throws(StepFailure) {
    dropProcess()
    if point != .afterCommit, var before = settled {
      before.now = world.now
      before.held = nil
      (before.stored, before.hasReadStore) = (world.stored, world.hasReadStore)
      (before.damaged, before.setAsideCount) = (world.damaged, world.setAsideCount)
      world = before
    }
    world.lastSessions = try storedSessions()
    try settleFate(after: .crash)
  }

  /// The sessions as they stand on disk; no fault keeps them from being read.
  private func storedSessions() throws(StepFailure) -> [SceneSession] {
    let saved = faults.saved
    defer { faults.saved = saved }
    faults.clear()
    guard disk.hasStore else { return [] }
    let store = try openStore()
    defer { store.close() }
    return try refusing(try SceneHost.sessions(in: store, now: world.now))
  }
}

/// What a fault can damage of a session.
package enum RecordPart: String, CaseIterable, Sendable {
  case record, activity, lists, tree

  /// The bytes of a record in which this part cannot be read; nil if it has no such part.
  func damaged(_ record: SceneRecord) -> [UInt8]? {
    guard self != .record else { return Array("damaged".utf8) }
    guard case .map(var fields)? = JSONField(bytes: record.bytes), fields[field] != nil else {
      return nil
    }
    fields[field] = .text("damaged")
    return JSONField.map(fields).bytes
  }

  /// The name in the record.
  private var field: String { self == .tree ? "archive" : rawValue }
}
