package import SceneLifecycle
internal import SceneState

/// A reader's notebook: a tab for each book, a draft and a navigation path in each tab.
///
/// Everything that a window shows survives the end of the process, and no two tabs or windows
/// ever see each other's drafts. Dragging a character to the edge opens a window on its book.
@MainActor package final class HawkNotes: @MainActor SceneApp {
  package let manifest = SceneManifest(
    id: HawkNotes.id, tabs: BookTab.allCases.map { TabID(rawValue: $0.rawValue) },
    keys: [Keys.tab, Keys.path, Keys.draft], activities: [ActivityType.character])
  private let tabViewHandles: Bool

  /// The identifier of the app, which also names the place of its store.
  package nonisolated static let id = "com.example.hawknotes"

  /// Makes the app of a new process.
  ///
  /// - Parameter tabViewHandles: Whether the window itself continues a character by selecting its
  ///   book; without it the character appears in whatever book is open, a common mistake.
  package init(tabViewHandles: Bool = true) { self.tabViewHandles = tabViewHandles }

  package func makeDelegate(
    for scene: ConnectedScene, options: ConnectionOptions
  ) -> any SceneDelegate {
    HawkScene(scene.scope, tabViewHandles: tabViewHandles)
  }
}
