import Foundation
import SceneLifecycle
import SceneState
import Testing

/// Tabs that a user opens, closes, orders and moves to other windows.
struct OpenTabsTests {
  private let list = SceneKey<[String]>("openTabs", default: [], scope: .scene)
  private let selected = SceneKey<String>.selectedTab(default: "")
  private let draft = SceneKey("draft", default: "")
  private let app = RecordingApp()

  private func host(_ store: SceneStore) -> SceneHost {
    SceneHost(app, store: store, profile: .macOS)
  }

  private func tabs(_ scene: ConnectedScene) -> OpenTabs {
    OpenTabs(scene, list: list, selected: selected)
  }

  private func first(_ host: SceneHost) throws -> OpenTabs {
    tabs(try #require(host.launch().first))
  }

  @Test func `closing selects the next one, else the one before, else none`() throws {
    let host = host(.inMemory())
    let tabs = try first(host)
    for name in ["a", "b", "c"] { try tabs.open(TabID(rawValue: name)) }
    tabs.select("b")
    try tabs.close("b")
    #expect(tabs.ids == ["a", "c"] && tabs.selected == "c")
    try tabs.close("c")
    #expect(tabs.selected == "a")
    try tabs.close("a")
    #expect(tabs.ids.isEmpty && tabs.selected == nil)
  }

  @Test func `a closed tab leaves nothing, and comes back if the app keeps it`() throws {
    let host = host(.inMemory())
    let tabs = try first(host)
    for name in ["a", "b", "c"] { try tabs.open(TabID(rawValue: name)) }
    tabs.scope(of: "a")[draft] = "lost"
    try tabs.close("a")
    #expect(try tabs.reopen() == nil)
    host.keepsClosedWindows = true
    let model = tabs.scope(of: "b")
    model[draft] = "kept"
    try tabs.close("b")
    #expect(model[draft] == "" && !model.contains(draft))
    #expect(try tabs.reopen() == "b")
    #expect(tabs.ids == ["b", "c"] && tabs.selected == "b")
    #expect(model[draft] == "kept")
    #expect(try tabs.reopen() == nil)
  }

  @Test func `a tab that is renamed keeps its values, its place and the selection`() throws {
    let tabs = try first(host(.inMemory()))
    for name in ["a", "b", "c"] { try tabs.open(TabID(rawValue: name)) }
    tabs.scope(of: "b")[draft] = "Tala"
    tabs.select("b")
    try tabs.rename("b", to: "x")
    #expect(tabs.ids == ["a", "x", "c"] && tabs.selected == "x")
    #expect(tabs.scope(of: "x")[draft] == "Tala" && tabs.scope(of: "b")[draft] == "")
    for name in ["", "a"] as [TabID] {
      #expect(throws: SceneProblem.self) { try tabs.rename("x", to: name) }
    }
    #expect(throws: SceneProblem.self) { try tabs.rename("b", to: "y") }
    #expect(tabs.ids == ["a", "x", "c"] && tabs.scope(of: "x")[draft] == "Tala")
  }

  @Test func `ten closed tabs are kept, and none whose name is in use again`() throws {
    let host = host(.inMemory())
    host.keepsClosedWindows = true
    let tabs = try first(host)
    let names = (0..<13).map { TabID(rawValue: "t\($0)") }
    for name in names {
      try tabs.open(name)
      tabs.scope(of: name)[draft] = name.rawValue
      try tabs.close(name)
    }
    try tabs.open("t12")
    #expect(tabs.scope(of: "t12")[draft] == "")
    try tabs.close("t12")
    var back: [TabID] = []
    while let tab = try tabs.reopen() { back.append(tab) }
    #expect(back == ["t12"] + names[3..<12].reversed())
    #expect(tabs.scope(of: "t11")[draft] == "t11" && tabs.scope(of: "t2")[draft] == "")
    #expect(tabs.scope(of: "t12")[draft] == "")
  }

  @Test func `as many closed tabs are kept as the app says, each for its list`() throws {
    let host = host(.inMemory())
    host.keepsClosedWindows = true
    let scene = try #require(host.launch().first)
    let name = SceneKey("names", default: [String]())
    func group(_ id: String) -> OpenTabs {
      OpenTabs(
        scene, list: name, selected: SceneKey("name", default: ""),
        scope: .scene.nested("group", id), keeping: 1)
    }
    let (left, right) = (group("left"), group("right"))
    for tab: TabID in ["a", "b"] {
      try left.open(tab)
      left.scope(of: tab)[draft] = tab.rawValue
    }
    try right.open("a")
    #expect(left.selected == "b" && right.selected == "a" && right.scope(of: "a")[draft] == "")
    try left.close("a")
    #expect(try right.reopen() == nil)
    #expect(right.ids == ["a"])
    try left.close("b")
    #expect(try left.reopen() == "b")
    #expect(try left.reopen() == nil)
    #expect(left.ids == ["b"] && left.scope(of: "b")[draft] == "b")
  }

  @Test func `tabs of the app are those of all windows, and each selects its own`() throws {
    let host = host(.inMemory())
    let list = SceneKey<[String]>("openTabs", default: [], scope: .app)
    let scene = try #require(host.launch().first)
    let mine = OpenTabs(scene, list: list, selected: selected)
    let other = mine.inWindow(try host.open())
    try mine.open("a")
    try mine.open("b")
    mine.scope(of: "a")[draft] = "one"
    #expect(other.ids == ["a", "b"] && mine.selected == "b" && other.selected == "a")
    #expect(other.scope(of: "a")[draft] == "one")
    #expect(throws: SceneProblem.self) { try mine.move("a", to: other) }
    try mine.close("a")
    #expect(other.selected == "b" && !other.scope(of: "a").contains(draft))
  }

  @Test func `a tab moves with its values, and a name that is taken is another one`() throws {
    let host = host(.inMemory())
    let mine = try first(host)
    let other = mine.inWindow(try host.open())
    try mine.open("a")
    try mine.open("b")
    try other.open("a")
    mine.scope(of: "a")[draft] = "mine"
    other.scope(of: "a")[draft] = "other"
    #expect(throws: SceneProblem.self) { try mine.move("a", to: other) }
    #expect(throws: SceneProblem.self) { try mine.move("z", to: other) }
    #expect(mine.ids == ["a", "b"] && other.ids == ["a"])
    #expect(try mine.move("a", to: other, at: 0, orAs: "a2") == "a2")
    #expect(mine.ids == ["b"] && other.ids == ["a2", "a"] && other.selected == "a2")
    #expect(other.scope(of: "a2")[draft] == "mine" && other.scope(of: "a")[draft] == "other")
    #expect(!mine.scope(of: "a").contains(draft))
  }

  @Test func `a tab that is torn off is in one window, whenever the process dies`() async throws {
    let folder = try LaunchFolder()
    let path = folder.store.path
    await #expect(processExitsWith: .exitCode(7)) { [path = path as String] in
      let tests = OpenTabsTests()
      let store = try SceneStore.open(URL(filePath: path))
      let host = tests.host(store)
      let mine = try tests.first(host)
      try mine.open("a")
      mine.scope(of: "a")[tests.draft] = "torn"
      try store.flush()
      tests.app.onChange = { scene, _ in if scene.id == "B" { _exit(7) } }
      _ = try store.tick { () throws(SceneProblem) in
        try mine.move("a", to: mine.inWindow(try host.open()))
      }
    }
    let store = try SceneStore.open(folder.store)
    let host = host(store)
    let tabs = try first(host)
    #expect(host.scenes.map(\.id) == ["A"] && tabs.ids == ["a"])
    #expect(tabs.scope(of: "a")[draft] == "torn")
    app.onChange = nil
    let other = try store.tick { () throws(SceneProblem) in
      let other = tabs.inWindow(try host.open())
      try tabs.move("a", to: other)
      return other
    }
    #expect(other.scope(of: "a")[draft] == "torn" && other.ids == ["a"] && tabs.ids.isEmpty)
    store.close()
  }

