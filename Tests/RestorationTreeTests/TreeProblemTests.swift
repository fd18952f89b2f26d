import RestorationTree
import SceneLifecycle
import SceneState
import Testing

struct TreeProblemTests {
  @Test func `every problem of trees and lists has a sentence, a place and a code`() throws {
    let log = TreeLog()
    log.preserve(PlainNode("a"), PlainNode("a"))
    log.restore(
      RestorationArchive(
        appVersion: 1, nodes: [.init(path: ["a/b"], className: "C", restorationClass: "App.Gone")]))
    #expect(
      log.problems.map(\.description) == [
        "A/a: another node has this path; this one is not kept [duplicate-path]",
        "A/a%2Fb: the screen cannot be made again: the app has no restoration class 'App.Gone' "
          + "[screen-not-restored]",
      ])
    let list = ListState(of: Rows(["Lima"])) { 1 }
    let refusal = #expect(throws: SceneProblem.self) { try list.scroll(to: 1) }
    #expect(refusal?.description == "the list has no such row: row 1 of 1 [no-such-row]")
  }
}
