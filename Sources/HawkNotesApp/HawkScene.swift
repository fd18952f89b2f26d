internal import FoundationEssentials
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
    scene.continuations.onOpenURL { [weak self] link in try self?.open(link) }
      .keep(in: &registrations)
    for book in BookTab.allCases.compactMap({ books[$0] }) {
      book.sceneScope.run {  // the level of the handler: this tab
        scene.continuations.onContinue(.character) { [weak scene] character, activity in
          book.path = ["character/\(character.id)"]
          scene?.identify(as: activity.targetContentIdentifier)
        }
      }.keep(in: &registrations)
    }
  }

  /// Shows what a link such as `hawknotes://character/tala` names.
  private func open(_ link: URL) throws(UnknownLink) {
    let character = Character.all.first {
      link.absoluteString == "hawknotes://character/\($0.id)"
    }
    guard let character else { throw UnknownLink(link: link) }
    tabs.tab = character.book
    book?.path = ["character/\(character.id)"]
  }

  /// Tab, paths and drafts have come back by themselves; the activity adds nothing to them.
  package func scene(
    _ scene: ConnectedScene, restore activity: UserActivity
  ) -> RestorationOutcome {
    activity.activityType == ActivityType.character.name ? .restored : .notRecognised
  }
}

/// A link that names nothing of Hawk Notes.
private struct UnknownLink: Error, CustomStringConvertible {
  let link: URL
  var description: String { "nothing in Hawk Notes is called \(link.absoluteString)" }
}
