public import SceneLifecycle
public import SceneSimulator
import SceneState

/// An editor: documents as tabs in several windows, panes, drafts, and a setting that goes and comes.
@MainActor public final class Quill: @MainActor SceneApp, @MainActor VersionedApp {
  private var version = 1

  /// Makes the app of a process.
  public init() {}

  /// Becomes another version.
  public func use(version: Int) { self.version = version }

  /// What the app says about itself; the second version has no font size.
  public var manifest: SceneManifest {
    var keys: [any AnySceneKey] = [
      QuillKeys.openFiles, QuillKeys.selected, QuillKeys.text, QuillKeys.cursor, QuillKeys.dirty,
      QuillKeys.split, QuillKeys.shown, QuillKeys.zoom,
    ]
    if version != 2 { keys.append(QuillKeys.fontSize) }
    return SceneManifest(id: "com.example.quill", keys: keys)
  }

  /// Makes a window.
  public func makeDelegate(
    for scene: ConnectedScene, options: ConnectionOptions
  ) -> any SceneDelegate {
    QuillScene(scene)
  }
}

/// The keys of the app.
enum QuillKeys {
  static let openFiles = SceneKey<[String]>("openFiles", default: [], scope: .scene)
  static let selected = SceneKey<String>.selectedTab(default: "")
  static let text = SceneKey("text", default: "")
  static let cursor = SceneKey("cursor", default: 0)
  static let dirty = SceneKey("dirty", default: false)
  static let split = SceneKey("split", default: 0.5, scope: .scene, options: .shared)
  static let shown = SceneKey("shown", default: "")
  static let zoom = SceneKey("zoom", default: 1.0)
  static let fontSize = SceneKey("fontSize", default: 12, scope: .app)
}

/// One window of the editor.
@MainActor final class QuillScene: @MainActor TabbedWindow {
  let openTabs: OpenTabs

  init(_ scene: ConnectedScene) {
    openTabs = OpenTabs(scene, list: QuillKeys.openFiles, selected: QuillKeys.selected)
  }

  /// A cursor means nothing in another text: both are read, or none.
  func scene(_ scene: ConnectedScene, willConnectWith options: ConnectionOptions) {
    for tab in openTabs.ids {
      openTabs.scope(of: tab).readTogether(QuillKeys.text, QuillKeys.cursor)
    }
  }
}
