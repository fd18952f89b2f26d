import SceneLifecycle
import SceneState
import Testing

/// A scene's objects as apps write them: on the main actor, with the registry passed in.
struct ContinuationIsolationTests {
  @MainActor private final class BookModel {
    let sceneScope: SceneScope
    var path: [String] = []

    init(_ scope: SceneScope) { sceneScope = scope }
  }

  @MainActor private final class Delegate {
    let books: [Book: BookModel]
    var selected = Book.hawk
    var shown: String?
    private var bag: [Registration] = []

    init(_ scope: SceneScope) {
      books = Dictionary(
        uniqueKeysWithValues: [Book.hawk, .raven, .swift].map {
          ($0, BookModel(scope.tab(TabID(rawValue: $0.rawValue))))
        })
    }

    func connect(_ continuations: ContinuationRegistry) {
      continuations.onContinue(.character, at: .window) { [unowned self] character, _ in
        selected = character.book
      }.keep(in: &bag)
      for book in books.values {
        book.sceneScope.run {
          continuations.onContinue(.character) { [unowned self] character, activity in
            book.path = ["character/\(character.id)"]
            shown = activity.targetContentIdentifier
          }
        }.keep(in: &bag)
      }
    }
  }

  @Test @MainActor func `one activity lands on the right tab only`() throws {
    let delegate = Delegate(SceneStore.temporary().scene("A"))
    let registry = ContinuationRegistry()
    delegate.connect(registry)
    let hasRun = try registry.deliver(
      .character(.raven, "character/tala"),
      selectedTab: { TabID(rawValue: delegate.selected.rawValue) }, willRun: { _ in })
    #expect(hasRun)
    #expect(delegate.selected == .raven)
    #expect(delegate.shown == "character/tala")
    #expect(delegate.books[.raven]?.path == ["character/tala"])
    #expect(delegate.books[.hawk]?.path == [])
    #expect(delegate.books[.swift]?.path == [])
  }
}
