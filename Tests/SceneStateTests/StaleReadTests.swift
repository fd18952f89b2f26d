import LMDB
import SceneState
import Synchronization
import Testing

/// A commit that changes a scope while somebody reads it for the first time.
@Suite struct StaleReadTests {
  private let word = SceneKey("word", default: "")

  @Test func `a value that is replaced while it is being decoded is read anew`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      store.scene("A")[Slow.key] = Slow(text: "old")
      store.scene("B")[Slow.key] = Slow(text: "new")
    }
    try folder.withStore { store in
      // A read of the text does not meet the pause, and has the scene's range read.
      _ = store.scene("A")[word]
      let read = Texts()
      Slow.pause.arm()
      let reader = try WorkerThread(name: "reader", stackBytes: 1 << 20) {
        read.add(store.scene("A")[Slow.key].text)
      }
      #expect(Slow.pause.waitUntilMet())
      try store.scene("B").copy(to: store.scene("A"))
      Slow.pause.end()
      reader.join()
      #expect(read.all == ["new"])
      #expect(store.scene("A")[Slow.key].text == "new")
    }
  }

  @Test func `a first read never keeps what a commit replaced meanwhile`() throws {
    let folder = try StoreFolder()
    let scenes = (0..<20).map { SceneID(rawValue: "scene\($0)") }
    let source: SceneID = "source"
    try folder.withStore { store in
      store.tick {
        for scene in scenes {
          store.scene(scene)[word] = "old"
          // Enough for the copy to be committed while the range is being read.
          for index in 0..<1_500 { store.scene(scene)[SceneKey("filler\(index)", default: 0)] = 1 }
        }
        store.scene(source)[word] = "new"
      }
    }
    try folder.withStore { store in
      let turn = Atomic(-1)
      let done = Atomic(-1)
      let reader = try WorkerThread(name: "reader", stackBytes: 1 << 20) {
        for (index, scene) in scenes.enumerated() {
          while turn.load(ordering: .acquiring) < index {}
          _ = store.scene(scene).selectedTab
          done.store(index, ordering: .releasing)
        }
      }
      for (index, scene) in scenes.enumerated() {
        turn.store(index, ordering: .releasing)
        #expect(throws: Never.self) { try store.scene(source).copy(to: store.scene(scene)) }
        while done.load(ordering: .acquiring) < index {}
      }
      reader.join()
      let stale = scenes.filter { store.scene($0)[word] != "new" }
      #expect(stale.isEmpty, "\(stale.count) of \(scenes.count)")
    }
  }
}

/// A value whose decoding waits where a test wants it to.
private struct Slow: Codable, Sendable {
  static let key = SceneKey("slow", default: Slow(text: ""))
  static let pause = Pause()

  var text: String

  init(text: String) { self.text = text }

  init(from decoder: any Decoder) throws {
    text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
    Self.pause.meet()
  }

  final class Pause: Sendable {
    private let isArmed = Atomic(false)
    private let met = Signal()
    private let ended = Signal()

    func arm() { isArmed.store(true, ordering: .releasing) }

    /// Waits once, if armed.
    func meet() {
      guard isArmed.exchange(false, ordering: .acquiringAndReleasing) else { return }
      met.notify()
      _ = ended.wait(timeout: .seconds(30))
    }

    func waitUntilMet() -> Bool { met.wait(timeout: .seconds(30)) }

    func end() { ended.notify() }
  }
}
