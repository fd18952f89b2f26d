import LMDB
import SceneState
import Synchronization
import Testing

/// The first read of a property by several threads at once; `Scripts/check-sanitizer` watches it.
@Suite struct FirstReadTests {
  private final class Model: SceneScoped {
    let sceneScope: SceneScope
    @SceneStorage("number") var number = 7
    @SceneStorage("text") var text = "default"
    init(_ scope: SceneScope) { sceneScope = scope }
  }

  @Test func `threads that read a property first all find its one value`() throws {
    let scope = SceneStore.temporary().scene("A")
    scope[SceneKey("text", default: "default")] = "stored"
    for _ in 0..<50 {
      // NB: nobody assigns, and reads are what is tried here.
      nonisolated(unsafe) let model = Model(scope)
      let right = Counter()
      let threads = try (0..<4).map { _ in
        try WorkerThread(name: "reads", stackBytes: 1 << 20) {
          if unsafe model.number == 7, unsafe model.text == "stored" { right.add() }
        }
      }
      for thread in threads { thread.join() }
      #expect(right.value == 4)
    }
  }
}
