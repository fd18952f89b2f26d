import Foundation
import SceneLifecycle
import SceneState
import Testing

/// Which windows come back, and what is known of the time before.
struct ComingBackTests {
  private final class Clock {
    var now = Date(timeIntervalSinceReferenceDate: 1000)
  }

  private let app = RecordingApp()
  private let store = SceneStore.temporary()
  private let clock = Clock()

  /// A host as a new process makes it, on what the store holds.
  private func host() throws -> SceneHost {
    try store.flush()
    return SceneHost(app, store: store, profile: .macOS) { [clock] in clock.now }
  }

  private func ids(_ scenes: [ConnectedScene]) -> [String] { scenes.map(\.id.rawValue) }

  @Test func `as many windows come back as their kind says, those that were active last`() throws {
    var note = SceneDeclaration("note")
    note.restoredCount = 2
    app.manifest = SceneManifest(id: "com.example.recording", scenes: [.main, note])
    let first = try host()
    first.launch()
    for name in ["B", "C", "D"] {
      var request = OpenRequest(id: SceneID(rawValue: name))
      request.scene = "note"
      try first.open(request)
    }
    try first.transition("B", to: .foregroundActive)
    let second = try host()
    #expect(ids(second.launch()).sorted() == ["A", "B", "D"])
    try store.flush()
    #expect(try store.sessions().map(\.id.rawValue).sorted() == ["A", "B", "D"])
  }

  @Test func `a launch may bring nothing back`() throws {
    let first = try host()
    first.launch("A").first?.scope[SceneKey("zoom", default: 1)] = 3
    try first.open("B")
    var request = LaunchRequest()
    request.restores = false
    let second = try host()
    let scenes = second.launch(request)
    #expect(ids(scenes) == ["A"])
    #expect(scenes.first?.isRestored == false)
    #expect(scenes.first?.scope[SceneKey("zoom", default: 1)] == 1)
    let third = try host()
    #expect(ids(third.launch()) == ["A"])
  }

  @Test func `a window that gets another value is found and comes back by it`() throws {
    let note = SceneDeclaration("note", value: "String")
    app.manifest = SceneManifest(id: "com.example.recording", scenes: [.main, note])
    let first = try host()
    let (one, two) = (
      try first.open(value: "Untitled", scene: "note"), try first.open(value: "Plan", scene: "note")
    )
    let refused = #expect(throws: SceneProblem.self) { try one.changeValue(to: "Plan") }
    #expect(refused?.code == .valueIsShown)
    #expect(refused?.address == two.id.rawValue)
    try one.changeValue(to: "Budget")
    #expect(one.value(default: "") == "Budget")
    #expect(try first.open(value: "Budget", scene: "note") === one)
    #expect(try first.open(value: "Untitled", scene: "note").id != one.id)
    let second = try host()
    second.launch()
    #expect(second.scene(one.id)?.value(default: "") == "Budget")
  }

  @Test func `an activity goes to the window that shows its value already`() throws {
    let note = SceneDeclaration("note", value: "String")
    app.manifest = SceneManifest(id: "com.example.recording", scenes: [.main, note])
    app.manifest.activities = [ActivityType<[String: String]>("com.example.item")]
    let host = try host()
    let plan = try host.open(value: "Plan", scene: "note")
    var taken: [String?] = []
    plan.continuations.onContinue(activityType: "com.example.item") { activity in
      taken.append(activity.title)
    }.keep(in: &app.registrations)
    try host.open()
    var item = UserActivity(activityType: "com.example.item")
    item.title = "line 40"
    #expect(try host.open(value: "Plan", scene: "note", activity: item) === plan)
    #expect(taken == ["line 40"])
    #expect(plan.state == .foregroundActive)
    // Without one the window comes to the front, and that is all.
    #expect(try host.open(value: "Plan", scene: "note") === plan)
    #expect(taken.count == 1)
  }

  @Test func `a kind may have several windows for a value`() throws {
    var note = SceneDeclaration("note", value: "String")
    note.repeatsValues = true
    app.manifest = SceneManifest(id: "com.example.recording", scenes: [.main, note])
    let host = try host()
    host.launch()
    var request = OpenRequest()
    (request.scene, request.value) = ("note", Array("\"n1\"".utf8))
    #expect(try host.open(request).id != host.open(request).id)
  }

  @Test func `a session says when its window was active last`() throws {
    let first = try host()
    let scene = try #require(first.launch().first)
    #expect(scene.session.lastActive == clock.now)
    clock.now += 60
    first.moveAll(to: .background)
    clock.now += 60
    try store.flush()
    let second = try host()
    #expect(second.knownSessions.first?.lastActive == clock.now - 60)
    // While it is active it is when it became so, and a crash leaves that.
    clock.now += 60
    second.launch()
    clock.now += 60
    let third = try host()
    #expect(third.knownSessions.first?.lastActive == clock.now - 60)
  }
}
