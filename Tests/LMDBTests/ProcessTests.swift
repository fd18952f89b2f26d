import Foundation
import LMDB
import Synchronization
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
    let settled = try environment.statistics().fileBytes
    for index in 0..<300 {
      try environment.put("a", String(repeating: index % 2 == 0 ? "x" : "y", count: 4000))
    }
    #expect(try environment.statistics().fileBytes == settled)
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
    #expect(try environment.statistics().mapSizeBytes > 8 << 20)
    try environment.put("a", "2")
    #expect(try environment.get("a") == "2")
  }

  @Test func `reads on all threads follow a map that grows meanwhile`() async throws {
    let store = try TemporaryStore()
    let environment = try store.open(.test { $0.mapSizeBytes = 1 << 20 })
    try environment.put("a", "1")
    let isOver = Atomic(false)
    let failures = Mutex<[String]>([])
    let readers = try (0..<4).map { index in
      try WorkerThread(name: "reader \(index)", stackBytes: 512 * 1024) {
        while !isOver.load(ordering: .acquiring) {
          do throws(LMDBError) {
            let seen = try environment.get("a")
            if seen != "1" { failures.withLock { $0.append(seen ?? "nothing") } }
          } catch { failures.withLock { $0.append(error.description) } }
        }
      }
    }
    for size in [4, 16, 64] {
      await #expect(processExitsWith: .success) {
        [path = store.path as String, size = size as Int] in
        let environment = try Environment.open(
          path, options: .test { $0.mapSizeBytes = (size << 20) + (2 << 20) })
        try environment.put("big \(size)", String(repeating: "x", count: size << 18))
      }
      #expect(try environment.get("big \(size)")?.utf8.count == size << 18)
    }
    isOver.store(true, ordering: .releasing)
    for reader in readers { reader.join() }
    let said = failures.withLock { $0 }
    #expect(said.isEmpty, "\(said.prefix(3))")
  }

  @Test func `a reader of another container under this process's number is told apart`()
    async throws
  {
    let store = try TemporaryStore()
    await #expect(processExitsWith: .success) { [path = store.path as String] in
      try Environment.open(path, options: .test).close()
      var ends: [Int32] = [0, 0]
      let piped = unsafe pipe(&ends)
      #expect(piped == 0)
      let mine = getpid()
      let other = forkForTests()
      if other == 0 {
        // What a process of this number in another PID namespace does: it locks the same byte.
        let file = unsafe open("\(path)/lock.mdb", O_RDWR)
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = off_t(mine)
        lock.l_len = 1
        let isLocked = unsafe fcntl(file, F_SETLK, &lock) == 0
        var answer: UInt8 = isLocked ? 1 : 0
        _ = unsafe write(ends[1], &answer, 1)
        alarm(30)
        pause()
        _exit(0)
      }
      var answer: UInt8 = 0
      let heard = unsafe read(ends[0], &answer, 1)
      #expect(heard == 1)
      #expect(answer == 1)
      #expect(throws: LMDBError.sharedAcrossContainers) {
        try Environment.open(path, options: .test)
      }
      kill(other, SIGKILL)
      var status: Int32 = 0
      let ended = unsafe waitpid(other, &status, 0)
      #expect(ended == other)
      try Environment.open(path, options: .test).put("a", "1")
    }
  }

  @Test func `a read inside an older one can't follow a larger map and says so at once`()
    async throws
  {
    let store = try TemporaryStore()
    let environment = try store.open(
      .test {
        $0.mapSizeBytes = 1 << 20
        $0.lockDeadline = .seconds(60)
      })
    try environment.put("a", "1")
    let inside = Signal()
    let mayGoOn = Signal()
    let outcome = Mutex<(error: LMDBError?, outer: String?)>((nil, nil))
    let reader = try WorkerThread(name: "reader", stackBytes: 512 * 1024) {
      try? environment.read { (transaction) throws(LMDBError) in
        inside.notify()
        _ = mayGoOn.wait(timeout: .seconds(60))
        do throws(LMDBError) { _ = try environment.get("a") } catch {
          outcome.withLock { $0.error = error }
        }
        let bytes = try transaction.get(Array("a".utf8), in: environment.first)
        outcome.withLock { $0.outer = bytes.map { String(decoding: $0, as: UTF8.self) } }
      }
    }
    #expect(inside.wait(timeout: .seconds(20)))
    await #expect(processExitsWith: .success) { [path = store.path as String] in
      let environment = try Environment.open(
        path, options: .test { $0.mapSizeBytes = 64 << 20 })
      try environment.put("big", String(repeating: "x", count: 8 << 20))
    }
    let start = monotonicNow()
    mayGoOn.notify()
    reader.join()
    #expect(monotonicNow() - start < .seconds(30))
    let (error, outer) = outcome.withLock { $0 }
    #expect(error == .code(.mapResized, operation: "reading inside an older read"))
    #expect(outer == "1")
    #expect(try environment.get("big")?.utf8.count == 8 << 20)
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
