package import SceneLifecycle
internal import SceneState

/// One window of Hawk Notes while it is connected.
@MainActor package final class HawkScene: @MainActor SceneDelegate {
  package let books: [BookTab: BookModel]
  package let tabs: TabBar
  private let tabViewHandles: Bool
  private var registrations: [Registration] = []

  init(_ scope: SceneScope, tabViewHandles: Bool) {
    self.tabViewHandles = tabViewHandles
    books = Dictionary(
      uniqueKeysWithValues: BookTab.allCases.map { book in
        (book, BookModel(scope.tab(TabID(rawValue: book.rawValue))))
      })
    tabs = scope.run { TabBar() }
  }

  /// The book that is shown now.
  package var book: BookModel? { books[tabs.tab] }

  /// Registers who continues a character: the window selects the book, then the book's view,
  /// whose turn comes later and only if its tab is selected by then, shows the character.
  package func scene(_ scene: ConnectedScene, willConnectWith options: ConnectionOptions) {
    if tabViewHandles {
      scene.continuations.onContinue(.character, at: .window) { [tabs] character, _ in
        tabs.tab = character.book
      }.keep(in: &registrations)
    }
    for book in BookTab.allCases.compactMap({ books[$0] }) {
      book.sceneScope.run {  // the level of the handler: this tab
        scene.continuations.onContinue(.character) { [weak scene] character, activity in
          book.path = ["character/\(character.id)"]
          scene?.identify(as: activity.targetContentIdentifier)
        }
      }.keep(in: &registrations)
    }
  }

  /// Tab, paths and drafts have come back by themselves; the activity adds nothing to them.
  package func scene(
    _ scene: ConnectedScene, restore activity: UserActivity
  ) -> RestorationOutcome {
    activity.activityType == ActivityType.character.name ? .restored : .notRecognised
  }
}
