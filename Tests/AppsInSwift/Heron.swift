import FoundationEssentials
public import SceneLifecycle
public import SceneSimulator
import SceneState

/// A reader of feeds whose articles disappear, with links to searches and articles.
@MainActor public final class Heron: @MainActor SceneApp, @MainActor TableApp {
  /// What the app says about itself.
  public let manifest = SceneManifest(
    id: "com.example.heron", tabs: ["feeds", "later"],
    keys: [
      HeronKeys.address, HeronKeys.selected, HeronKeys.saved, HeronKeys.line, HeronKeys.marks,
      HeronKeys.theme,
    ],
    places: DeepLinks {
      Place("heron://search?{q}&{feed?}", tab: "feeds", path: ["search/{q}", "in/{feed}"])
      Place("heron://article/{id}", tab: "feeds", path: ["article/{id}"])
      Place("heron://later", tab: "later")
      Place("heron://feeds", tab: "feeds")
    }
  ).keepingPlace(in: HeronKeys.address)
  private var tables: SimulatedTables?
  private var windows: [HeronScene] = []

  /// Makes the app of a process.
  public init() {}

  /// Takes the data.
  public func use(_ tables: SimulatedTables) { self.tables = tables }

  /// What was shown of articles that are gone now goes, in all windows.
  public func tablesDidChange() { for window in windows { window.dropWhatIsGone() } }

  /// Whether there is an article.
  func hasArticle(_ id: String) -> Bool {
    tables?["articles"].contains { $0["id"] == .string(id) } ?? false
  }

  func closed(_ window: HeronScene) { windows.removeAll { $0 === window } }

  /// Makes a window.
  public func makeDelegate(
    for scene: ConnectedScene, options: ConnectionOptions
  ) -> any SceneDelegate {
    let window = HeronScene(scene, of: self)
    windows.append(window)
    return window
  }
}

/// What a reader has marked in an article.
struct Mark: Codable, Hashable, Sendable {
  var line: Int
  var note: String?
}

/// How pages look; one that an older app does not know is the first.
enum Theme: String, Codable, Sendable {
  case paper, sepia, night
}

/// The keys of the app.
enum HeronKeys {
  static let address = SceneKey("address", default: feeds, scope: .scene)
  static let selected = SceneKey<String?>(
    "selected", default: nil, scope: .scene, options: .shared)
  static let saved = SceneKey<[String]>("saved", default: [], scope: .scene, options: .shared)
  static let line = SceneKey("line", default: 1)
  static let marks = SceneKey<[Mark]>("marks", default: [])
  static let theme = SceneKey("theme", default: Theme.paper, scope: .app)
  private static let feeds = URL(string: "heron://feeds") ?? URL(filePath: "/")
}

/// One window of the reader.
@MainActor final class HeronScene: @MainActor SceneDelegate {
  private unowned let scene: ConnectedScene
  private let app: Heron

  init(_ scene: ConnectedScene, of app: Heron) { (self.scene, self.app) = (scene, app) }

  func sceneRestoreInteractionState(_ scene: ConnectedScene) { dropWhatIsGone() }

  func sceneDidDisconnect(_ scene: ConnectedScene) { app.closed(self) }

  /// Lets go of what points at articles that are gone, and says so.
  func dropWhatIsGone() {
    let window = scene.scope
    if let selected = window[HeronKeys.selected], !app.hasArticle(selected) {
      scene.reportGone([selected], from: HeronKeys.selected)
      window.reset(HeronKeys.selected)
    }
    let gone = window[HeronKeys.saved].filter { !app.hasArticle($0) }
    scene.reportGone(gone, from: HeronKeys.saved)
    if !gone.isEmpty { window[HeronKeys.saved].removeAll(where: gone.contains) }
    dropScreens()
  }

  /// An article that is gone is not shown, nor is what lies above it.
  private func dropScreens() {
    guard let navigator = scene.navigator, let tab = navigator.selectedTab else { return }
    let path = navigator.path()
    let isGone = { [app] (screen: String) in
      screen.hasPrefix("article/") && !app.hasArticle(String(screen.dropFirst("article/".count)))
    }
    guard let first = path.firstIndex(where: isGone) else { return }
    scene.reportNotRestored(path[first], in: tab)
    // The tab is one of the app's: nothing refuses it.
    try? navigator.show(Array(path[..<first]), in: tab)
  }
}
