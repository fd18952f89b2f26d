import Foundation
import Observation
import SceneState
import Synchronization
import Testing

/// A key of `.selectedTab` means the tab that is selected when it is used, in all its forms.
@Suite struct TabFollowerTests {
  private struct Page: Codable, Equatable, Sendable {
    var title = ""
    var count = 0
  }

  private final class Model: SceneScoped {
    let sceneScope: SceneScope
    @SceneStorage("draft", scope: .selectedTab) var draft = ""
    init(_ scope: SceneScope) { sceneScope = scope }
  }

  private let scene = SceneStore.temporary().scene("A")
  private let tab = SceneKey.selectedTab(default: "one")
  private let draft = SceneKey("draft", default: "", scope: .selectedTab)
  private let own = SceneKey("draft", default: "")
  private let page = SceneKey("page", default: Page(), scope: .selectedTab)

  @Test func `what is typed through a binding lands in the tab that is shown`() {
    #expect(scene[tab] == "one")
    let binding = scene.binding(draft)
    let wrapped = Model(scene).$draft
    binding.wrappedValue = "for one"
    scene[tab] = "two"
    #expect(binding.wrappedValue.isEmpty && wrapped.wrappedValue.isEmpty)
    binding.wrappedValue = "for two"
    #expect(wrapped.wrappedValue == "for two" && wrapped.stored.isStored)
    wrapped.modify { $0 += "!" }
    #expect(scene.tab("one")[own] == "for one")
    #expect(scene.tab("two")[own] == "for two!")
    scene[tab] = "three"
    #expect(!wrapped.stored.isStored)
    scene[tab] = "two"
    wrapped.stored.reset()
    #expect(scene.tab("two")[own].isEmpty && scene.tab("one")[own] == "for one")
  }

  @Test func `a part of a binding follows too, and a change stays with its tab`() {
    #expect(scene[tab] == "one")
    let binding = scene.binding(page)
    let title = binding.title
    title.wrappedValue = "One"
    scene[tab] = "two"
    #expect(title.wrappedValue.isEmpty)
    binding.modify { page in
      page.title = "Two"
      // What is selected meanwhile changes nothing: the tab was found when the change began.
      scene[tab] = "three"
      page.count = 2
    }
    let plain = SceneKey("page", default: Page())
    #expect(scene.tab("two")[plain] == Page(title: "Two", count: 2))
    #expect(scene.tab("three")[plain] == Page())
    #expect(scene.tab("one")[plain] == Page(title: "One"))
  }

  @Test func `an observer is told once of another tab's value, after those of the selection`() {
    let seen = Texts()
    let drafts = scene.observe(draft) { seen.add("draft \($0)") }
    let tabs = scene.observe(tab) { seen.add("tab \($0)") }
    scene.tab("two")[own] = "b"
    #expect(seen.all == [])
    scene[draft] = "a"
    scene[tab] = "two"
    scene[draft] = "c"
    scene.tab("one")[own] = "unseen"
    scene[tab] = "one"
    #expect(
      seen.all == ["draft a", "tab two", "draft b", "draft c", "tab one", "draft unseen"])
    drafts.cancel()
    tabs.cancel()
    scene[tab] = "two"
    #expect(seen.all.count == 6)
  }

  @Test func `an observer hears nothing of a tab whose value equals the one it knows`() {
    for name in ["one", "two"] { scene.tab(TabID(rawValue: name))[own] = "same" }
    let seen = Texts()
    #expect(scene[tab] == "one")
    let subscription = scene.observe(draft) { seen.add($0) }
    scene[tab] = "two"
    #expect(seen.all == [])
    scene[draft] = "other"
    #expect(seen.all == ["other"])
    subscription.cancel()
  }

  @Test func `a tick that selects and writes is told once, with what stands in the end`() {
    #expect(scene[tab] == "one")
    let seen = Texts()
    let drafts = scene.observe(draft) { seen.add("draft \($0)") }
    let tabs = scene.observe(tab) { seen.add("tab \($0)") }
    scene.store.tick {
      scene[draft] = "left"
      scene[tab] = "two"
      scene[draft] = "shown"
    }
    #expect(seen.all == ["tab two", "draft shown"])
    #expect(scene.tab("one")[own] == "left" && scene.tab("two")[own] == "shown")
    drafts.cancel()
    tabs.cancel()
  }

  @Test func `values follow the selection`() async {
    scene.tab("two")[own] = "b"
    let values = scene.binding(draft).values
    scene[draft] = "a"
    scene[tab] = "two"
    scene[draft] = "end"
    var seen: [String] = []
    for await value in values {
      seen.append(value)
      if value == "end" { break }
    }
    #expect(seen == ["", "a", "b", "end"])
  }

  @Test func `a selection that is looked at first by a write that changes nothing is told`() {
    scene.tab("one")[own] = "a"
    let seen = Texts()
    let subscription = scene.observe(draft) { seen.add($0) }
    scene[tab] = "one"
    #expect(seen.all == ["a"])
    scene[draft] = "b"
    #expect(seen.all == ["a", "b"])
    subscription.cancel()
  }

  @Test func `a binding is tracked with the selection`() {
    let (binding, told) = (scene.binding(draft), Counter())
    withObservationTracking {
      _ = binding.wrappedValue
    } onChange: {
      told.add()
    }
    scene[tab] = "two"
    #expect(told.value == 1)
  }

  @Test func `a selection made by another process is followed`() async throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    defer { store.close() }
    let (scene, seen) = (store.scene("A"), Texts())
    scene.tab("two")[own] = "b"
    scene[tab] = "one"
    try store.flush()
    let subscription = scene.observe(draft) { seen.add($0) }
    let path = folder.store.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      let store = try SceneStore.open(URL(filePath: path))
      store.scene("A")[SceneKey.selectedTab(default: "one")] = "two"
      store.close()
    }
    store.refresh()
    #expect(seen.all == ["b"])
    #expect(scene.binding(draft).wrappedValue == "b")
    subscription.cancel()
  }

  @Test func `an observer does not keep the store open`() throws {
    let folder = try StoreFolder()
    var store: SceneStore? = try folder.open()
    let subscription = try #require(store).scene("A").observe(draft) { _ in }
    store = nil
    // A store that is open may not be opened again.
    try folder.open().close()
    subscription.cancel()
  }
}
