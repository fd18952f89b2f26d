public import SceneLifecycle
public import SceneState

/// An app with one tab per book, written as its author would write it: nothing here knows of
/// scenarios.
@MainActor public final class HawkNotes: @MainActor SceneApp {
  /// What the variants of the app differ in.
  public struct Options: Sendable {
    /// The books.
    public var tabs: [TabID] = ["hawk", "raven", "swift"]
    /// Whether draft and path belong to the window instead of the tab: the bug.
    public var sharesDrafts = false
    /// Whether the tab view selects the book of a character.
    public var tabViewHandles = true
    /// Whether the book view shows a character.
    public var bookViewHandles = true
    /// Whether each book registers its handler, or the window one for all.
    public var handlesPerBook = true

    /// The app as it is shipped.
    public init() {}
  }

  /// What the app says about itself.
  public let manifest: SceneManifest
  private let options: Options
  private let keys: HawkKeys

  /// Makes the app of a process.
  public init(_ options: Options = Options()) {
    self.options = options
    keys = HawkKeys(sharesDrafts: options.sharesDrafts)
    manifest = SceneManifest(
      id: "com.example.hawknotes", tabs: options.tabs, keys: [HawkKeys.tab, keys.path, keys.draft],
      activities: [ActivityType.character])
  }

  /// Makes a window.
  public func makeDelegate(
    for scene: ConnectedScene, options: ConnectionOptions
  ) -> any SceneDelegate {
    HawkScene(scene.scope, self.options, keys)
  }
}

/// The keys of the app.
public struct HawkKeys: Sendable {
  /// The selected book.
  public static let tab = SceneKey.selectedTab(default: "hawk")
  /// The draft of a book.
  public let draft: SceneKey<String>
  /// The screens of a book.
  public let path: SceneKey<[String]>

  /// Makes the keys; sharing is the bug.
  public init(sharesDrafts: Bool = false) {
    let scope: ScopeSelector = sharesDrafts ? .scene : .inherited
    draft = SceneKey("draft", default: "", scope: scope)
    path = SceneKey("path", default: [], scope: scope)
  }
}
