public import SceneLifecycle
public import SceneState

/// What one book shows and has written under it.
@MainActor public final class BookModel: SceneScoped {
  /// The tab of the book.
  public nonisolated let sceneScope: SceneScope
  /// What was typed.
  @SceneStorage<String> public var draft: String
  /// What is shown, the list of characters left out.
  @SceneStorage<[String]> public var path: [String]

  init(_ scope: SceneScope, _ keys: HawkKeys) {
    sceneScope = scope
    _draft = SceneStorage(keys.draft)
    _path = SceneStorage(keys.path)
  }
}

struct TabBar {
  @SceneStorage(HawkKeys.tab) var tab: String
}

/// One window of the app.
@MainActor public final class HawkScene: @MainActor SceneDelegate {
  private let tabs: TabBar
  private let books: [(tab: TabID, model: BookModel)]
  private let options: HawkNotes.Options
  private var bag: [Registration] = []

  init(_ scope: SceneScope, _ options: HawkNotes.Options, _ keys: HawkKeys) {
    self.options = options
    tabs = scope.run { TabBar() }
    books = options.tabs.map { ($0, BookModel(scope.tab($0), keys)) }
  }

  /// The book of the selected tab.
  public var book: BookModel? { books.first { $0.tab.rawValue == tabs.tab }?.model }

  /// Registers the handlers of the tab view and of the book views.
  public func scene(_ scene: ConnectedScene, willConnectWith options: ConnectionOptions) {
    if self.options.tabViewHandles {
      scene.continuations.onContinue(.character, at: .window) { [tabs] character, _ in
        tabs.tab = character.book
      }.keep(in: &bag)
    }
    guard self.options.bookViewHandles else { return }
    guard self.options.handlesPerBook else {
      scene.continuations.onContinue(.character, at: .window) {
        [unowned self] character, activity in
        self.book?.path = ["character/\(character.id)"]
        scene.identify(as: activity.targetContentIdentifier)
      }.keep(in: &bag)
      return
    }
    for (_, book) in books {
      book.sceneScope.run {
        scene.continuations.onContinue(.character) { character, activity in
          book.path = ["character/\(character.id)"]
          scene.identify(as: activity.targetContentIdentifier)
        }
      }.keep(in: &bag)
    }
  }

  /// Tab, paths and drafts have come back by themselves; the activity adds nothing to them.
  public func scene(
    _ scene: ConnectedScene, restore activity: UserActivity
  ) -> RestorationOutcome {
    activity.activityType == ActivityType.character.name ? .restored : .notRecognised
  }
}
