import FoundationEssentials
public import SceneState

/// A window that was thrown away and can come back: what its session and its values were.
struct ClosedWindow: Sendable {
  let id: SceneID
  let record: SceneRecord
  let values: [StoredEntry]
}

extension SceneHost {
  /// The windows that can come back with ``undoClose(_:)``, in the order in which they were closed.
  ///
  /// Empty unless ``keepsClosedWindows``; a process that ends takes them along.
  public var closedWindows: [SceneID] { closed.map(\.id) }

  /// Keeps what a window has, as long as this process runs.
  func bury(_ session: SceneSession) {
    var record = session.record
    record.state = .unattached
    // What a window shows is written when it is handed over; closing hands nothing over.
    if let scene = scene(session.id) { record.identity = scene.identity }
    closed.removeAll { $0.id == session.id }
    closed.append(
      ClosedWindow(id: session.id, record: record, values: store.scene(session.id).wholeEntries))
  }

  /// Brings back a window that the user closed, with its values; it is in front then.
  ///
  /// It is a new session with the old identifier, and connects as a restored one.
  ///
  /// ```swift
  /// if let last = host.closedWindows.last { showWindow(try host.undoClose(last)) }
  /// ```
  /// - Parameter id: One of ``closedWindows``.
  /// - Returns: The connected scene.
  /// - Throws: `window-exists` if another window bears the identifier by now, `no-such-window` for
  ///   one that was not kept, `one-window-app`, `session-in-use`, or what keeps the store from
  ///   writing.
  @discardableResult
  public func undoClose(_ id: SceneID) throws(SceneProblem) -> ConnectedScene {
    try recorded(HostEvent("undo-close", id)) { () throws(SceneProblem) in try exhume(id) }
  }

  private func exhume(_ id: SceneID) throws(SceneProblem) -> ConnectedScene {
    noticeTakeovers()
    guard roster[id] == nil else { throw .windowExists(id) }
    guard let window = closed.last(where: { $0.id == id }) else { throw .noSuchWindow(id) }
    guard manifest.multipleWindows || roster.isEmpty else { throw .oneWindowApp(id) }
    // What waits belongs to ticks of its own, and a store that cannot be used says so.
    try store.makeDurable()
    _ = try claimNew(id)
    store.openSession(id)
    store.setRecord(window.record.bytes, for: id)
    try store.makeDurable()
    guard let number = store.sessionNumber(of: id) else { throw .noSuchWindow(id) }
    try store.writeAsForeigner(window.values, toSession: number)
    store.refresh()
    closed.removeAll { $0.id == id }
    return try bringBack(id, number: number, record: window.record)
  }

  /// Connects a session that was thrown away and is back in the store.
  private func bringBack(
    _ id: SceneID, number: UInt32, record: SceneRecord
  ) throws(SceneProblem) -> ConnectedScene {
    let session = SceneSession(id: id, number: number, record: record)
    return try change { () throws(SceneProblem) in
      roster.add(session, isNew: true)
      newSessions.append(id)
      return try connect(session, isNew: false, External())
    }
  }
}
