import Foundation
import LMDB
import SceneState
import Synchronization
import Testing

/// Whoever reads the file while it is written sees a moment that there was.
@Suite struct DurabilityOrderTests {
  #if DEBUG
    private static let rounds = 50_000
  #else
    private static let rounds = 250_000
  #endif

  /// What the reading thread found.
  private struct Findings {
    var snapshots = 0
    var distinct = 0
    var broken: [DurabilityState] = []
    var failures: [SceneProblem] = []
    var last: DurabilityState?
  }

  @Test(arguments: [0, 16])
  func `a reader never sees what is no prefix of the writes`(delay: Int) throws {
    let folder = try DurabilityFolder()
    let store = try SceneStore.open(
      folder.storeURL, options: .init(commitDelay: .milliseconds(delay)))
    let findings = Mutex(Findings())
    let isOver = Atomic(false)
    let reader = try WorkerThread(name: "reader", stackBytes: 1 << 20) {
      while !isOver.load(ordering: .acquiring) { Self.look(at: store, findings) }
    }
    let workload = DurabilityWorkload(store, scene: "A")
    // Each round is four writes, which are three commits if they do not wait.
    let rounds = delay == 0 ? 100 : Self.rounds
    for number in 1...rounds { workload.round(number) }
    try store.flush()
    isOver.store(true, ordering: .releasing)
    reader.join()
    let found = findings.withLock { $0 }
    #expect(found.broken == [])
    #expect(found.failures == [])
    #expect(found.distinct >= 10)
    let end = DurabilityState(try store.inspect(), scene: "A")
    #expect(end.first == rounds && end.pairRight == rounds)
    #expect(store.reportedProblems == [])
  }

  /// Every write of this test is a commit of its own; `Scripts/soak` asks for a million of them.
  @Test func `a reader sees commit after commit in order`() throws {
    let wanted = ProcessInfo.processInfo.environment["SCENE_STORAGE_SOAK_COMMITS"]
    let commits = try wanted.map { try #require(Int($0)) } ?? 1_500
    let folder = try DurabilityFolder()
    let store = try SceneStore.open(folder.storeURL, options: .init(commitDelay: .seconds(60)))
    let findings = Mutex(Findings())
    let isOver = Atomic(false)
    let reader = try WorkerThread(name: "reader", stackBytes: 1 << 20) {
      while !isOver.load(ordering: .acquiring) { Self.look(at: store, findings) }
    }
    let scope = store.scene("A")
    let before = try Self.transaction(of: store)
    // A round is three ticks: `first`, `second`, and both of the pair.
    for number in 1...max(1, commits / 3) {
      scope[DurabilityWorkload.first] = number
      try store.flush()
      scope[DurabilityWorkload.second] = number
      try store.flush()
      store.tick {
        scope[DurabilityWorkload.pairLeft] = number
        scope[DurabilityWorkload.pairRight] = number
      }
      try store.flush()
    }
    isOver.store(true, ordering: .releasing)
    reader.join()
    let found = findings.withLock { $0 }
    #expect(found.broken == [])
    #expect(found.failures == [])
    #expect(found.distinct >= 10)
    #expect(try Self.transaction(of: store) - before >= UInt64(commits / 3 * 3))
  }

  /// The number of the last commit that wrote a value.
  private static func transaction(of store: SceneStore) throws -> UInt64 {
    try store.inspect().entries.map(\.transaction).max() ?? 0
  }

  private static func look(at store: SceneStore, _ findings: borrowing Mutex<Findings>) {
    do throws(SceneProblem) {
      let state = DurabilityState(try store.inspect(), scene: "A")
      findings.withLock { found in
        found.snapshots += 1
        let isLater = state.first >= found.last?.first ?? 0
        if !state.isPrefix || !isLater { found.broken.append(state) }
        if state != found.last { found.distinct += 1 }
        found.last = state
      }
    } catch {
      findings.withLock { $0.failures.append(error) }
    }
  }
}
