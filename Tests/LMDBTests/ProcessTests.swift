import Foundation
import LMDB
import Testing

/// A store that several processes have open.
struct ProcessTests {
  @Test func `another process writes into a store this one has open`() async throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    try environment.put("a", "1")
    await #expect(processExitsWith: .success) { [path = store.path as String] in
      let environment = try Environment.open(path, options: .test)
      #expect(try environment.get("a") == "1")
      try environment.put("a", "2")
    }
    #expect(try environment.get("a") == "2")
    try environment.put("a", "3")
  }

  @Test func `an inspector reads a live store and can't write`() async throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    try environment.put("a", "1")
    await #expect(processExitsWith: .success) { [path = store.path as String] in
      let inspector = try Environment.open(
        path, options: .test { $0 = .init(readOnly: true, databases: ["first", "none"]) })
      #expect(try inspector.get("a") == "1")
      #expect(inspector.database("none") == nil)
      #expect(throws: LMDBError.system(errno: EROFS, operation: "writing", path: path)) {
        try inspector.put("a", "2")
      }
      try inspector.sync()
    }
    try environment.put("a", "2")
  }

  @Test func `a writer in another process is waited for and named`() async throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    let inside = Signal()
    let mayLeave = Signal()
    let holder = try WorkerThread(name: "holder", stackBytes: 512 * 1024) {
      try? environment.write { (_) throws(LMDBError) in
        inside.notify()
        _ = mayLeave.wait(timeout: .seconds(30))
      }
    }
    #expect(inside.wait(timeout: .seconds(20)))
    await #expect(processExitsWith: .success) {
      [path = store.path as String, pid = getpid() as Int32] in
      let environment = try Environment.open(
        path, options: .test { $0.lockDeadline = .milliseconds(100) })
      #expect(throws: LMDBError.busy(pid: pid)) { try environment.put("a", "2") }
    }
    mayLeave.notify()
    holder.join()
    try environment.put("a", "2")
  }

  @Test func `a process killed inside a write leaves the last commit`() async throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    try environment.put("a", "1")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = store.path as String] in
      let environment = try Environment.open(path, options: .test)
      let first = try environment.first
      try environment.write { (transaction) throws(LMDBError) in
        try transaction.put(Array("a".utf8), [9], in: first)
        kill(getpid(), SIGKILL)
      }
    }
    #expect(try environment.get("a") == "1")
    try environment.put("a", "2")
    #expect(try environment.get("a") == "2")
  }

  @Test func `dead readers of another process don't make the file grow`() async throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    try environment.put("a", String(repeating: "x", count: 4000))
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = store.path as String] in
      let environment = try Environment.open(path, options: .test)
      try environment.read { (_) throws(LMDBError) in _ = kill(getpid(), SIGKILL) }
    }
    for index in 0..<600 {
      try environment.put("a", String(repeating: index % 2 == 0 ? "x" : "y", count: 4000))
    }
    let settled = environment.statistics.fileBytes
    for index in 0..<300 {
      try environment.put("a", String(repeating: index % 2 == 0 ? "x" : "y", count: 4000))
    }
    #expect(environment.statistics.fileBytes == settled)
    #expect(settled < 2 << 20)
  }

  @Test func `a map made larger elsewhere is followed`() async throws {
    let store = try TemporaryStore()
    let environment = try store.open(.test { $0.mapSizeBytes = 1 << 20 })
    try environment.put("a", "1")
    await #expect(processExitsWith: .success) { [path = store.path as String] in
      let environment = try Environment.open(
        path, options: .test { $0.mapSizeBytes = 64 << 20 })
      try environment.put("big", String(repeating: "x", count: 8 << 20))
    }
    #expect(try environment.get("big")?.utf8.count == 8 << 20)
    #expect(environment.statistics.mapSizeBytes > 8 << 20)
    try environment.put("a", "2")
    #expect(try environment.get("a") == "2")
  }

  @Test func `a write follows a map made larger elsewhere`() async throws {
    let store = try TemporaryStore()
    let environment = try store.open(.test { $0.mapSizeBytes = 1 << 20 })
    try environment.put("a", "1")
    await #expect(processExitsWith: .success) { [path = store.path as String] in
      let environment = try Environment.open(
        path, options: .test { $0.mapSizeBytes = 64 << 20 })
      try environment.put("big", String(repeating: "x", count: 8 << 20))
    }
    try environment.put("a", "2")
    #expect(try environment.get("a") == "2")
  }
}
