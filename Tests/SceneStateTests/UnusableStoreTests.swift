import Foundation
import SceneState
import Testing

@Suite struct UnusableStoreTests {
  private let draft = SceneKey("draft", default: "")
  private let title = SceneKey("title", default: "")

  @Test func `a store at the place of a file works in memory and says so`() throws {
    let folder = try StoreFolder()
    try Data("no store".utf8).write(to: folder.store)
    let store: SceneStore
    do { store = try folder.open() } catch { return #expect(error is SceneProblem) }
    defer { store.close() }
    let scope = store.scene("A")
    scope[draft] = "memory"
    #expect(scope[draft] == "memory")
    #expect(scope.facts(of: draft).problem?.code == .storeNotUsable)
    #expect(scope.facts(of: title).problem?.code == .storeNotUsable)
    #expect(store.reportedProblems.map(\.code) == [.storeNotUsable])
    #expect(throws: SceneProblem.self) { try store.flush() }
    #expect(try Data(contentsOf: folder.store) == Data("no store".utf8))
  }

  @Test func `what waits is written when the store comes back and the rest shows what is stored`()
    throws
  {
    let folder = try StoreFolder()
    try folder.withStore { store in
      store.scene("A")[draft] = "stored draft"
      store.scene("A")[title] = "stored title"
    }
    let aside = folder.url.appending(path: "aside")
    try FileManager.default.moveItem(at: folder.store, to: aside)
    try Data().write(to: folder.store)
    let store = try folder.open()
    let scope = store.scene("A")
    #expect(scope[title] == "")
    scope[draft] = "written meanwhile"
    try FileManager.default.removeItem(at: folder.store)
    try FileManager.default.moveItem(at: aside, to: folder.store)
    try store.flush()
    #expect(scope[draft] == "written meanwhile")
    #expect(scope[title] == "stored title")
    #expect(scope.facts(of: draft).problem == nil)
    #expect(scope.facts(of: title).problem == nil)
    store.close()
    try folder.withStore { #expect($0.scene("A")[draft] == "written meanwhile") }
  }

  @Test func `a key that is reset while the store cannot be read is gone when it can`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      store.scene("A")[draft] = "stored draft"
      store.scene("A")[title] = "stored title"
    }
    let aside = folder.url.appending(path: "aside")
    try FileManager.default.moveItem(at: folder.store, to: aside)
    try Data().write(to: folder.store)
    let store = try folder.open()
    store.scene("A").reset(draft)
    #expect(!store.scene("A").contains(title))
    try FileManager.default.removeItem(at: folder.store)
    try FileManager.default.moveItem(at: aside, to: folder.store)
    try store.flush()
    #expect(!store.scene("A").contains(draft))
    #expect(store.scene("A")[title] == "stored title")
    store.close()
    try folder.withStore { #expect(!$0.scene("A").contains(draft)) }
  }
}
