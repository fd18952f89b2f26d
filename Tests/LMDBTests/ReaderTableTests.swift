import Foundation
import LMDB
import Synchronization
import Testing

/// Who reads, for how long, and what is done about readers that are gone.
struct ReaderTableTests {
  @Test func `the table of readers tells process, transaction and age of each`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    try environment.put("a", "1")
    #expect(try environment.readerSlots().allSatisfy { $0.transactionID == nil })
    try environment.read { (transaction) throws(LMDBError) in
      let writer = try WorkerThread(name: "writer", stackBytes: 512 * 1024) {
        for round in 0..<3 { try? environment.put("a", "\(round)") }
      }
      writer.join()
      let slots = try environment.readerSlots().filter { $0.transactionID != nil }
      #expect(slots.map(\.processID) == [getpid()])
      #expect(slots.map(\.transactionID) == [transaction.id])
      #expect(slots.map(\.age) == [3])
      #expect(slots.map(\.isStale) == [false])
    }
    // The slot is kept for the next read, and holds no page back.
    let idle = try environment.readerSlots()
    #expect(!idle.isEmpty)
    #expect(idle.allSatisfy { $0.age == nil && !$0.isStale })
  }

  @Test func `a dead reader is shown as stale and freed on request`() async throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    try environment.put("a", "1")
    await killReader(of: store)
    try environment.put("a", "2")
    let stale = try environment.readerSlots().filter(\.isStale)
    #expect(stale.count == 1)
    #expect(stale.first?.age == 1)
    #expect(stale.first?.processID != getpid())
    #expect(try environment.clearStaleReaders() == 1)
    #expect(try environment.readerSlots().filter(\.isStale).isEmpty)
    #expect(try environment.clearStaleReaders() == 0)
  }

  @Test(arguments: [true, false])
  func `dead readers are looked for at open, unless one only looks`(clears: Bool) async throws {
    let store = try TemporaryStore()
    let first = try store.open()
    try first.put("a", "1")
    await killReader(of: store)
    await #expect(processExitsWith: .success) {
      [path = store.path as String, clears = clears as Bool] in
      let environment = try Environment.open(
        path, options: .test { $0.clearsStaleReaders = clears })
      #expect(try environment.readerSlots().contains(where: \.isStale) == !clears)
    }
  }

  @Test func `dead readers are looked for every 64 commits`() async throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    try environment.put("a", "1")
    // Killed after its read, it holds no pages: growth of the file would be noticed before.
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = store.path as String] in
      let environment = try Environment.open(path, options: .test)
      #expect(try environment.get("a") == "1")
      kill(getpid(), SIGKILL)
    }
    for round in 1..<63 { try environment.put("a", "\(round)") }
    #expect(try environment.readerSlots().contains(where: \.isStale))
    try environment.put("a", "64th")
    #expect(try !environment.readerSlots().contains(where: \.isStale))
  }

  @Test func `dead readers are looked for before a full map is reported`() async throws {
    let store = try TemporaryStore()
    let environment = try store.open(.test { $0.mapSizeBytes = 1 << 20 })
    let first = try environment.first
    let old = [UInt8](repeating: 1, count: 380_000)
    try environment.write { (t) throws(LMDBError) in try t.put([1], old, in: first) }
    await killReader(of: store)
    // Three quarters of the map are not in use yet, and the batch needs what the dead reader holds.
    try environment.write { (t) throws(LMDBError) in _ = try t.delete([1], in: first) }
    try environment.write { (t) throws(LMDBError) in try t.put([9], [9], in: first) }
    #expect(try environment.statistics().fileBytes < 3 << 18)
    #expect(try environment.readerSlots().contains(where: \.isStale))
    var runs = 0
    try environment.write { (transaction) throws(LMDBError) in
      runs += 1
      for key: UInt8 in 1...2 { try transaction.put([key], old, in: first) }
    }
    #expect(runs == 2)
    #expect(try environment.statistics().entries["first"] == 3)
  }

  @Test func `a live reader leaves a full map full`() throws {
    let store = try TemporaryStore()
    let environment = try store.open(.test { $0.mapSizeBytes = 1 << 20 })
    let first = try environment.first
    let old = [UInt8](repeating: 1, count: 380_000)
    try environment.write { (t) throws(LMDBError) in try t.put([1], old, in: first) }
    var runs = 0
    #expect(throws: LMDBError.code(.mapFull, operation: "writing a value")) {
      try environment.read { (_) throws(LMDBError) in
        try environment.write { (t) throws(LMDBError) in _ = try t.delete([1], in: first) }
        try environment.write { (transaction) throws(LMDBError) in
          runs += 1
          for key: UInt8 in 1...2 { try transaction.put([key], old, in: first) }
        }
      }
    }
    #expect(runs == 1)
  }

  @Test func `a read of over one second is reported`() throws {
    let store = try TemporaryStore()
    let now = Atomic(0)
    let told = Mutex<[EnvironmentRemark]>([])
    var options = Environment.Options.test
    options.clock = { .milliseconds(now.load(ordering: .relaxed)) }
    options.onRemark = { remark in told.withLock { $0.append(remark) } }
    let environment = try store.open(options)
    try environment.put("a", "1")
    try environment.read { (_) throws(LMDBError) in _ = now.add(1_000, ordering: .relaxed) }
    #expect(environment.remarks.isEmpty)
    try environment.read { (_) throws(LMDBError) in _ = now.add(1_001, ordering: .relaxed) }
    #expect(environment.remarks == [.longRead(.milliseconds(1_001))])
    #expect(throws: LMDBError.closed) {
      try environment.read { (_) throws(LMDBError) in
        now.add(5_000, ordering: .relaxed)
        throw LMDBError.closed
      }
    }
    let heard = told.withLock { $0 }
    #expect(heard == [.longRead(.milliseconds(1_001)), .longRead(.milliseconds(5_000))])
    #expect(heard.first?.description.contains("1001 ms") == true)
  }

  @Test func `only the newest remarks are kept`() throws {
    let store = try TemporaryStore()
    let now = Atomic(0)
    var options = Environment.Options.test
    options.clock = { .seconds(now.load(ordering: .relaxed)) }
    let environment = try store.open(options)
    for round in 2...41 {
      try environment.read { (_) throws(LMDBError) in _ = now.add(round, ordering: .relaxed) }
    }
    #expect(environment.remarks.count == 32)
    #expect(environment.remarks.last == .longRead(.seconds(41)))
  }

  /// Another process that is killed inside a read.
  @Test func `a full table of dead readers is freed before a read fails`() async throws {
    let store = try TemporaryStore()
    let environment = try store.open(.test { $0.maxReaders = 126 })
    try environment.put("a", "1")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = store.path as String] in
      // The table has 126 slots whatever is asked for below that; a process keeps two free.
      let environment = try Environment.open(path, options: .test { $0.maxReaders = 126 })
      try Self.nest(124, in: environment) { _ = kill(getpid(), SIGKILL) }
    }
    #expect(try environment.readerSlots().filter(\.isStale).count == 124)
    var isReached = false
    try Self.nest(4, in: environment) { isReached = true }
    #expect(isReached)
    #expect(try environment.readerSlots().filter(\.isStale).isEmpty)
  }

  private static func nest(
    _ depth: Int, in environment: Environment, _ body: () -> Void
  ) throws(LMDBError) {
    guard depth > 0 else { return body() }
    try environment.read { (_) throws(LMDBError) in
      try nest(depth - 1, in: environment, body)
    }
  }

  private func killReader(of store: TemporaryStore) async {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = store.path as String] in
      let environment = try Environment.open(path, options: .test)
      try environment.read { (_) throws(LMDBError) in _ = kill(getpid(), SIGKILL) }
    }
  }
}
