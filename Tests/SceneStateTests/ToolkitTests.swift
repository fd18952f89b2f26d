import Foundation
import SceneState
import Synchronization
import Testing

/// A toolkit that has no wrapper, no run loop of ours and several threads.
@Suite struct ToolkitTests {
  private let count = SceneKey("count", default: 0)
  private let draft = SceneKey("draft", default: "")

  /// Runs a body on several threads and waits for all.
  private func onThreads(_ number: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let done = DispatchGroup()
    for index in 0..<number {
      done.enter()
      Thread {
        body(index)
        done.leave()
      }.start()
    }
    done.wait()
  }

  @Test func `changes from eight threads lose no update`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      let scope = store.scene("A")
      onThreads(8) { [count] _ in
        for _ in 0..<200 { scope.modify(count) { $0 += 1 } }
      }
      #expect(scope[count] == 1_600)
    }
    try folder.withStore { #expect($0.scene("A")[count] == 1_600) }
  }

  @Test func `commits need no main thread`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    let scope = store.scene("A")
    // The test's thread waits all the time; the committer has one of its own.
    onThreads(1) { [count] _ in
      scope[count] = 1
      for _ in 0..<500 where scope.entries.isEmpty { Thread.sleep(forTimeInterval: 0.01) }
    }
    #expect(scope.entries.map(\.address) == ["A/count"])
    store.close()
  }

  @Test func `a scene that is named late keeps what was written and shows what was stored`() throws
  {
    let folder = try StoreFolder()
    try folder.withStore { store in
      store.scene("window-7")[count] = 3
      store.scene("window-7")[draft] = "stored"
    }
    try folder.withStore { store in
      let pending = store.pendingScene()
      let seen = Counter()
      let subscription = pending.scope.observe(count) { _ in seen.add() }
      #expect(pending.scope[count] == 0)
      onThreads(3) { [draft] _ in pending.scope[draft] = "typed early" }
      try store.flush()
      pending.resolve("window-7")
      #expect(pending.scope[count] == 3)
      #expect(pending.scope[draft] == "typed early")
      #expect(seen.value == 1)
      subscription.cancel()
    }
    try folder.withStore { store in
      #expect(store.scene("window-7")[draft] == "typed early")
      #expect(store.scene("window-7")[count] == 3)
    }
  }

  @Test func `notices come through the toolkit's own loop`() {
    let scope = SceneStore.temporary().scene("A")
    let queue = JobQueue()
    let seen = Counter()
    let subscription = scope.observe(count, deliver: .post { queue.add($0) }) { _ in seen.add() }
    // One after the other: of two at the same moment one notice may tell both.
    for value in 1...2 { onThreads(1) { [count] _ in scope[count] = value } }
    #expect(seen.value == 0)
    queue.run()
    #expect(seen.value == 2)
    subscription.cancel()
  }

  @Test func `late writes of a destroyed scene are refused and its successor is empty`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      let old = store.scene("A")
      old[draft] = "old"
      try store.flush()
      store.destroySession("A")
      old[draft] = "late"
      #expect(old[draft] == "")
      #expect(throws: SceneProblem.self) { try old.write("late", to: draft) }
      #expect(store.scene("A")[draft] == "")
      store.scene("A")[count] = 1
    }
    try folder.withStore { store in
      #expect(store.scene("A").entries.map(\.address) == ["A/count"])
      let numbers = try store.sessions().map(\.number)
      #expect(numbers == [2])
    }
  }

  @Test func `an observer may flush, write and discard`() throws {
    let store = SceneStore.temporary()
    let scope = store.scene("A")
    let subscription = scope.observe(count) { [draft] _ in
      scope[draft] = "seen"
      try? store.flush()
    }
    scope[count] = 1
    try scope.discard()
    #expect(scope[count] == 0)
    #expect(scope[draft] == "seen")
    subscription.cancel()
  }
}

/// A run loop in miniature.
private final class JobQueue: Sendable {
  private let jobs = Mutex<[@Sendable () -> Void]>([])

  func add(_ job: @escaping @Sendable () -> Void) { jobs.withLock { $0.append(job) } }

  func run() {
    let all = jobs.withLock { jobs in
      defer { jobs = [] }
      return jobs
    }
    for job in all { job() }
  }
}