  @Test func `saved tabs stand where they stood when a window has waited`() throws {
    var kind = SceneDeclaration.main
    kind.restoresOnDemand = true
    app.manifest.scenes = [kind]
    let host = host(.inMemory())
    try first(host).replace(with: ["a", "b"])
    try host.bring("A", to: .unattached)
    let tabs = tabs(try host.reconnect("A"))
    #expect(tabs.ids.isEmpty && tabs.scene?.awaitsRestoration == true)
    try tabs.open("c")
    try tabs.open("b")
    #expect(tabs.ids == ["b", "c"] && tabs.selected == "b")
    try tabs.close("b")
    #expect(tabs.ids == ["c"])
    try host.restore("A")
    #expect(tabs.ids == ["a", "c"] && tabs.selected == "c")
  }

  @Test func `the selected tab stands for those of the default while a window waits`() throws {
    var kind = SceneDeclaration.main
    kind.restoresOnDemand = true
    app.manifest.scenes = [kind]
    let host = host(.inMemory())
    let list = SceneKey<[String]>("openTabs", default: ["a"], scope: .scene)
    func tabs(_ scene: ConnectedScene) -> OpenTabs {
      OpenTabs(scene, list: list, selected: selected)
    }
    let first = tabs(try #require(host.launch().first))
    #expect(first.ids == ["a"])
    try first.replace(with: ["a", "b", "c"])
    first.select("b")
    first.scope(of: "a")[draft] = "kept"
    try host.bring("A", to: .unattached)
    let again = tabs(try host.reconnect("A"))
    #expect(again.ids == ["b"] && again.scene?.awaitsRestoration == true)
    again.scope(of: "b")[draft] = "new"
    try host.restore("A")
    #expect(again.ids == ["a", "b", "c"] && again.scope(of: "a")[draft] == "kept")
    #expect(again.scope(of: "b")[draft] == "new")
  }

  @Test func `what is wrong changes nothing`() throws {
    let tabs = try first(host(.inMemory()))
    try tabs.open("a")
    #expect(throws: SceneProblem.self) { try tabs.replace(with: ["a", "a"]) }
    #expect(throws: SceneProblem.self) { try tabs.open("") }
    #expect(tabs.ids == ["a"] && tabs.selected == "a")
  }

  @Test func `values of transient keys go with their tab`() throws {
    let host = host(.inMemory())
    host.keepsClosedWindows = true
    let tabs = try first(host)
    let process = SceneKey("process", default: "", options: .transient)
    try tabs.open("a")
    tabs.scope(of: "a")[process] = "top"
    try tabs.close("a")
    #expect(tabs.scope(of: "a")[process] == "")
    #expect(try tabs.reopen() == "a")
    #expect(tabs.scope(of: "a")[process] == "top")
    let other = tabs.inWindow(try host.open())
    try tabs.move("a", to: other)
    #expect(other.scope(of: "a")[process] == "top")
    #expect(tabs.scope(of: "a")[process] == "")
  }

  @Test func `a private window forgets its closed tabs`() throws {
    let app = PrivateApp()
    let host = SceneHost(app, store: .inMemory(), profile: .macOS)
    host.keepsClosedWindows = true
    host.launch()
    let tabs = tabs(try host.open(scene: "secret"))
    try tabs.open("a")
    tabs.scope(of: "a")[draft] = "secret"
    try tabs.close("a")
    #expect(try tabs.reopen() == nil)
    #expect(tabs.scope(of: "a")[draft] == "")
  }
}

/// An app with a private window beside the usual one.
private final class PrivateApp: SceneApp {
  let manifest: SceneManifest

  init() {
    var secret = SceneDeclaration("secret", isRestorable: false)
    secret.isPrivate = true
    manifest = SceneManifest(id: "com.example.private", scenes: [.main, secret])
  }

  func makeDelegate(
    for scene: ConnectedScene, options: ConnectionOptions
  ) -> any SceneDelegate { Delegate() }

  private final class Delegate: SceneDelegate {}
}
