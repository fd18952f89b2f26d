import RestorationTree
import SceneLifecycle
import SceneState
import Testing

struct TreeRestoringTests {
  private func saved(_ path: String..., by maker: String? = nil) -> RestorationArchive.Node {
    RestorationArchive.Node(
      path: path, className: "RestorationTreeTests.PlainNode", restorationClass: maker,
      state: ["text": #""saved""#])
  }

  private func archive(_ nodes: RestorationArchive.Node...) -> RestorationArchive {
    RestorationArchive(appVersion: 1, nodes: nodes)
  }

  @Test func `all are created, then all decode, then the app, then each node hears it`() {
    let log = TreeLog()
    log.makers.didDecode = { #expect(log.texts.last == "didDecodeRestorableState") }
    let child = PlainNode("child")
    let tree = log.restore(
      archive(saved("root"), saved("root", "child")), into: PlainNode("root", [child]))
    #expect(
      log.texts == [
        "shouldRestoreState", "create root", "create root/child", "decodeRestorableState root",
        "decodeRestorableState root/child", "didDecodeRestorableState",
        "applicationFinishedRestoringState root", "applicationFinishedRestoringState root/child",
      ])
    #expect(child.text == "saved")
    #expect(child.finishCount == 1)
    #expect(tree.nodes[["root", "child"]] === child)
    #expect(tree.roots.count == 1)
  }

  @Test func `windows are restored together, pass by pass`() {
    let log = TreeLog()
    let windows = ["a", "b"].map { name in
      TreeArchiver.Window(
        SceneID(rawValue: name.uppercased()), roots: [PlainNode(name)],
        archive: archive(saved(name)))
    }
    let trees = log.restore(windows)
    #expect(
      log.texts == [
        "shouldRestoreState", "create a", "create b", "decodeRestorableState a",
        "decodeRestorableState b", "didDecodeRestorableState",
        "applicationFinishedRestoringState a", "applicationFinishedRestoringState b",
      ])
    #expect(trees.count == 2)
  }

  @Test func `nothing happens without an archive, and nothing more if the app refuses`() {
    let log = TreeLog()
    let windows = [TreeArchiver.Window("A", roots: [PlainNode("root")])]
    #expect(log.restore(windows).isEmpty)
    #expect(log.texts == [])
    log.makers.shouldRestore = false
    let root = PlainNode("root")
    log.restore(archive(saved("root")), into: root)
    #expect(log.texts == ["shouldRestoreState"])
    #expect(!root.hasDecoded)
  }

  @Test func `a version that is not accepted restores nothing in that window`() {
    let log = TreeLog()
    log.makers.oldestVersion = 2
    let root = PlainNode("root")
    log.restore(archive(saved("root")), into: root)
    #expect(log.texts == ["shouldRestoreState"])
    #expect(!root.hasDecoded)
  }

  @Test func `a restoration class decides alone`() {
    let log = TreeLog()
    log.makers.classes = [GoodMaker.self, RefusingMaker.self]
    log.makers.app = { path, _ in path == ["no"] ? PlainNode("no") : nil }
    let existing = PlainNode("yes")
    let tree = log.restore(
      archive(
        saved("yes", by: "RestorationTreeTests.GoodMaker"),
        saved("no", by: "RestorationTreeTests.RefusingMaker")),
      into: existing, PlainNode("no"))
    #expect(tree.nodes[["yes"]] !== existing)
    #expect((tree.nodes[["yes"]] as? PlainNode)?.text == "saved")
    #expect(tree.nodes[["no"]] == nil)
    #expect(log.texts.filter { $0.hasPrefix("create") } == ["create yes"])
    #expect(log.problems == [])
  }

  @Test(arguments: ["RestorationTreeTests.RefusingMaker", "App.Gone"])
  func `what hangs below a node that its class refuses is neither made nor decoded`(
    _ class: String
  ) {
    let log = TreeLog()
    log.makers.classes = [RefusingMaker.self]
    var asked: [[String]] = []
    log.makers.app = { path, _ in
      asked.append(path)
      return PlainNode(path.last)
    }
    let tree = log.restore(
      archive(
        saved("no", by: `class`), saved("no", "child"), saved("no", "child", "leaf"),
        saved("yes")))
    #expect(asked == [["yes"]])
    #expect(tree.nodes.keys.sorted { $0.count < $1.count } == [["yes"]])
    #expect(log.texts.count { $0.hasPrefix("decodeRestorableState") } == 1)
  }

  @Test func `a class the app does not know leaves its node out and is told`() {
    let log = TreeLog()
    let tree = log.restore(archive(saved("x", by: "App.Gone")), into: PlainNode("x"))
    #expect(tree.nodes.isEmpty)
    #expect(log.codes == ["screen-not-restored"])
    #expect(log.problems.first?.description.contains("'App.Gone'") == true)
  }

  @Test func `the tree that exists names the classes of its nodes`() {
    let log = TreeLog()
    let child = PlainNode("child")
    child.restorationClass = GoodMaker.self
    let root = PlainNode("root", [child])
    let tree = log.restore(
      archive(saved("root"), saved("root", "new", by: "RestorationTreeTests.GoodMaker")), into: root
    )
    #expect(tree.nodes[["root", "new"]] != nil)
  }

  @Test func `then the app is asked, then an object of that path, then the template`() {
    let log = TreeLog()
    var asked: [String] = []
    log.makers.app = { path, _ in
      asked.append("app \(path[0])")
      return path == ["a"] ? PlainNode("a") : nil
    }
    log.makers.template = { path, _ in
      asked.append("template \(path[0])")
      return path == ["c"] ? PlainNode("c") : nil
    }
    let (a, b) = (PlainNode("a"), PlainNode("b"))
    let tree = log.restore(
      archive(saved("a"), saved("b"), saved("c"), saved("d")), into: a, b)
    #expect(asked == ["app a", "app b", "app c", "template c", "app d", "template d"])
    #expect(
      log.texts.filter { $0.hasPrefix("create") } == ["create a", "create b", "create c"])
    #expect(tree.nodes[["a"]] !== a && tree.nodes[["b"]] === b)
    #expect(tree.nodes[["d"]] == nil)
    #expect(tree.roots.count == 3)
  }

