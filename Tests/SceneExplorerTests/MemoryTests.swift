import SceneLifecycle
import SceneScenarios
import SceneSimulator
import Testing

@testable import SceneExplorer

/// Explorations start processes by the million.
struct MemoryTests {
  @Test(arguments: ["stop", "crash"])
  func `nobody holds the windows of a process that has ended`(end: String) throws {
    let app = try TestApp.named("sound-notes")
    var play = try Play(app, KnownApps(), PropertyChoice())
    _ = play.play(Action("launch", .text("A")))
    weak let window = try play.stage.simulation.windows.first?.scene()
    #expect(window != nil)
    _ = play.play(Action(end))
    #expect(window == nil)
  }

  @Test func `nobody holds a window that was closed`() throws {
    let app = try TestApp.named("sound-notes")
    var play = try Play(app, KnownApps(), PropertyChoice())
    _ = play.play(Action("launch", .text("A")))
    _ = play.play(Action("open", .text("B")))
    weak let window = try play.stage.simulation.window("A").scene()
    #expect(window != nil)
    _ = play.play(Action("close", .text("A")))
    #expect(window == nil)
  }

  @Test func `nobody holds the windows of a run that is over`() throws {
    weak var window: ConnectedScene?
    do {
      let app = try TestApp.named("sound-notes")
      var play = try Play(app, KnownApps(), PropertyChoice())
      _ = play.play(Action("launch", .text("A")))
      window = try play.stage.simulation.windows.first?.scene()
      #expect(window != nil)
    }
    #expect(window == nil)
  }
}
