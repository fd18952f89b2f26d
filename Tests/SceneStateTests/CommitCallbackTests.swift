import LMDB
import Synchronization
import Testing

@testable import SceneState
@testable import StoreFormat

/// What the store calls while it works, and what may be done there.
@Suite struct CommitCallbackTests {
  private let count = SceneKey("count", default: 0)

  @Test func `who hears of commits and of remarks may use the store`() throws {
    let folder = try StoreFolder()
    let holder = Mutex<SceneStore?>(nil)
    let heard = Mutex<[String]>([])
    var options = SceneStore.Options(commitDelay: .seconds(3600))
    options.environmentHook = { $0.largeBatchPages = 1 }
    options.onRemark = { [count] remark in
      guard let store = holder.withLock({ $0 }), store.app[count] < 10 else { return }
      heard.withLock { $0.append(remark.code.rawValue) }
      store.app[count] += 10
      do { try store.flush() } catch { Issue.record(error) }
    }
    let store = try folder.open(options)
    defer { holder.withLock { $0 = nil } }
    holder.withLock { $0 = store }
    store.observeCommits { [count] entries in
      heard.withLock { $0.append("commit of \(entries.count)") }
      guard store.app[count] < 100 else { return }
      store.app[count] += 100
      do { try store.flush() } catch { Issue.record(error) }
    }
    store.app[count] = 1
    try store.flush()
    #expect(store.app[count] == 111)
    #expect(heard.withLock { $0.filter { $0.hasPrefix("commit") }.count } == 3)
    #expect(heard.withLock { $0.contains("large-commit") })
    store.observeCommits(nil)
    store.close()
    try folder.withStore { #expect($0.app[count] == 111) }
  }

  @Test func `who listens is called as directly after many commits as at first`() throws {
    let store = SceneStore.inMemory()
    let heard = Mutex(0)
    store.onCommit { isFlush in if !isFlush { heard.withLock { $0 += 1 } } }
    store.observeCommits { _ in heard.withLock { $0 += 1 } }
    // Were each call to go through one function more than the one before, this stack would not do.
    let rounds = 10_000
    let writer = try WorkerThread(name: "writer", stackBytes: 256 << 10) { [count] in
      for round in 1...rounds {
        store.app[count] = round
        do { try store.flush() } catch { Issue.record(error) }
      }
    }
    writer.join()
    #expect(heard.withLock { $0 } == 2 * rounds)
    #expect(store.app[count] == rounds)
  }

  @Test func `nobody who writes waits while another process's changes are read`() throws {
    let folder = try StoreFolder()
    let isArmed = Atomic<Bool>(false)
    let isWritten = Signal()
    let holder = Mutex<SceneStore?>(nil)
    let inTime = Atomic<Bool>(false)
    var options = SceneStore.Options(commitDelay: .seconds(3600))
    // The clock is looked at when a read begins.
    options.environmentHook = { [count] environment in
      environment.clock = {
        if isArmed.exchange(false, ordering: .acquiringAndReleasing) {
          let store = holder.withLock { $0 }
          let writer = try? WorkerThread(name: "writer", stackBytes: 1 << 20) {
            store?.scene("B")[count] = 2
            isWritten.notify()
          }
          inTime.store(isWritten.wait(timeout: .seconds(10)), ordering: .releasing)
          _ = writer
        }
        return monotonicNow()
      }
    }
    let store = try folder.open(options)
    defer { holder.withLock { $0 = nil } }
    holder.withLock { $0 = store }
    (store.scene("A")[count], store.scene("B")[count]) = (1, 1)
    try store.flush()
    let number = try #require(store.sessionNumber(of: "A"))
    try store.writeAsForeigner(
      ValueAddress(session: number, path: .root, key: "count"), nil, appVersion: 1)
    isArmed.store(true, ordering: .releasing)
    store.refresh()
    let wasInTime = inTime.load(ordering: .acquiring)
    #expect(wasInTime)
    #expect(store.scene("A")[count] == 0)
    #expect(store.scene("B")[count] == 2)
  }

  @Test func `a problem that comes and goes is kept once`() {
    let log = ProblemLog()
    for round in 0..<100 {
      log.report(SceneProblem(.storeNotUsable, detail: "\(round)"))
      log.forget(.storeNotUsable, at: "")
    }
    #expect(log.all.map(\.detail) == ["99"])
    for number in 0..<4_200 { log.report(SceneProblem(.valueTooLarge, address: "\(number)")) }
    #expect(log.all.count <= 4_096)
    #expect(log.all.last?.address == "4199")
    // What was dropped is told anew.
    log.report(SceneProblem(.storeNotUsable, detail: "again"))
    #expect(log.all.last?.detail == "again")
  }

  @Test func `a backup without a thread to make it is still due`() {
    let now = Mutex(Duration.seconds(100))
    let clock = BackupClock(BackupRule(commits: 1)) { now.withLock { $0 } }
    clock.committed()
    now.withLock { $0 += .seconds(2) }
    #expect(clock.rest == .zero)
    clock.start(
      on: { (_) throws(LMDBError) in throw .system(errno: 11, operation: "", path: "") }, {})
    #expect(clock.hasNews)
    #expect(clock.rest == BackupClock.patience)
    now.withLock { $0 += BackupClock.patience }
    #expect(clock.rest == .zero)
  }
}
