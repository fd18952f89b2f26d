import Foundation
import SceneLifecycle
import SceneState
import Testing

/// Windows that are told that they have come to the front.
struct FrontTests {
  private final class App: SceneApp {
    let manifest: SceneManifest = {
      var show = SceneDeclaration("show")
      show.isForExternalDisplay = true
      return SceneManifest(id: "com.example.front", scenes: [.main, show])
    }()
    var told: [String] = []
    /// What the app does in a window that has come to the front.
    var onFront: ((ConnectedScene) -> Void)?

    func makeDelegate(
      for scene: ConnectedScene, options: ConnectionOptions
    ) -> any SceneDelegate { Window(app: self) }

    func news() -> [String] {
      defer { told = [] }
      return told
    }
  }

  private final class Window: SceneDelegate {
    private unowned let app: App

    init(app: App) { self.app = app }

    func sceneDidComeToFront(_ scene: ConnectedScene) {
      app.told.append(scene.id.rawValue)
      app.onFront?(scene)
    }
  }

  private let app = App()

  private func host() -> SceneHost { SceneHost(app, store: .inMemory(), profile: .macOS) }

  @Test func `a window is told when another one was in front, though both stay active`() throws {
    let host = host()
    let first = try #require(host.launch("A").first)
    #expect(app.news() == ["A"])
    let second = try host.open("B")
    #expect(app.news() == ["B"])
    try host.bring(first.id, to: .foregroundActive)
    #expect(app.news() == ["A"] && second.state == .foregroundActive)
    try host.bring(first.id, to: .foregroundActive)
    #expect(app.news().isEmpty)
    try host.bring(second.id, to: .foregroundActive)
    #expect(app.news() == ["B"])
    try host.discard(second.id)
    #expect(app.news() == ["A"])
  }

  @Test func `a window for an audience is in front if it is asked to, or is the only one`() throws {
    let host = host()
    let first = try #require(host.launch("A").first)
    let show = try host.open(scene: "show")
    #expect(host.front?.id == first.id && show.state == .foregroundActive)
    #expect(show.conditions.can == [] && first.conditions.can == ["*"])
    host.moveAll(to: .background)
    host.enterForeground()
    #expect(host.front?.id == first.id && Set(app.news()) == ["A"])
    try host.bring(show.id, to: .background)
    try host.bring(show.id, to: .foregroundActive)
    #expect(host.front?.id == show.id)
    try host.bring(first.id, to: .foregroundActive)
    try host.discard(first.id)
    #expect(host.front?.id == show.id)
    #expect(app.news() == [show.id.rawValue, "A", show.id.rawValue])
  }

  @Test func `a window that was off the screen is told again`() throws {
    let host = host()
    host.launch("A")
    host.moveAll(to: .background)
    #expect(app.news() == ["A"])
    host.enterForeground()
    #expect(app.news() == ["A"])
  }

  @Test func `a window may write then, and bring another one to the front`() throws {
    let host = host()
    let first = try #require(host.launch("A").first)
    let second = try host.open("B")
    _ = app.news()
    let key = SceneKey("fronts", default: 0)
    app.onFront = { scene in
      scene.scope[key] += 1
      // Nothing refuses it here.
      if scene.id == first.id { try? host.bring(second.id, to: .foregroundActive) }
    }
    try host.bring(first.id, to: .foregroundActive)
    #expect(app.news() == ["A", "B"] && host.front?.id == second.id)
    #expect(first.scope[key] == 1 && second.scope[key] == 1)
  }
}
