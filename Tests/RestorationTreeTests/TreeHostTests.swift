import Foundation
import RestorationTree
import SceneLifecycle
import SceneState
import Testing

/// Trees as a host keeps and restores them, with what the app is asked.
struct TreeHostTests {
  private let store = SceneStore.temporary()

  /// A page under a root; made anew for each process.
  private final class Library: RestorableTreeApp {
    final class Delegate: SceneDelegate {}
    var manifest = SceneManifest(id: "com.example.library")
    var asked: [String] = []
    var savesState = true
    var restoresState = true
    var oldestVersion = 1
    var hasTree = true
    let page: WebNode
    let root: ScreenNode
    private(set) var loads = 0

    init() {
      page = WebNode("page")
      root = ScreenNode("root", children: [page])
    }

    func rootNodes(for scene: SceneID) -> [any RestorableNode] { hasTree ? [root] : [] }

    func shouldSaveState() -> Bool {
      asked.append("save")
      return savesState
    }

    func shouldRestoreState() -> Bool {
      asked.append("restore")
      return restoresState
    }

    func acceptsState(savedBy version: Int) -> Bool { version >= oldestVersion }

    func didDecodeRestorableState() { asked.append("decoded, restoring \(page.restoringState)") }

    func makeDelegate(
      for scene: ConnectedScene, options: ConnectionOptions
    ) -> any SceneDelegate {
      asked.append("connect, shown \(page.shown != nil)")
      return Delegate()
    }
  }

  private func host(_ app: Library, version: Int64 = 1) throws -> SceneHost {
    try store.flush()
    let host = SceneHost(app, store: store)
    host.appVersion = version
    return host
  }

  /// Runs a process that opens a page and goes to the background.
  private func keepPage(_ change: (Library) -> Void = { _ in }) throws -> Library {
    let app = Library()
    change(app)
    let host = try host(app)
    host.launch()
    app.page.open(try #require(URL(string: "https://example.com")))
    try host.bring("A", to: .background)
    return app
  }

  @Test func `an app is asked once for each window that is kept, and not if nothing is`() throws {
    #expect(try keepPage().asked == ["connect, shown false", "save"])
    let next = Library()
    try host(next).launch()
    #expect(next.asked == ["restore", "decoded, restoring true", "connect, shown false"])
  }

  @Test func `a restored page is shown when its window is active, after a reload`() throws {
    _ = try keepPage()
    let app = Library()
    let host = try host(app)
    host.launch()
    #expect(app.page.shown?.absoluteString == "https://example.com")
    #expect(!app.page.restoringState)
    // Seen once: what is decoded later waits for the next connection.
    try host.bring("A", to: .background)
    try host.bring("A", to: .foregroundActive)
    #expect(app.page.shown != nil)
  }

  @Test func `a window that comes back after the launch gets its tree, too`() throws {
    let app = Library()
    let host = try host(app)
    var events: [LifecycleEvent] = []
    host.launch()
    app.page.open(try #require(URL(string: "https://example.com")))
    try host.bring("A", to: .background)
    try host.bring("A", to: .unattached)
    host.observer = { events.append($0) }
    app.asked = []
    try host.reconnect("A")
    #expect(app.asked == ["restore", "decoded, restoring true", "connect, shown false"])
    #expect(app.page.shown != nil)
    // The callbacks of trees are events of a launch.
    #expect(!events.contains { if case .tree = $0 { true } else { false } })
    try host.bring("A", to: .background)
    try host.bring("A", to: .unattached)
    app.asked = []
    try host.reconnect("A")
    #expect(app.asked == ["decoded, restoring true", "connect, shown false"])
  }

  @Test func `keeping is no event, restoring is, before the first window connects`() throws {
    let first = Library()
    let kept = try host(first)
    var events: [String] = []
    func hear(_ event: LifecycleEvent) {
      if case .tree(let text) = event { events.append(text) }
      if case .willConnect = event { events.append("connect") }
      if case .didFinishLaunching = event { events.append("did finish") }
    }
    kept.observer = hear
    kept.launch()
    try kept.bring("A", to: .background)
    #expect(events == ["did finish", "connect"])
    events = []
    let host = try host(Library())
    host.observer = hear
    host.launch()
    #expect(
      events == [
        "shouldRestoreState", "create root", "create root/page", "decodeRestorableState root",
        "decodeRestorableState root/page", "didDecodeRestorableState",
        "applicationFinishedRestoringState root",
        "applicationFinishedRestoringState root/page", "did finish", "connect",
      ])
  }

  @Test func `a refused save keeps the older tree, an app without a tree does, too`() throws {
    _ = try keepPage()
    for change in [{ $0.savesState = false }, { $0.hasTree = false }] as [(Library) -> Void] {
      let app = Library()
      change(app)
      app.restoresState = false
      let host = try host(app)
      host.launch()
      #expect(app.page.history.isEmpty)
      try host.bring("A", to: .background)
    }
    let app = Library()
    try host(app).launch()
    #expect(app.page.history.count == 1)
  }

  @Test func `a tree of a version that is not accepted is left where it is`() throws {
    _ = try keepPage()
    let app = Library()
    app.oldestVersion = 2
    let host = try host(app, version: 2)
    host.launch()
    #expect(app.asked == ["restore", "connect, shown false"])
    #expect(app.page.history.isEmpty)
    // What was kept stays until the window goes to the background.
    #expect(host.session("A")?.record.archive?.appVersion == 1)
    try host.bring("A", to: .background)
    #expect(host.session("A")?.record.archive?.appVersion == 2)
  }
}
