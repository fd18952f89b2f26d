import Foundation
import SceneLifecycle
import SceneState
import Testing

/// A store that cannot be used at the launch and can a while later.
final class LateStoreTests {
  private static let draft = SceneKey("draft", default: "")
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private var place: URL { folder.appending(path: "store") }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  // What a test leaves behind is nobody's.
  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A host whose windows are open in another process; its own launch opens A in memory.
  private func lateHost(
    _ policy: SessionsInUse
  ) throws -> (host: SceneHost, store: SceneStore, other: String) {
    let other = try OtherProcess.running()
    let before = try SceneStore.open(place)
    for id: SceneID in ["A", "B"] {
      before.openSession(id)
      before.scene(id)[Self.draft] = "theirs"
    }
    try before.flush()
    for id: SceneID in ["A", "B"] { try before.claimAsForeigner(id, owner: other) }
    before.close()
    let aside = folder.appending(path: "aside")
    try FileManager.default.moveItem(at: place, to: aside)
    try Data().write(to: place)
    let store = try SceneStore.open(place)
    let host = SceneHost(RecordingApp(), store: store, sessionsInUse: policy)
    host.launch("A")
    try FileManager.default.removeItem(at: place)
    try FileManager.default.moveItem(at: aside, to: place)
    host.storeMayBeBack()
    return (host, store, other)
  }

  @Test func `who takes over gets the windows of others from a store that comes late`() throws {
    let (host, store, _) = try lateHost(.takeOver)
    defer { store.close() }
    host.scene("A")?.scope[Self.draft] = "mine"
    try store.flush()
    host.timePassed()
    #expect(host.scenes.map(\.id) == ["A"])
    #expect(try host.reconnect("B").scope[Self.draft] == "theirs")
    try store.flush()
    #expect(store.owners == ["A": SceneStore.processIdentity, "B": SceneStore.processIdentity])
    #expect(!store.reportedProblems.contains { $0.code == .sessionInUse })
  }

  @Test func `who stays leaves the windows of others alone in a store that comes late`() throws {
    let (host, store, other) = try lateHost(.stay)
    defer { store.close() }
    host.timePassed()
    #expect(host.scenes.isEmpty)
    for id: SceneID in ["A", "B"] {
      let problem = #expect(throws: SceneProblem.self) { try host.reconnect(id) }
      #expect(problem?.code == .sessionInUse)
    }
    #expect(store.owners == ["A": other, "B": other])
  }
}
