import Foundation
import Glibc
import LMDB
import SceneState
import Synchronization
import Testing

/// What `modify` promises inside one process.
@Suite struct ModifyTests {
  private let store = SceneStore.temporary()
  private let number = SceneKey("number", default: 0)
  private let list = SceneKey("list", default: [String]())

  /// Runs a job on a thread of its own; answers whether it ended while the caller waits here.
  private static func ends(
    within seconds: Int = 5, _ job: @escaping @Sendable () -> Void
  ) throws -> Bool {
    let isOver = Atomic(false)
    let thread = try WorkerThread(name: "job", stackBytes: 1 << 20) {
      job()
      isOver.store(true, ordering: .releasing)
    }
    let deadline = monotonicNow() + .seconds(seconds)
    while !isOver.load(ordering: .acquiring), monotonicNow() < deadline { sched_yield() }
    let hasEnded = isOver.load(ordering: .acquiring)
    if hasEnded { thread.join() }
    return hasEnded
  }

  @Test func `while a body runs, other windows write`() throws {
    let (ours, other) = (store.scene("A"), store.scene("B"))
    let hasWritten = Atomic(false)
    ours.modify(number) { value in
      // The first run stops until the other window has written.
      if !hasWritten.load(ordering: .acquiring) {
        let ended = try? Self.ends { other[SceneKey("other", default: 0)] = 1 }
        hasWritten.store(ended == true, ordering: .releasing)
      }
      value += 1
    }
    let isFree = hasWritten.load(ordering: .acquiring)
    #expect(isFree)
    #expect(ours[number] == 1)
  }

  @Test func `a body runs again if the value was written meanwhile, the third time alone`() throws {
    let scope = store.scene("A")
    var runs = 0
    scope.modify(number) { value in
      runs += 1
      // The third time the gate is held: whoever writes waits for the end.
      if runs < 3 { #expect((try? Self.ends { scope[number] += 10 }) == true) }
      value += 1
    }
    #expect(runs == 3)
    #expect(scope[number] == 21)
  }

  @Test func `four threads that modify one value lose nothing`() throws {
    let scope = store.scene("A")
    let threads = try (0..<4).map { _ in
      try WorkerThread(name: "adds", stackBytes: 1 << 20) {
        for _ in 0..<1000 { scope.modify(number) { $0 += 1 } }
      }
    }
    for thread in threads { thread.join() }
    #expect(scope[number] == 4000)
  }

  @Test func `a modify inside a modify of the same key is not lost`() {
    let scope = store.scene("A")
    let seen = Texts()
    let subscription = scope.observe(list) { seen.add($0.joined()) }
    let inner = scope.modify(list) { list in
      list.append("outer")
      let count = scope.modify(list: self.list) { inner -> Int in
        inner.append("inner")
        return inner.count
      }
      list.append("end")
      return count
    }
    #expect(inner == 1)
    #expect(Set(scope[list]) == ["outer", "inner", "end"])
    #expect(scope[list].count == 3)
    #expect(seen.all == ["innerouterend"])
    subscription.cancel()
  }

  @Test func `three levels and two in a row all count, in a tick too`() {
    let scope = store.scene("A")
    func change() {
      scope.modify(number) { value in
        value += 1
        scope.modify(number) { inner in
          inner += 10
          scope.modify(number) { $0 += 100 }
        }
        scope.modify(number) { $0 += 1000 }
        value += 1
      }
    }
    change()
    #expect(scope[number] == 1112)
    store.tick { change() }
    #expect(scope[number] == 2224)
  }

  @Test func `another key inside a body is a value of its own`() {
    let scope = store.scene("A")
    scope.modify(number) { value in
      scope.modify(list) { $0.append("x") }
      value = scope[list].count
    }
    #expect(scope[number] == 1)
    #expect(scope[list] == ["x"])
  }

  @Test func `a refused result leaves the old value and its problem`() {
    let store = SceneStore.temporary(options: .init(valueBudget: 10))
    let (scope, text) = (store.scene("A"), SceneKey("text", default: "old"))
    scope.modify(text) { $0 = String(repeating: "x", count: 11) }
    #expect(scope[text] == "old")
    #expect(scope.facts(of: text).problem?.code == .valueTooLarge)
  }
}

extension SceneScope {
  /// The same without a name for the key that the body's argument hides.
  fileprivate func modify<Result>(
    list key: SceneKey<[String]>, _ body: (inout [String]) -> Result
  ) -> Result {
    modify(key, body)
  }
}
