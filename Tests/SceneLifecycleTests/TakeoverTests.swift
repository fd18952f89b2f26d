import Foundation
import SceneLifecycle
import SceneState
import Testing

/// A window goes from one process to another: the first one is told, and writes no more.
struct TakeoverTests {
  private static let draft = SceneKey("draft", default: "")
  private let store = SceneStore.temporary(options: .init(commitDelay: .seconds(600)))
  private let app = RecordingApp()

  private func launched(_ names: String...) throws -> SceneHost {
    let host = SceneHost(app, store: store)
    for (index, name) in names.enumerated() {
      if index == 0 { host.launch(name) } else { try host.open(name) }
    }
    try store.flush()
    _ = app.news()
    return host
  }

  @Test func `a window that is taken over hears of it and is let go`() throws {
    let host = try launched("A", "B")
    let other = try OtherProcess.running()
    try store.claimAsForeigner("A", owner: other)
    host.timePassed()
    #expect(
      app.news() == [
        "A is taken over", "A foregroundInactive", "A background", "A disconnects",
      ])
    #expect(host.scenes.map(\.id) == ["B"])
    #expect(host.knownSessions.map(\.id) == ["B"])
    #expect(store.reportedProblems.map(\.code) == [.sessionInUse])
    #expect(store.reportedProblems.first?.address == "A")
    host.timePassed()
    #expect(app.news() == [])
  }

  @Test func `any call of the host finds out, and sees the window as gone`() throws {
    let host = try launched("A")
    let other = try OtherProcess.running()
    try store.claimAsForeigner("A", owner: other)
    let problem = #expect(throws: SceneProblem.self) {
      try host.transition("A", to: .foregroundInactive)
    }
    #expect(problem?.code.rawValue == "window-not-connected")
    #expect(app.news().last == "A disconnects")
  }

  @Test func `what waits when a window is taken over is not stored`() throws {
    let host = try launched("A", "B")
    let (a, b) = (store.scene("A"), store.scene("B"))
    a[Self.draft] = "kept"
    try store.flush()
    a[Self.draft] = "too late"
    b[Self.draft] = "of another window"
    host.scene("A")?.title = "too late"
    let record = try store.committedRecord(of: "A")
    let other = try OtherProcess.running()
    try store.claimAsForeigner("A", owner: other)
    let refusal = #expect(throws: SceneProblem.self) { try store.flush() }
    #expect(refusal?.code == .sessionInUse)
    #expect(try store.committedRecord(of: "A") == record)
    #expect(a[Self.draft] == "kept")
    #expect(a.facts(of: Self.draft).problem?.code == .sessionInUse)
    #expect(try stored("B") == "of another window")
    #expect(try stored("A") == "kept")
  }

  @Test func `objects of a window that was taken over write nothing, and nothing traps`() throws {
    let host = try launched("A")
    let scene = try #require(host.scene("A"))
    scene.scope[Self.draft] = "kept"
    try store.flush()
    let other = try OtherProcess.running()
    try store.claimAsForeigner("A", owner: other)
    host.timePassed()
    scene.scope[Self.draft] = "late"
    #expect(throws: SceneProblem.self) { try scene.scope.write("late", to: Self.draft) }
    #expect(throws: SceneProblem.self) { try scene.scope.copy(to: store.scene("C")) }
    scene.scope.reset(Self.draft)
    scene.title = "late"
    scene.identify(as: "late")
    scene.userActivity = UserActivity(activityType: "late")
    scene.selectedTabDidChange()
    try store.flush()
    #expect(try stored("A") == "kept")
    #expect(store.owner(of: "A") == other)
    let record = SceneRecord(bytes: try #require(try store.committedRecord(of: "A")), now: .now)
    #expect(record.title == nil)
  }

  @Test func `a window that was taken over can come back, without the objects of before`() throws {
    let host = try launched("A")
    let before = try #require(host.scene("A"))
    before.scope[Self.draft] = "first"
    try store.flush()
    let other = try OtherProcess.running()
    try store.claimAsForeigner("A", owner: other)
    host.timePassed()
    #expect(throws: SceneProblem.self) { try host.reconnect("A") }
    let again = try host.reconnect("A", sessionsInUse: .takeOver)
    #expect(again.isRestored)
    #expect(again.scope[Self.draft] == "first")
    before.scope[Self.draft] = "late"
    again.scope[Self.draft] = "second"
    try store.flush()
    #expect(try stored("A") == "second")
    #expect(store.owner(of: "A") == SceneStore.processIdentity)
  }

  @Test func `a store that is closed gives its windows free`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }  // nothing depends on it any more
    let first = try SceneStore.open(folder)
    SceneHost(app, store: first).launch("A")
    try first.flush()
    #expect(first.owners.count == 1)
    first.close()
    #expect(try SceneStore.open(folder).owners.isEmpty)
  }

  @Test func `a host that takes over gets the windows of others at its launch`() throws {
    _ = try launched("A", "B")
    let other = try OtherProcess.running()
    for id: SceneID in ["A", "B"] { try store.claimAsForeigner(id, owner: other) }
    let host = SceneHost(app, store: store, sessionsInUse: .takeOver)
    #expect(host.launch().map(\.id) == ["A", "B"])
    #expect(Set(store.owners.values) == [SceneStore.processIdentity])
    #expect(host.launchReason == .launch)
  }

  /// The value as it stands in the file.
  private func stored(_ id: SceneID) throws -> String? {
    let entry = store.scene(id).entries.first { $0.key == Self.draft.name }
    return entry?.json.map { $0.trimmingCharacters(in: ["\""]) }
  }
}
