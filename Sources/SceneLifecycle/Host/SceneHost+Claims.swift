import SceneState

/// What becomes of a window that another process, which still runs, has open.
///
/// ```swift
/// let host = SceneHost(HawkNotes(), store: store, sessionsInUse: .takeOver)
/// ```
public enum SessionsInUse: String, Hashable, Sendable, CaseIterable {
  /// It stays there: a launch leaves it out, asking for it is the problem `session-in-use`.
  case stay
  /// It comes here. The other process is told with `sceneWasTakenOver(_:)`
  /// and the problem `session-in-use`; what it writes into the window after that is not stored.
  case takeOver = "take-over"

  var kind: ClaimKind {
    switch self {
    case .stay: .existing
    case .takeOver: .takeover
    }
  }
}

extension SceneHost {
  // MARK: Claiming

  /// Claims the sessions that a launch brings back or removes, all in one transaction; what
  /// another process was faster to take is left to it.
  func claimForLaunch(naming id: SceneID?) {
    guard identifiesProcess else { return }
    let outdated = roster.sorted.filter { !isRestorable($0) }
    var wanted = sessionsToConnect(naming: id).map(\.id) + outdated.map(\.id)
    // Its process may have ended since the sessions were read.
    if let id, roster.elsewhere.contains(id) { wanted.append(id) }
    let outcomes = store.claim(
      wanted, as: SceneStore.processIdentity, sessionsInUse.kind, sweeps: true)
    for (id, outcome) in zip(wanted, outcomes) { note(outcome, of: id) }
    readRecords = [:]
  }

  /// The session of a window that is not connected; it is this process's from now on.
  func claimed(
    _ id: SceneID, _ policy: SessionsInUse? = nil
  ) throws(SceneProblem) -> SceneSession {
    if identifiesProcess {
      let outcomes = store.claim(
        [id], as: SceneStore.processIdentity, (policy ?? sessionsInUse).kind)
      for outcome in outcomes { note(outcome, of: id) }
      if roster.elsewhere.contains(id) { throw .sessionInUse(id) }
      if roster[id] == nil { store.release(id) }
    }
    guard let session = roster[id] else { throw .noSuchWindow(id) }
    return session
  }

  /// The name of a new window, which no other process can take any more.
  ///
  /// - Parameter id: The name that is asked for; nil takes the first that is free.
  /// - Returns: The name.
  /// - Throws: `session-in-use` or `window-exists` if the name was asked for and is taken.
  func claimNew(_ id: SceneID?) throws(SceneProblem) -> SceneID {
    while true {
      let name = id ?? freeID()
      guard identifiesProcess else { return name }
      switch store.claim([name], as: SceneStore.processIdentity, .new).first {
      case .made, .waiting, nil:
        // Who has it is not known yet: the first commit takes it from them, or finds it taken.
        if !hasReadSessions, sessionsInUse == .takeOver { store.takeOver(name) }
        return name
      case .inUse:
        roster.leave(name)
        if id != nil { throw .sessionInUse(name) }
      case .exists:
        if id != nil { throw .windowExists(name) }
        // Another process has opened and closed it since the sessions were read.
        roster.leave(name)
      }
    }
  }

  private func note(_ outcome: ClaimOutcome, of id: SceneID) {
    switch outcome {
    case .inUse:
      roster.remove(id)
      roster.leave(id)
    case .made(let stored?, let wasOurs): refresh(stored, wasOurs: wasOurs)
    case .made(nil, let wasOurs):
      roster.join(id)
      // What this process made may wait to be written; else another one has thrown it away.
      if !wasOurs, roster[id] != nil {
        roster.remove(id)
        store.release(id)
      }
    case .waiting, .exists: break
    }
  }

  /// Takes over what other processes wrote since the sessions were read.
  private func refresh(_ stored: StoredSession, wasOurs: Bool) {
    roster.join(stored.id)
    let isAsRead = readRecords[stored.id] == stored.record.hashValue
    if roster[stored.id] != nil, wasOurs || isAsRead { return }
    var session = SceneSession(stored, now: clock())
    session.record.state = .unattached
    roster.remove(stored.id)
    roster.add(session, isNew: false)
  }

  // MARK: Losing

  /// Tells the windows that another process has taken over, and lets go of them.
  ///
  /// Costs one look at the number of the store's last transaction if there is nothing new.
  func noticeTakeovers() {
    guard identifiesProcess, depth == 0 else { return }
    store.refresh()
    guard store.lossCount != knownLosses else { return }
    knownLosses = store.lossCount
    for scene in scenes where store.isTaken(scene.scope) { giveAway(scene) }
  }

  private func giveAway(_ scene: ConnectedScene) {
    change {
      report(.taken(scene.id), scene.id)
      scene.scope.run { scene.delegate?.sceneWasTakenOver(scene) }
      move(scene, to: .unattached, asksForActivity: false)
      // Nothing that its objects still do concerns the session any more.
      scene.host = nil
      recordLoss(of: scene.id)
      roster.remove(scene.id)
      roster.leave(scene.id)
    }
  }
}

extension SceneSession {
  /// A session as the store has it.
  init(_ stored: StoredSession, now: SceneRecord.Moment) {
    self.init(
      id: stored.id, number: stored.number,
      record: SceneRecord(bytes: stored.record, now: now))
  }
}
