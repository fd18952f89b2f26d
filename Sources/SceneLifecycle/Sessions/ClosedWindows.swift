import FoundationEssentials
import SceneState

/// A window that was thrown away and can come back: what its session and its values were.
struct ClosedWindow: Sendable {
  let id: SceneID
  let record: SceneRecord
  let values: [StoredEntry]
  /// What transient keys held.
  let inMemory: MemoryValues
  let closedTabs: [KeptTab]
}

/// Keeps the windows that were closed, until the process ends, and brings them back.
final class ClosedWindows {
  private unowned let host: SceneHost
  /// In the order in which they were closed.
  private(set) var windows: [ClosedWindow] = [] { didSet { ids = Set(windows.map(\.id)) } }
  /// Their names.
  private(set) var ids: Set<SceneID> = []

  init(_ host: SceneHost) { self.host = host }

  /// Takes over what was kept before this process, in a run that is taken back.
  func resume(_ windows: [ClosedWindow]) { self.windows = windows }

  /// Keeps what a window has, as long as this process runs.
  ///
  /// A private window does not come back.
  func keep(_ session: SceneSession) {
    if host.manifest.isPrivate(session.record.scene) { return }
    var record = session.record
    record.state = .unattached
    // What a window shows is written when it is handed over; closing hands nothing over.
    if let scene = host.scene(session.id) { record.identity = scene.identity }
    windows.removeAll { $0.id == session.id }
    let scope = host.store.scene(session.id)
    windows.append(
      ClosedWindow(
        id: session.id, record: record, values: scope.wholeEntries, inMemory: scope.valuesInMemory,
        closedTabs: host.scene(session.id)?.closedTabs ?? []))
  }

  /// Makes the session anew under its old name, with its values, and connects it.
  func reopen(_ id: SceneID) throws(SceneProblem) -> ConnectedScene {
    guard host.roster[id] == nil else { throw .windowExists(id) }
    guard let window = windows.last(where: { $0.id == id }) else { throw .noSuchWindow(id) }
    guard host.manifest.multipleWindows || host.roster.isEmpty else { throw .oneWindowApp(id) }
    // What waits belongs to ticks of its own, and a store that cannot be used says so.
    try host.store.makeDurable()
    _ = try host.claims.claimNew(id, isPrivate: false)
    try host.store.tick { () throws(SceneProblem) in
      host.store.openSession(id)
      host.store.setRecord(window.record.bytes, for: id)
      try host.store.scene(id).bringBack(window.values)
      host.store.write(window.inMemory)
    }
    try host.store.makeDurable()
    guard let number = host.store.sessionNumber(of: id) else { throw .noSuchWindow(id) }
    windows.removeAll { $0.id == id }
    let scene = try bringBack(id, number: number, record: window.record)
    scene.closedTabs = window.closedTabs
    return scene
  }

  /// Connects a session that was thrown away and is back in the store.
  private func bringBack(
    _ id: SceneID, number: UInt32, record: SceneRecord
  ) throws(SceneProblem) -> ConnectedScene {
    let session = SceneSession(id: id, number: number, record: record)
    return try host.calls.change { () throws(SceneProblem) in
      host.records.add(session)
      return try host.opening.connect(session, isNew: false, isReopened: true, External())
    }
  }
}
