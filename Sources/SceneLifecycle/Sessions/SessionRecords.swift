import FoundationEssentials
import SceneState

/// Reads the sessions of a store, and writes the records that a call has changed.
final class SessionRecords {
  private unowned let host: SceneHost
  /// Whether the store's sessions were read; a store that cannot be used yet is read later.
  private(set) var areRead = false
  /// Sessions made since ``takeNew()`` was called last.
  private var new: [SceneID] = []

  init(_ host: SceneHost) { self.host = host }

  /// Looks whether a store that could not be used can be used now.
  func storeMayBeBack() {
    // What still keeps it away was reported when it began.
    try? host.store.makeDurable()
    if !areRead { host.calls.change {} }
  }

  /// Reads what the processes before this one left.
  func read() {
    // Without a usable store there is nothing to restore yet; the app works in memory meanwhile.
    guard let rows = try? host.store.sessions() else { return }
    host.claims.noteRead(rows)
    let stored = rows.map { SceneSession($0, now: host.clock()) }
    areRead = true
    let elsewhere = host.claims.openElsewhere()
    for var session in stored {
      let isElsewhere = elsewhere.contains(session.id)
      if isElsewhere, host.sessionsInUse == .stay {
        host.roster.leave(session.id)
        continue
      }
      // Who hands windows over in the background leaves none in front; a crash does.
      if !isElsewhere, session.record.state.isForeground { host.launchReason = .recover }
      // No window of an earlier process is connected.
      session.record.state = .unattached
      host.roster.add(session, isNew: false)
    }
  }

  /// The store has come back: what it knows is taken over, and windows that opened without it
  /// get what was handed over last.
  func readLate() {
    guard !areRead, host.store.isUsable,
      // As long as they cannot be read it is tried again after every call.
      let stored = try? SceneHost.sessions(in: host.store, now: host.clock())
    else { return }
    areRead = true
    let elsewhere = host.sessionsInUse == .stay ? host.claims.openElsewhere() : []
    for session in stored {
      if elsewhere.contains(session.id) {
        host.roster.leave(session.id)
        continue
      }
      guard host.roster[session.id] != nil else {
        var session = session
        session.record.state = .unattached
        host.roster.add(session, isNew: false)
        continue
      }
      host.roster.setNumber(session.number, of: session.id)
      host.roster.update(session.id) { $0.takeOver(session.record) }
      guard let scene = host.scene(session.id) else { continue }
      scene.identity = scene.identity ?? session.record.identity
      guard let activity = session.record.activity, scene.userActivity == nil,
        !scene.awaitsRestoration
      else { continue }
      scene.userActivity = activity
      scene.needsSave = false
      host.restoring.restore(activity, in: scene)
    }
  }

  /// The sessions made since the last call.
  func takeNew() -> [SceneID] {
    defer { new = [] }
    return new
  }

  /// Adds a session that this process has made.
  func add(_ session: SceneSession) {
    host.roster.add(session, isNew: true)
    new.append(session.id)
  }

  /// What happened to the stored values while the window was away is noticed when it comes back.
  func rereadBeforeConnect(_ id: SceneID) {
    // Inside a call of the app nothing can be read between two of its writes.
    if !host.calls.isRunning { host.store.reread(id) }
  }

  func remove(_ id: SceneID) {
    // First, so that the row goes in the same transaction as the session.
    host.store.release(id)
    host.store.destroySession(id)
    host.roster.remove(id)
  }

  /// Writes the records that have changed, into the tick that is under way.
  func write() {
    // Records that were never read must not be overwritten.
    guard areRead else { return }
    for session in host.roster.settle() {
      host.store.setRecord(session.record.bytes, for: session.id)
    }
  }
}

extension SceneSession {
  init(_ stored: StoredSession, now: Date) {
    self.init(
      id: stored.id, number: stored.number,
      record: SceneRecord(bytes: stored.record, now: now))
  }
}
