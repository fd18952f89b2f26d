import Foundation
import RestorationTree
import SceneLifecycle
import SceneState
import Testing

/// A tab bar, a table in a navigation stack, a detail screen and a web page, over two processes.
struct TreeJourneyTests {
  /// The objects of one process; a restoration class needs a way to them.
  @MainActor private final class Atlas: @MainActor RestorableTreeApp {
    final class Delegate: SceneDelegate {}
    /// What the running process is; restoration classes are types and have no owner.
    static var running: Atlas?

    let manifest = SceneManifest(id: "com.example.atlas")
    let rows: Rows
    let table: ListNode
    let world: NavigationNode
    let tabs: TabsNode
    var acceptedVersion = 1
    var setsIdentifier = true

    init(_ capitals: [String]) {
      let rows = Rows(capitals)
      self.rows = rows
      table = ListNode("table", list: ListState(of: rows) { rows.names.count })
      world = NavigationNode("world", stack: [table])
      tabs = TabsNode("root", tabs: [ScreenNode("settings"), world])
      Atlas.running = self
    }

    var restorationClasses: [any NodeRestoring.Type] { [DetailMaker.self] }
    func rootNodes(for scene: SceneID) -> [any RestorableNode] { [tabs] }
    func acceptsState(savedBy version: Int) -> Bool { version == acceptedVersion }

    func node(path: [String], coder: RestorationCoder) -> (any RestorableNode)? {
      path.last == "web" ? WebNode("web") : nil
    }

    func makeDelegate(
      for scene: ConnectedScene, options: ConnectionOptions
    ) -> any SceneDelegate { Delegate() }

    func detail(_ capital: String) -> ScreenNode {
      let detail = ScreenNode(
        setsIdentifier ? "detail" : nil, restorationClass: DetailMaker.self)
      detail.encode = { $0.encode(capital, forKey: "capital") }
      return detail
    }

    func preserve() throws -> [UInt8] {
      let window = TreeArchiver.Window("A", roots: rootNodes(for: "A"))
      return try #require(TreeArchiver.preserve(window, appVersion: 1) { _ in }).bytes
    }

    func restore(_ bytes: [UInt8]) throws {
      let window = TreeArchiver.Window(
        "A", roots: rootNodes(for: "A"), archive: try RestorationArchive(read: bytes))
      _ = TreeArchiver.restore(
        [window], of: self, mayRestore: { true }, tell: nil, report: { _, _ in })
    }
  }

  @MainActor private enum DetailMaker: NodeRestoring {
    static func node(path: [String], coder: RestorationCoder) -> (any RestorableNode)? {
      guard let app = Atlas.running, let capital = coder.decode(String.self, forKey: "capital"),
        app.rows.names.contains(capital)
      else { return nil }
      return app.detail(capital)
    }
  }

  @MainActor private func savedByFirstProcess() throws -> [UInt8] {
    let app = Atlas(["Santiago", "Cairo", "Accra", "Rome"])
    app.tabs.select(1)
    try app.table.list.scroll(to: 1)
    try app.table.list.pick(2)
    app.world.push(app.detail("Accra"))
    let web = WebNode("web")
    web.open(try #require(URL(string: "https://example.com/accra")))
    web.scroll = 300
    app.world.push(web)
    return try app.preserve()
  }

  @MainActor @Test func `everything comes back in a new process, and is kept again as it was`()
    throws
  {
    let bytes = try savedByFirstProcess()
    let app = Atlas(["Accra", "Cairo"])
    try app.restore(bytes)
    #expect(app.tabs.selectedIndex == 1)
    #expect([app.table.list.top, app.table.list.picked] == [1, 0])
    #expect(
      app.world.stack.map(\.restorationIdentifier) == ["table", "detail", "web"])
    let web = try #require(app.world.top as? WebNode)
    #expect(web.shown == nil)
    app.tabs.appeared()
    #expect(web.shown?.lastPathComponent == "accra")
    #expect(web.scroll == 300)
    #expect(
      try RestorationArchive(read: app.preserve()).paths
        == RestorationArchive(read: bytes).paths)
  }

  @MainActor @Test func `an app on the main actor gets its tree back from its host`() throws {
    let store = SceneStore.temporary()
    let first = Atlas(["Santiago", "Cairo"])
    let kept = SceneHost(first, store: store)
    kept.launch()
    first.tabs.select(1)
    try first.table.list.pick(1)
    try kept.bring("A", to: .background)
    try store.flush()
    let app = Atlas(["Cairo", "Santiago"])
    SceneHost(app, store: store).launch()
    #expect(app.tabs.selectedIndex == 1)
    #expect(app.table.list.picked == 0)
    #expect(!app.tabs.restoringState)
  }

  @MainActor @Test func `a detail of a country that is gone is left out with what was above it`()
    throws
  {
    let bytes = try savedByFirstProcess()
    let next = Atlas(["Santiago", "Cairo"])
    try next.restore(bytes)
    #expect(next.world.stack.map(\.restorationIdentifier) == ["table"])
    #expect(next.table.list.picked == nil)
    #expect(
      try RestorationArchive(read: next.preserve()).paths.contains("root/world/web") == false)
  }

  @MainActor @Test func `a factory that forgets the identifier loses its screen the next time`()
    throws
  {
    let bytes = try savedByFirstProcess()
    let app = Atlas(["Accra"])
    app.setsIdentifier = false
    try app.restore(bytes)
    #expect(app.world.stack.count == 3)
    let next = Atlas(["Accra"])
    let again = try app.preserve()
    try next.restore(again)
    #expect(next.world.stack.count == 1)
  }

  @MainActor @Test func `state of a version that is not accepted is not used`() throws {
    let bytes = try savedByFirstProcess()
    let app = Atlas(["Accra"])
    app.acceptedVersion = 2
    try app.restore(bytes)
    #expect(app.tabs.selectedIndex == 0)
    #expect(app.world.stack.count == 1)
  }
}
