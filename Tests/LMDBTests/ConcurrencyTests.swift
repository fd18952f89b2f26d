import Foundation
@testable import LMDB
import Synchronization
import Testing

/// Threads and processes that share a store.
struct ConcurrencyTests {
  @Test func `two hundred reads inside each other work`() throws {
    let store = try TemporaryStore()
    let environment = try store.open(.test { $0.maxReaders = 256 })
    try environment.put("a", "1")
    #expect(try nested(200, in: environment) == 200)
    #expect(environment.state.withLock { $0.readers.count } == 0)
  }

  @Test func `reads inside each other beyond the limit end in an error`() throws {
    let store = try TemporaryStore()
    let environment = try store.open(
      .test {
        $0.maxReaders = 10
        $0.lockDeadline = .milliseconds(50)
      })
    try environment.put("a", "1")
    #expect(try nested(8, in: environment) == 8)
    #expect(throws: LMDBError.readersFull) { try nested(9, in: environment) }
    #expect(try environment.get("a") == "1")
  }

  @Test func `two hundred threads read in turns`() throws {
    let store = try TemporaryStore()
    let environment = try store.open(
      .test {
        $0.maxReaders = 20
        $0.lockDeadline = .seconds(30)
      })
    try environment.put("a", "1")
    let good = Atomic(0)
    let workers = try (0..<200).map { index in
      try WorkerThread(name: "reader \(index)", stackBytes: 256 * 1024) {
        for _ in 0..<20 where (try? environment.get("a")) == "1" {
          good.add(1, ordering: .relaxed)
        }
      }
    }
    for worker in workers { worker.join() }
    let total = good.load(ordering: .relaxed)
    #expect(total == 4000)
  }

  @Test func `threads that write and read never see half a batch`() throws {
    let store = try TemporaryStore()
    let environment = try store.open(.test { $0.lockDeadline = .seconds(60) })
    let first = try environment.first
    let failures = Atomic(0)
    let writers = try (0..<4).map { index in
      try WorkerThread(name: "writer \(index)", stackBytes: 512 * 1024) {
        for _ in 0..<25 {
          do throws(LMDBError) {
            try environment.write { (transaction) throws(LMDBError) in
              let count = try transaction.get([1], in: first)?.first ?? 0
              for key: UInt8 in 1...5 { try transaction.put([key], [count + 1], in: first) }
            }
          } catch {
            failures.add(1, ordering: .relaxed)
          }
        }
      }
    }
    let readers = try (0..<4).map { index in
      try WorkerThread(name: "reader \(index)", stackBytes: 512 * 1024) {
        for _ in 0..<500 {
          let whole = try? environment.read { (transaction) throws(LMDBError) in
            var seen: Set<[UInt8]> = []
            try transaction.forEach(in: first, prefix: []) { (_, value) throws(LMDBError) in
              seen.insert(value)
              return true
            }
            return seen.count <= 1
          }
          if whole != true { failures.add(1, ordering: .relaxed) }
        }
      }
    }
    for worker in writers + readers { worker.join() }
    let failed = failures.load(ordering: .relaxed)
    #expect(failed == 0)
    let last = try environment.read { (t) throws(LMDBError) in try t.get([5], in: first) }
    #expect(last == [100])
  }

  @Test func `closing waits for the reads that run`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    try environment.put("a", "1")
    let first = try environment.first
    let inside = Signal()
    let mayLeave = Signal()
    let seen = Mutex<[UInt8]?>(nil)
    let reader = try WorkerThread(name: "reader", stackBytes: 512 * 1024) {
      try? environment.read { (transaction) throws(LMDBError) in
        inside.notify()
        _ = mayLeave.wait(timeout: .seconds(20))
        let value = try transaction.get(Array("a".utf8), in: first)
        seen.withLock { $0 = value }
      }
    }
    #expect(inside.wait(timeout: .seconds(20)))
    let closed = Atomic(false)
    let closer = try WorkerThread(name: "closer", stackBytes: 512 * 1024) {
      environment.close()
      closed.store(true, ordering: .releasing)
    }
    while (try? environment.get("a")) != nil {}
    let isClosed = closed.load(ordering: .acquiring)
    #expect(!isClosed)
    #expect(throws: LMDBError.alreadyOpen(path: store.path)) { try store.open() }
    mayLeave.notify()
    closer.join()
    reader.join()
    let value = seen.withLock { $0 }
    #expect(value == Array("1".utf8))
    try store.open().close()
  }

  @Test func `a read inside the running write does not wait for who waits for the write`() throws {
    let store = try TemporaryStore()
    let environment = try store.open(.test { $0.lockDeadline = .seconds(20) })
    try environment.put("a", "1")
    let inside = Signal()
    let mayRead = Signal()
    let failures = Mutex<[LMDBError]>([])
    let writer = try WorkerThread(name: "writer", stackBytes: 512 * 1024) {
      do throws(LMDBError) {
        try environment.write { (_) throws(LMDBError) in
          inside.notify()
          _ = mayRead.wait(timeout: .seconds(20))
          _ = try environment.get("a")
        }
      } catch { failures.withLock { $0.append(error) } }
    }
    #expect(inside.wait(timeout: .seconds(20)))
    let rebuilder = try WorkerThread(name: "rebuilder", stackBytes: 512 * 1024) {
      do throws(LMDBError) { try environment.rebuild { (_, _) throws(LMDBError) in } } catch {
        failures.withLock { $0.append(error) }
      }
    }
    // As soon as it waits, nobody else is let in.
    var others: [WorkerThread] = []
    var isStopped = false
    while !isStopped {
      let isThrough = Signal()
      others.append(
        try WorkerThread(name: "other", stackBytes: 512 * 1024) {
          _ = try? environment.get("a")
          isThrough.notify()
        })
      isStopped = !isThrough.wait(timeout: .milliseconds(10))
    }
    mayRead.notify()
    for thread in others + [writer, rebuilder] { thread.join() }
    #expect(failures.withLock { $0 } == [])
  }

  @Test func `closing inside a read takes effect when it ends`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    try environment.put("a", "1")
    let first = try environment.first
    let value = try environment.read { (transaction) throws(LMDBError) in
      environment.close()
      return try transaction.get(Array("a".utf8), in: first)
    }
    #expect(value == Array("1".utf8))
    #expect(throws: LMDBError.closed) { try environment.get("a") }
    try store.open().close()
  }

  private func nested(_ depth: Int, in environment: Environment) throws(LMDBError) -> Int {
    guard depth > 0 else { return 0 }
    return try environment.read { (transaction) throws(LMDBError) in
      1 + (try nested(depth - 1, in: environment))
    }
  }
}
