import RestorationTree
import SceneLifecycle
import SceneState
import Testing

struct TreePreservingTests {
  @Test func `only nodes with an identifier are kept, and one without takes its subtree out`() {
    let log = TreeLog()
    let lost = PlainNode(nil, [PlainNode("below")])
    let empty = PlainNode("", [PlainNode("below")])
    let archive = log.preserve(PlainNode("root", [PlainNode("a", [PlainNode("b")]), lost, empty]))
    #expect(archive.paths == ["root", "root/a", "root/a/b"])
    #expect(log.problems == [])
  }

  @Test func `every root is walked, and a nameless root is left out`() {
    let archive = TreeLog().preserve(
      PlainNode("one", [PlainNode("x")]), PlainNode(nil, [PlainNode("y")]), PlainNode("two"))
    #expect(archive.paths == ["one", "one/x", "two"])
  }

  @Test func `a second node of one path is a problem and left out with its subtree`() {
    let log = TreeLog()
    let first = PlainNode("a")
    first.text = "first"
    let archive = log.preserve(
      PlainNode("root", [first, PlainNode("a", [PlainNode("b")]), PlainNode("c")]))
    #expect(archive.paths == ["root", "root/a", "root/c"])
    #expect(archive.nodes[1].state == ["text": #""first""#])
    #expect(log.codes == ["duplicate-path"])
    #expect(log.problems.first?.address == "A/root/a")
  }

  @Test func `names that look the same are the same`() {
    let log = TreeLog()
    let archive = log.preserve(PlainNode("e\u{301}"), PlainNode("\u{e9}"))
    #expect(archive.nodes.map { Array($0.path[0].utf8) } == [Array("\u{e9}".utf8)])
    #expect(log.codes == ["duplicate-path"])
  }

  @Test func `one object in two places is kept in both`() {
    let log = TreeLog()
    let shared = PlainNode("shared")
    let archive = log.preserve(PlainNode("a", [shared]), PlainNode("b", [shared]))
    #expect(archive.paths == ["a", "a/shared", "b", "b/shared"])
    #expect(log.problems == [])
  }

  @Test func `a tree that holds itself ends`() {
    let log = TreeLog()
    let root = PlainNode("root")
    let child = PlainNode("child", [root])
    root.restorableChildren = [child]
    #expect(log.preserve(root).paths == ["root", "root/child"])
    #expect(log.codes == ["duplicate-path"])
    root.restorableChildren = []
  }

  @Test func `the tree ends at 64 levels and 10,000 nodes`() {
    let log = TreeLog()
    var deep = PlainNode("leaf")
    for _ in 0..<200 { deep = PlainNode("n", [deep]) }
    #expect(log.preserve(deep).nodes.map(\.path.count).max() == 64)
    #expect(log.codes == ["tree-too-deep"])
    let wide = PlainNode("root", (0..<10_001).map { PlainNode("n\($0)") })
    #expect(log.preserve(wide).nodes.count == 10_000)
    #expect(log.codes == ["tree-too-deep", "scene-too-large"])
  }

  @Test func `a tree larger than any reader takes is not kept`() {
    let log = TreeLog()
    let text = String(repeating: "x", count: 1_000_000)
    let nodes = (0..<5).map { index in
      let node = PlainNode("n\(index)")
      node.text = text
      return node
    }
    #expect(log.preserve(PlainNode("root", nodes)).appVersion == -1)
    #expect(log.codes == ["scene-too-large"])
  }

  @Test func `the classes are kept with the nodes, the same in every process`() {
    let made = PlainNode("made")
    made.restorationClass = GoodMaker.self
    final class Local: PlainNode {}
    let archive = TreeLog().preserve(made, Local("local"), Generic<Local>("generic"))
    #expect(archive.nodes[0].className == "RestorationTreeTests.PlainNode")
    #expect(archive.nodes[0].restorationClass == "RestorationTreeTests.GoodMaker")
    #expect(archive.nodes[1].className == "RestorationTreeTests.TreePreservingTests.Local")
    #expect(
      archive.nodes[2].className
        == "RestorationTreeTests.Generic<RestorationTreeTests.TreePreservingTests.Local>")
  }

  @Test func `callbacks run in the scope of their window`() {
    let store = SceneStore.temporary()
    let screen = ScreenNode("screen")
    var seen: SceneID?
    screen.encode = { seen = $0.sceneID == "A" ? SceneScope.current?.sceneID : nil }
    let window = TreeArchiver.Window("A", roots: [screen], scope: store.scene("A"))
    #expect(TreeArchiver.preserve(window, appVersion: 1) { _ in } != nil)
    #expect(seen == "A")
  }
}

private final class Generic<Content>: PlainNode {}
