import SceneLifecycle
import SceneState
import Testing

struct AdvertisementSlotTests {
  private let slot = AdvertisementSlot()
  private let book = UserActivity(activityType: "com.example.book", title: "book")
  private let page = UserActivity(activityType: "com.example.page", title: "page")
  private let otherBook = UserActivity(activityType: "com.example.book", title: "other book")

  private func current(_ tab: TabID? = nil) -> String? { slot.current(selectedTab: tab)?.title }

  @Test func `nothing is advertised until something is offered`() {
    #expect(current() == nil)
    let offer = slot.offer(book, at: .window)
    #expect(current() == "book")
    slot.end(offer)
    slot.end(offer)
    #expect(current() == nil)
  }

  @Test func `the first of different types wins, then the next one takes over`() {
    let first = slot.offer(book, at: .window)
    _ = slot.offer(page, at: .window)
    #expect(current() == "book")
    slot.end(first)
    #expect(current() == "page")
  }

  @Test func `a later offer of the same type replaces the earlier`() {
    _ = slot.offer(book, at: .window)
    let later = slot.offer(otherBook, at: .window)
    #expect(current() == "other book")
    slot.end(later)
    #expect(current() == "book")
  }

  @Test func `a nested offer replaces the outer, which comes back`() {
    let nested = slot.offer(page, at: .nested("hawk", "page"))
    _ = slot.offer(book, at: .window)
    let tab = slot.offer(otherBook, at: .tab("hawk"))
    #expect(current("hawk") == "page")
    slot.end(nested)
    #expect(current("hawk") == "other book")
    slot.end(tab)
    #expect(current("hawk") == "book")
  }

  @Test func `an offer without activity counts for nothing`() {
    _ = slot.offer(book, at: .window)
    let nested = slot.offer(page, at: .tab("hawk"))
    slot.update(nested, nil)
    #expect(current("hawk") == "book")
    slot.update(nested, page)
    #expect(current("hawk") == "page")
    slot.end(nested)
    slot.update(nested, page)
    #expect(current("hawk") == "book")
  }

  @Test func `what a tab offers counts while the tab is selected`() {
    _ = slot.offer(book, at: .window)
    _ = slot.offer(page, at: .tab("hawk"))
    #expect(current("raven") == "book")
    #expect(current("hawk") == "page")
    #expect(current(nil) == "page")
  }

  @Test func `an inactive scene advertises nothing, and goes on when it is active`() {
    _ = slot.offer(book, at: .window)
    slot.isActive = false
    #expect(current() == nil)
    slot.isActive = true
    #expect(current() == "book")
  }

  @Test func `the level is that of the current scope`() {
    let scope = SceneStore.temporary().scene("A")
    _ = scope.tab("hawk").run { slot.offer(page) }
    _ = slot.offer(book)
    #expect(current("hawk") == "page")
    #expect(current("raven") == "book")
  }
}