  @Test func `an existing object needs exactly that path`() {
    let log = TreeLog()
    let elsewhere = PlainNode("list")
    let tree = log.restore(
      archive(saved("root"), saved("root", "list")),
      into: PlainNode("root", [PlainNode("box", [elsewhere])]))
    #expect(tree.nodes[["root", "list"]] == nil)
    #expect(!elsewhere.hasDecoded)
  }

  @Test func `the children of a node that was made are existing objects, too`() {
    let log = TreeLog()
    let inner = PlainNode("inner")
    let old = PlainNode("inner")
    log.makers.app = { path, _ in path == ["root"] ? PlainNode("root", [inner]) : nil }
    log.restore(
      archive(saved("root"), saved("root", "inner")), into: PlainNode("root", [old]))
    #expect(inner.text == "saved")
    #expect(!old.hasDecoded)
  }

  @Test func `an object of another class is not decoded`() {
    let log = TreeLog()
    let other = DetailNode("root")
    let tree = log.restore(archive(saved("root")), into: other)
    #expect(!other.hasDecoded)
    #expect(other.finishCount == 0)
    #expect(tree.nodes[["root"]] === other)
    #expect(log.texts == ["shouldRestoreState", "create root", "didDecodeRestorableState"])
  }

  @Test func `what a factory forgets to set is missing from the next archive`() throws {
    let log = TreeLog()
    log.makers.classes = [ForgetfulMaker.self]
    let root = PlainNode("root")
    let tree = log.restore(
      archive(saved("root"), saved("root", "child", by: "RestorationTreeTests.ForgetfulMaker")),
      into: root)
    let child = try #require(tree.nodes[["root", "child"]] as? PlainNode)
    #expect(child.text == "saved")
    root.restorableChildren = [child]
    #expect(log.preserve(root).paths == ["root"])
    child.restorationIdentifier = "child"
    // The class is still missing, so next time nobody knows who makes it.
    #expect(log.preserve(root).nodes.map(\.restorationClass) == [nil, nil])
  }

  @Test func `factories learn the path, the window and what was kept`() {
    let log = TreeLog()
    var seen: [String] = []
    log.makers.app = { path, coder in
      let text = coder.decode(String.self, forKey: "text") ?? ""
      seen = path + coder.path + [coder.sceneID?.rawValue ?? "", text]
      return nil
    }
    log.restore(archive(saved("a", "b")), into: PlainNode("a"))
    #expect(seen == ["a", "b", "a", "b", "A", "saved"])
  }

  @Test func `a class on the main actor conforms as it is`() async {
    await MainActor.run {
      let log = TreeLog()
      log.makers.classes = [MainScreen.self]
      let screen = MainScreen("screen", word: "hello")
      let tree = log.restore(log.preserve(screen))
      #expect((tree.nodes[["screen"]] as? MainScreen)?.word == "hello")
      #expect(tree.nodes[["screen"]] !== screen)
    }
  }

  @Test func `an app that keeps its tree is asked through its protocol`() {
    let app = TreeApp()
    let windows = [
      TreeArchiver.Window("A", roots: app.rootNodes(for: "A"), archive: archive(saved("root")))
    ]
    let trees = TreeArchiver.restore(
      windows, of: app, mayRestore: app.shouldRestoreState, tell: nil, report: { _, _ in })
    #expect(app.calls == ["restore?", "version 1", "node root", "decoded"])
    #expect(trees["A"]?.nodes[["root"]] === app.root)
  }
}

@MainActor private final class MainScreen: RestorableNode, NodeRestoring {
  let restorationIdentifier: String?
  var restorationClass: (any NodeRestoring.Type)? { MainScreen.self }
  var word: String

  init(_ identifier: String?, word: String) {
    restorationIdentifier = identifier
    self.word = word
  }

  func encodeRestorableState(with coder: RestorationCoder) { coder.encode(word, forKey: "word") }

  func decodeRestorableState(with coder: RestorationCoder) {
    word = coder.decode(String.self, forKey: "word") ?? ""
  }

  static func node(path: [String], coder: RestorationCoder) -> (any RestorableNode)? {
    MainScreen(path.last, word: "")
  }
}

private final class TreeApp: RestorableTreeApp {
  final class Delegate: SceneDelegate {}
  let manifest = SceneManifest(id: "com.example.tree")
  let root = PlainNode("root")
  var calls: [String] = []

  func makeDelegate(
    for scene: ConnectedScene, options: ConnectionOptions
  ) -> any SceneDelegate { Delegate() }
  func rootNodes(for scene: SceneID) -> [any RestorableNode] { [root] }
  func shouldRestoreState() -> Bool {
    calls.append("restore?")
    return true
  }
  func acceptsState(savedBy version: Int) -> Bool {
    calls.append("version \(version)")
    return true
  }
  func node(path: [String], coder: RestorationCoder) -> (any RestorableNode)? {
    calls.append("node \(path[0])")
    return nil
  }
  func didDecodeRestorableState() { calls.append("decoded") }
}
