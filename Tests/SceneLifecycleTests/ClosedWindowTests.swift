import Foundation
import SceneLifecycle
import SceneState
import Testing

/// A window that was thrown away comes back while the process runs, if the app wants that.
struct ClosedWindowTests {
  private static let draft = SceneKey("draft", default: "")
  private let store = SceneStore.temporary(options: .init(commitDelay: .seconds(600)))
  private let app = RecordingApp()

  private func launched(keeps: Bool = true) throws -> SceneHost {
    let host = SceneHost(app, store: store) { Date(timeIntervalSinceReferenceDate: 0) }
    host.keepsClosedWindows = keeps
    host.launch("A")
    try host.open("B")
    return host
  }

  @Test func `a window comes back with what was not committed yet, in front and restored`() throws {
    let host = try launched()
    store.scene("B").tab("hawk")[Self.draft] = "in hawk"
    host.scene("B")?.identify(as: "note/1")
    host.scene("B")?.conditions.prefers = ["note/"]
    try host.discard("B")
    #expect(host.closedWindows == ["B"])
    #expect(store.scene("B").tab("hawk")[Self.draft] == "")
    _ = app.news()

    let scene = try host.undoClose("B")
    #expect(
      app.news() == [
        "make B again", "B connects", "B foregroundInactive", "B foregroundActive",
      ])
    #expect(scene.scope.tab("hawk")[Self.draft] == "in hawk")
    #expect(scene.conditions.prefers == ["note/"])
    var activity = UserActivity(activityType: "com.example.show")
    activity.targetContentIdentifier = "note/1"
    #expect(host.explainRoute(activity).hasSuffix("goes to window B: it shows the text"))
    #expect(host.closedWindows == [])
    #expect(host.scenes.map(\.id) == ["A", "B"])
  }

  @Test func `a new window leaves the name to one that may come back`() throws {
    let host = try launched()
    try host.discard("B")
    #expect(try host.open(OpenRequest()).id == "C")
    try host.undoClose("B")
    #expect(try host.open(OpenRequest()).id == "D")

    let forgetful = SceneHost(app, store: .temporary())
    forgetful.launch("A")
    try forgetful.open("B")
    try forgetful.discard("B")
    #expect(try forgetful.open(OpenRequest()).id == "B")
  }

  @Test func `it is in the store then, as any other window`() throws {
    let host = try launched()
    store.scene("B")[Self.draft] = "kept"
    try host.discard("B")
    try host.undoClose("B")
    try store.flush()
    let stored = try store.inspect()
    #expect(stored.entries.map(\.address) == ["B/draft"])
    #expect(stored.sessions.map(\.id) == ["A", "B"])
  }

  @Test func `an app that does not ask for it keeps nothing`() throws {
    let host = try launched(keeps: false)
    try host.discard("B")
    #expect(host.closedWindows == [])
    let problem = #expect(throws: SceneProblem.self) { try host.undoClose("B") }
    #expect(problem?.code.rawValue == "no-such-window")
  }

  @Test func `a name that was given away, and an app with one window, refuse it`() throws {
    let host = try launched()
    try host.discard("B")
    try host.open("B")
    let taken = #expect(throws: SceneProblem.self) { try host.undoClose("B") }
    #expect(taken?.code.rawValue == "window-exists")
    #expect(host.closedWindows == ["B"])

    let single = RecordingApp()
    single.manifest.multipleWindows = false
    let other = SceneHost(single, store: .temporary())
    other.keepsClosedWindows = true
    other.launch("A")
    try other.discard("A")
    try other.open("C")
    let second = #expect(throws: SceneProblem.self) { try other.undoClose("A") }
    #expect(second?.code.rawValue == "one-window-app")
  }

  @Test func `calls that change nothing commit nothing`() throws {
    let host = try launched()
    try store.flush()
    let before = try store.inspect().lastTransaction
    try host.transition("B", to: .foregroundActive)
    host.timePassed()
    host.scene("B")?.identify(as: nil)
    _ = host.explainRoute(UserActivity(activityType: "com.example.show"))
    store.scene("B")[Self.draft] = ""
    try store.flush()
    #expect(try store.inspect().lastTransaction == before)
  }
}
