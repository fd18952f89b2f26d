import Foundation
import RestorationTree
import SceneLifecycle
import SceneState
import Testing

private final class Box<Content>: PlainNode {}
private enum Own {
  enum RestorationTree { final class Page: PlainNode {} }
}

/// The names of classes as they were stored when trees were part of `SceneLifecycle`.
struct StoredClassTests {
  /// The nodes that have one class each, made by versions with and without this module.
  private let nodes: [(name: String, text: String)] = [
    ("SceneLifecycle.TabsNode", #""path":["root"],"state":{"selected":"\"world\""}"#),
    (
      "RestorationTreeTests.Box<SceneLifecycle.TabsNode>",
      #""path":["root","box"],"state":{"text":"\"kept\""}"#
    ),
    (
      "SceneLifecycle.NavigationNode",
      #""path":["root","world"],"state":{"stack":"[[\"root\",\"world\",\"table\"],"#
        + #"[\"root\",\"world\",\"detail\"],[\"root\",\"world\",\"web\"]]"}"#
    ),
    (
      "SceneLifecycle.ListNode",
      #""path":["root","world","table"],"state":{"position":"{\"top\":\"Accra\",\"top-row\":1}"}"#
    ),
    (
      "SceneLifecycle.ScreenNode",
      #""path":["root","world","detail"],"state":{"country":"\"Lima\""}"#
    ),
    (
      "SceneLifecycle.WebNode",
      #""path":["root","world","web"],"state":{"history":"[\"https://example.com\"]","#
        + #""index":"0","scroll":"0","zoom":"1"}"#
    ),
  ]

  private var kept: String {
    let list = nodes.map { #"{"class":"\#($0.name)",\#($0.text)}"# }
    return #"{"format":1,"nodes":[\#(list.joined(separator: ","))],"version":1}"#
  }

  /// The objects of one process.
  private struct Objects {
    let rows = Rows(["Lima", "Accra"])
    let box = Box<TabsNode>("box")
    let table: ListNode
    let detail = ScreenNode("detail")
    let web = WebNode("web")
    let tabs: TabsNode

    init() {
      table = ListNode("table", list: ListState(of: rows) { [rows] in rows.names.count })
      let world = NavigationNode("world", stack: [table, detail, web])
      tabs = TabsNode("root", tabs: [box, world])
    }
  }

  @Test func `nodes are kept byte for byte under the names they always had`() throws {
    let objects = Objects()
    objects.tabs.select(1)
    objects.box.text = "kept"
    try objects.table.list.scroll(to: 1)
    objects.detail.encode = { $0.encode("Lima", forKey: "country") }
    objects.web.open(try #require(URL(string: "https://example.com")))
    let archive = TreeLog().preserve(objects.tabs)
    #expect(String(decoding: archive.bytes, as: UTF8.self) == kept)
  }

  @Test func `nodes decode what was kept when they were in another module`() throws {
    let objects = Objects()
    var country: String?
    objects.detail.decode = { country = $0.decode(String.self, forKey: "country") }
    let log = TreeLog()
    log.restore(try RestorationArchive(read: Array(kept.utf8)), into: objects.tabs)
    let (created, decoded) = ("create ", "decodeRestorableState ")
    #expect(
      log.texts.filter { $0.hasPrefix(created) }.map { $0.dropFirst(created.count) }
        == log.texts.filter { $0.hasPrefix(decoded) }.map { $0.dropFirst(decoded.count) })
    #expect(objects.tabs.selectedIndex == 1)
    #expect(objects.box.text == "kept")
    #expect(objects.table.list.top == 1)
    #expect(country == "Lima")
    #expect(objects.web.history.count == 1)
  }

  @Test func `types of the app that are called like the module keep their names`() {
    let archive = TreeLog().preserve(Own.RestorationTree.Page("page"))
    #expect(archive.nodes.map(\.className) == ["RestorationTreeTests.Own.RestorationTree.Page"])
  }
}
