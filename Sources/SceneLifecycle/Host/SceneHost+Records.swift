package import FoundationEssentials
package import SceneState

extension SceneHost {
  /// Runs one call as one tick; what it changed in the session records is written at its end.
  func change<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try store.tick { () throws(Failure) in
      depth += 1
      defer {
        depth -= 1
        if depth == 0 {
          if !hasReadSessions { readSessionsLate() }
          offerQueues()
          writeRecords()
        }
      }
      return try body()
    }
  }

  /// Changes the record of a session: in the call under way, else in a tick of its own.
  func keep(_ id: SceneID, _ body: (inout SceneRecord) -> Void) {
    if depth > 0 { return roster.update(id, body) }
    change { roster.update(id, body) }
  }

  /// Looks whether a store that could not be used can be used now.
  package func storeMayBeBack() {
    // What still keeps it away was reported when it began.
    try? store.makeDurable()
    if !hasReadSessions { change {} }
  }

  func readSessions() {
    // Without a usable store there is nothing to restore yet; the app works in memory meanwhile.
    guard let rows = try? store.sessions() else { return }
    readRecords = Dictionary(
      rows.map { ($0.id, $0.record.hashValue) }, uniquingKeysWith: { $1 })
    let stored = rows.map { SceneSession($0, now: clock()) }
    hasReadSessions = true
    let elsewhere = openElsewhere()
    for var session in stored {
      let isElsewhere = elsewhere.contains(session.id)
      if isElsewhere, sessionsInUse == .stay {
        roster.leave(session.id)
        continue
      }
      // Who hands windows over in the background leaves none in front; a crash does.
      if !isElsewhere, session.record.state.isForeground { launchReason = .recover }
      // No window of an earlier process is connected.
      session.record.state = .unattached
      roster.add(session, isNew: false)
    }
  }

  /// The store has come back: what it knows is taken over, and windows that opened without it
  /// get what was handed over last.
  private func readSessionsLate() {
    // As long as they cannot be read it is tried again after every call.
    guard store.isUsable, let stored = try? Self.sessions(in: store, now: clock()) else { return }
    hasReadSessions = true
    let elsewhere = sessionsInUse == .stay ? openElsewhere() : []
    for session in stored {
      if elsewhere.contains(session.id) {
        roster.leave(session.id)
        continue
      }
      guard roster[session.id] != nil else {
        var session = session
        session.record.state = .unattached
        roster.add(session, isNew: false)
        continue
      }
      roster.setNumber(session.number, of: session.id)
      roster.update(session.id) { $0.takeOver(session.record) }
      guard let scene = scene(session.id) else { continue }
      scene.identity = scene.identity ?? session.record.identity
      guard let activity = session.record.activity, scene.userActivity == nil else { continue }
      scene.userActivity = activity
      scene.needsSave = false
      restore(activity, in: scene)
    }
  }

  /// Takes over the numbers that the store gave to new sessions.
  package func noteNumbers(_ numbers: [SceneID: UInt32]) {
    for (id, number) in numbers { roster.setNumber(number, of: id) }
  }

  /// The sessions made since the last call.
  package func takeNewSessions() -> [SceneID] {
    defer { newSessions = [] }
    return newSessions
  }

  /// The sessions of a store that no app uses now.
  package static func sessions(in store: SceneStore, now: Date) throws(SceneProblem)
    -> [SceneSession]
  {
    try store.sessions().map { SceneSession($0, now: now) }
  }

  /// Whether this process, which has a session open, is another one that still runs.
  func isOpenElsewhere(_ owner: String?) -> Bool {
    guard identifiesProcess, let owner, owner != SceneStore.processIdentity else { return false }
    return SceneStore.isRunning(process: owner)
  }

  /// The sessions that are open in other processes; each process is looked at once.
  private func openElsewhere() -> Set<SceneID> {
    let owners = store.owners
    let running = Set(owners.values).filter { isOpenElsewhere($0) }
    return Set(owners.filter { running.contains($0.value) }.keys)
  }

  /// What happened to the stored values while the window was away is noticed when it comes back.
  func rereadBeforeConnect(_ id: SceneID) {
    // Inside a call of the app nothing can be read between two of its writes.
    if depth == 0 { store.reread(id) }
  }

  func remove(_ id: SceneID) {
    // First, so that the row goes in the same transaction as the session.
    store.release(id)
    store.destroySession(id)
    roster.remove(id)
  }

  private func writeRecords() {
    // Records that were never read must not be overwritten.
    guard hasReadSessions else { return }
    for session in roster.settle() { store.setRecord(session.record.bytes, for: session.id) }
  }

  /// Destroys sessions with all their values, as the system does when it gives up on them.
  package static func destroyAll(_ sessions: [SceneSession], in store: SceneStore) {
    store.tick { for session in sessions { store.destroySession(session.id) } }
  }
}
