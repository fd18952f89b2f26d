import Foundation
import SceneState
import Synchronization
import Testing

@Suite struct SceneStorageTests {
  final class Book: SceneScoped {
    let sceneScope: SceneScope
    @SceneStorage("draft") var draft = ""
    @SceneStorage("draft", scope: .scene) var shared = ""
    @SceneStorage("path") var path: [String] = []
    @SceneStorage("note") var note: String?
    @SceneStorage("live", scope: .selectedTab) var live = 0
    init(_ scope: SceneScope) { sceneScope = scope }
  }

  struct TabBar {
    @SceneStorage(.selectedTab(default: "hawk")) var tab: String
  }

  @Test func `a draft belongs to its tab`() {
    let store = SceneStore.temporary()
    let scene = store.scene("A")
    let hawk = Book(scene.tab("hawk"))
    let raven = Book(scene.tab("raven"))
    hawk.draft = "Tala is brave"
    #expect(hawk.draft == "Tala is brave")
    #expect(raven.draft == "")
  }

  @Test func `the scene scope leaks a draft into the other tabs, as asked for`() {
    let scene = SceneStore.temporary().scene("A")
    let hawk = Book(scene.tab("hawk"))
    let raven = Book(scene.tab("raven"))
    hawk.shared = "Tala is brave"
    #expect(raven.shared == "Tala is brave")
  }

  @Test func `values come back after the store was closed and opened`() throws {
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    var store: SceneStore? = try SceneStore.open(folder)
    do {
      let book = Book(try #require(store).scene("A").tab("hawk"))
      book.draft = "kept"
      book.path = ["character/tala"]
      book.note = "x"
      book.note = nil
      try #require(store).flush()
    }
    store = nil
    let again = try SceneStore.open(folder)
    let book = Book(again.scene("A").tab("hawk"))
    #expect(book.draft == "kept")
    #expect(book.path == ["character/tala"])
    #expect(book.note == nil)
    #expect(book.$note.stored.isStored)
    #expect(again.reportedProblems == [])
    #expect(
      again.scene("A").entries.map(\.address) == ["A/hawk/draft", "A/hawk/note", "A/hawk/path"])
  }

  @Test func `a property of the selected tab follows the selection`() {
    let scene = SceneStore.temporary().scene("A")
    let tabs = scene.run { TabBar() }
    let book = Book(scene)
    #expect(tabs.tab == "hawk")
    book.live = 1
    tabs.tab = "raven"
    #expect(book.live == 0)
    book.live = 2
    tabs.tab = "hawk"
    #expect(book.live == 1)
  }

  @Test func `a tick is told once and writes nothing in between`() throws {
    let store = SceneStore.temporary()
    let scope = store.scene("A")
    let key = SceneKey("count", default: 0)
    let seen = Seen()
    let subscription = scope.observe(key) { seen.add($0) }
    store.tick {
      scope[key] = 1
      scope[key] = 2
    }
    #expect(seen.values == [2])
    scope.modify(key) { $0 += 1 }
    #expect(seen.values == [2, 3])
    scope[key] = 3
    #expect(seen.values == [2, 3])
    subscription.cancel()
    scope[key] = 4
    #expect(seen.values == [2, 3])
  }
}

/// What observers saw.
private final class Seen: Sendable {
  private let state = Mutex<[Int]>([])
  var values: [Int] { state.withLock { $0 } }
  func add(_ value: Int) { state.withLock { $0.append(value) } }
}
