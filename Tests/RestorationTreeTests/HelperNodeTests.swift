import Foundation
import RestorationTree
import SceneLifecycle
import SceneState
import Testing

struct HelperNodeTests {
  @Test func `tabs find the selected tab again wherever it is`() {
    let log = TreeLog()
    let tabs = TabsNode("root", tabs: [PlainNode("a"), PlainNode("b"), PlainNode("c")])
    tabs.select(1)
    tabs.select(7)
    let archive = log.preserve(tabs)
    let moved = TabsNode("root", tabs: [PlainNode("c"), PlainNode("a"), PlainNode("b")])
    log.restore(archive, into: moved)
    #expect(moved.selected?.restorationIdentifier == "b")
    #expect(moved.selectedIndex == 2)
    let gone = TabsNode("root", tabs: [PlainNode("a"), PlainNode("c")])
    gone.select(1)
    log.restore(archive, into: gone)
    #expect(gone.selectedIndex == 1)
    #expect(log.problems == [])
  }

  @Test func `navigation puts its screens back in order, up to the first that is missing`() {
    let log = TreeLog()
    let navigation = NavigationNode("nav", stack: [PlainNode("table")])
    for name in ["x", "y", "z"] { navigation.push(PlainNode(name)) }
    let archive = log.preserve(navigation)
    log.makers.app = { path, _ in
      path.count == 2 && path[1] != "table" ? PlainNode(path[1]) : nil
    }
    let table = PlainNode("table")
    let whole = NavigationNode("nav", stack: [table])
    log.restore(archive, into: whole)
    #expect(whole.stack.map(\.restorationIdentifier) == ["table", "x", "y", "z"])
    #expect(whole.stack.first === table)
    log.makers.app = { path, _ in
      path == ["nav", "y"] || path.count == 1 ? nil : PlainNode(path[1])
    }
    let cut = NavigationNode("nav", stack: [PlainNode("table")])
    log.restore(archive, into: cut)
    #expect(cut.stack.map(\.restorationIdentifier) == ["table", "x"])
  }

  @Test func `navigation keeps its stack only up to a screen without a name`() {
    let log = TreeLog()
    let navigation = NavigationNode(
      "nav", stack: [PlainNode("table"), PlainNode(nil), PlainNode("top")])
    let archive = log.preserve(navigation)
    #expect(archive.paths == ["nav", "nav/table", "nav/top"])
    log.makers.app = { path, _ in path == ["nav", "top"] ? PlainNode("top") : nil }
    let again = NavigationNode("nav", stack: [PlainNode("table")])
    log.restore(archive, into: again)
    #expect(again.stack.count == 1)
    #expect(again.pop() == nil)
  }

  @Test func `a web page comes back with its history, and is shown only after a reload`() throws {
    let log = TreeLog()
    let (first, second) = (try url("one"), try url("two"))
    let web = WebNode("web")
    web.open(first)
    web.open(second)
    web.goBack()
    web.zoom = 2
    web.scroll = 120
    let archive = log.preserve(web)
    var loaded: [URL] = []
    let again = WebNode("web") { loaded.append($0) }
    log.restore(archive, into: again)
    #expect(again.restoringState)
    #expect(again.shown == nil)
    #expect(again.page == first)
    #expect(log.preserve(again) == archive)
    again.appeared()
    #expect(!again.restoringState)
    #expect(again.shown == first)
    #expect(again.zoom == 2)
    #expect(again.scroll == 120)
    again.appeared()
    #expect(loaded == [first])
    again.goForward()
    #expect(loaded == [first, second])
    #expect(again.scroll == 0)
  }

  @Test func `a web page may wait for its reload`() throws {
    let log = TreeLog()
    let web = WebNode("web")
    web.open(try url("one"))
    let again = WebNode("web")
    again.reloadsOnAppearance = false
    log.restore(log.preserve(web), into: again)
    again.appeared()
    #expect(again.shown == nil)
    again.reload()
    #expect(again.shown == again.page)
    let never = WebNode("web")
    log.restore(log.preserve(WebNode("web")), into: never)
    never.appeared()
    #expect(never.page == nil)
  }

  @Test func `opening a page forgets those ahead`() throws {
    let web = WebNode("web")
    for name in ["a", "b", "c"] { web.open(try url(name)) }
    web.goBack()
    web.goBack()
    web.goBack()
    web.open(try url("d"))
    #expect(web.history.map(\.lastPathComponent) == ["a", "d"])
    web.goForward()
    #expect(web.index == 1)
  }

  @Test func `a damaged place in the history means a page that exists`() {
    let log = TreeLog()
    let state = ["history": #"["https://example.com/a"]"#, "index": "-7", "zoom": "[]"]
    let node = RestorationArchive.Node(
      path: ["web"], className: "SceneLifecycle.WebNode", state: state)
    let web = WebNode("web")
    log.restore(RestorationArchive(appVersion: 1, nodes: [node]), into: web)
    #expect(web.page?.lastPathComponent == "a")
    #expect(web.zoom == 1)
    #expect(log.codes == ["value-not-readable"])
  }

  @Test func `the restoring state lasts from decode to the first appearance in a visible place`() {
    let log = TreeLog()
    var appearances: [String] = []
    func tree() -> (tabs: TabsNode, screens: [ScreenNode]) {
      let screens = ["a", "b"].map { name in
        let screen = ScreenNode(name)
        screen.appear = { appearances.append("\(name) \($0)") }
        return screen
      }
      return (
        TabsNode(
          "tabs",
          tabs: screens.map {
            NavigationNode("nav-" + ($0.restorationIdentifier ?? ""), stack: [$0])
          }),
        screens
      )
    }
    let archive = log.preserve(tree().tabs)
    let (tabs, screens) = tree()
    screens[0].decode = { _ in #expect(screens[0].restoringState) }
    log.restore(archive, into: tabs)
    tabs.appeared()
    #expect(screens.map(\.restoringState) == [false, true])
    tabs.select(1)
    tabs.select(0)
    #expect(screens.map(\.restoringState) == [false, false])
    #expect(appearances == ["a true", "b true", "a false"])
  }

  @Test func `a list inside containers finds its rows as at the root`() throws {
    let log = TreeLog()
    let rows = Rows(["Santiago", "Cairo", "Paris", "Accra", "Rome"])
    func trees() -> (ListNode, ListNode, TabsNode) {
      let root = ListNode("root-list", list: ListState(of: rows) { rows.names.count })
      let inner = ListNode("list", list: ListState(of: rows) { rows.names.count })
      return (root, inner, TabsNode("tabs", tabs: [NavigationNode("nav", stack: [inner])]))
    }
    let before = trees()
    for node in [before.0, before.1] {
      try node.list.scroll(to: 2)
      try node.list.pick(4)
    }
    let archive = log.preserve(before.0, before.2)
    rows.names = ["Lima", "Accra", "Paris", "Rome"]
    let after = trees()
    log.restore(archive, into: after.0, after.2)
    for node in [after.0, after.1] {
      #expect(node.list.top == 2)
      #expect(node.list.picked == 3)
      #expect(node.restoringState)
    }
    rows.names = []
    let empty = trees()
    log.restore(archive, into: empty.0, empty.2)
    #expect(log.problems.map(\.address) == ["A/root-list", "A/tabs/nav/list"])
    #expect(log.codes == ["list-was-empty", "list-was-empty"])
    #expect(empty.1.list.top == 0)
  }

  private func url(_ name: String) throws -> URL {
    try #require(URL(string: "https://example.com/\(name)"))
  }
}
