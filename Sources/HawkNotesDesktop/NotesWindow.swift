#if GTK
  import HawkNotesApp
  import SceneGTK
  import SceneLifecycle
  import SceneState

  /// What a window of Hawk Notes draws: a page for each book, with its path and its draft.
  @MainActor final class NotesWindow: Widget {
    private let pages: TabPages
    private var subscriptions: [KeptSubscription] = []

    var handle: WidgetHandle { pages.handle }

    init(_ scene: ConnectedScene) {
      guard let notes = scene.delegate as? HawkScene else {
        preconditionFailure("a window of Hawk Notes shows a scene of Hawk Notes")
      }
      let books = BookTab.allCases
      var kept: [KeptSubscription] = []
      pages = TabPages(
        books.map { book in
          let content: any Widget =
            notes.books[book].map { Self.page(book, $0, &kept) } ?? Label(book.title)
          return (book.title, content)
        })
      subscriptions = kept
      pages.selected = books.firstIndex(of: notes.tabs.tab) ?? 0
      pages.onSelect = { [tabs = notes.tabs, weak scene] number in
        guard books.indices.contains(number), books[number] != tabs.tab else { return }
        tabs.tab = books[number]
        scene?.selectedTabDidChange()
      }
      scene.scope.observeOnMain(Keys.tab) { [weak pages] book in
        pages?.selected = books.firstIndex(of: book) ?? 0
      }.keep(in: &subscriptions)
    }

    /// The page of a book: its widgets follow the values, whoever changes them.
    private static func page(
      _ tab: BookTab, _ book: BookModel, _ subscriptions: inout [KeptSubscription]
    ) -> any Widget {
      let path = Label(text(book.path))
      let draft = TextField("Draft")
      draft.text = book.draft
      draft.onEdit = { book.draft = $0 }
      let scope = book.sceneScope
      scope.observeOnMain(Keys.draft) { [weak draft] in draft?.text = $0 }
        .keep(in: &subscriptions)
      scope.observeOnMain(Keys.path) { [weak path] in path?.text = text($0) }
        .keep(in: &subscriptions)
      return Column(
        [path, draft] + HawkNotesApp.Character.all.filter { $0.book == tab }.map(row), margin: 12)
    }

    /// Somebody in the book, to be dragged to another window or out of all.
    private static func row(_ character: HawkNotesApp.Character) -> any Widget {
      let name = Label(character.name)
      // Nobody here is as large as an activity may not be.
      return (try? Draggable(name, character.dragItem())) ?? name
    }

    private static func text(_ path: [String]) -> String {
      path.isEmpty ? "Contents" : path.joined(separator: " › ")
    }
  }
#endif
