import Foundation
import SceneLifecycle
import SceneSimulator
import SceneState
import Testing

/// A shop whose navigator alone knows the selected tab: no key says it.
private final class Shop: SceneApp {
  let manifest: SceneManifest

  init() {
    let places = DeepLinks {
      Place("shop://catalogue", tab: "catalogue")
      Place("shop://cart", tab: "cart")
    }
    let here = SceneKey("here", default: URL(string: "shop://catalogue") ?? URL(filePath: "/"))
    manifest = SceneManifest(
      id: "com.example.shop", tabs: ["catalogue", "cart"], places: places
    ).keepingPlace(in: here)
  }

  func makeDelegate(
    for scene: ConnectedScene, options: ConnectionOptions
  ) -> any SceneDelegate { ShopWindow(scene.scope) }
}

private final class ShopWindow: SceneDelegate, SceneScoped {
  let sceneScope: SceneScope
  @SceneStorage("draft", scope: .selectedTab) var draft = ""
  private(set) var draftAtConnect: String?

  init(_ scope: SceneScope) { sceneScope = scope }

  func scene(_ scene: ConnectedScene, willConnectWith options: ConnectionOptions) {
    draftAtConnect = draft
  }
}

/// What follows the selected tab, in an app where only the navigator knows it.
struct NavigatorTabTests {
  private let simulation = Simulation { Shop() }

  private func delegate(_ window: SimulatedWindow) throws -> ShopWindow { try window.delegate() }

  @Test func `a value of the selected tab follows the navigator`() throws {
    let window = try simulation.launch("A")
    try delegate(window).draft = "a book"
    try window.select("cart")
    #expect(try delegate(window).draft == "")
    try delegate(window).draft = "two of it"
    try simulation.endStep()
    let scopes = simulation.stored.keys.map { "\($0)" }.filter { $0.contains("draft") }
    #expect(scopes.filter { $0.contains("cart") }.count == 1)
    #expect(scopes.filter { $0.contains("catalogue") }.count == 1)
    try window.select("catalogue")
    #expect(try delegate(window).draft == "a book")
  }

  @Test func `a link leads its value along`() throws {
    let window = try simulation.launch("A")
    try delegate(window).draft = "a book"
    _ = try simulation.openURL(#require(URL(string: "shop://cart")))
    #expect(try delegate(window).draft == "")
  }

  @Test func `the tab is known when the window connects again`() throws {
    let window = try simulation.launch("A")
    try window.select("cart")
    try delegate(window).draft = "two of it"
    try simulation.restart()
    #expect(window.selectedTab == "cart")
    #expect(try delegate(window).draftAtConnect == "two of it")
    #expect(try delegate(window).draft == "two of it")
  }
}
