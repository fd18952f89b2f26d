import Foundation
import LMDB
import Synchronization
import Testing

/// What goes wrong around an open store, and what it says.
struct MisuseTests {
  @Test func `a replaced lock file stops writes`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    try environment.put("a", "1")
    let path = "\(store.path)/lock.mdb"
    try FileManager.default.moveItem(atPath: path, toPath: "\(store.folder)/kept")
    #expect(throws: LMDBError.lockFileReplaced) { try environment.put("a", "2") }
    try Data(count: 8192).write(to: URL(fileURLWithPath: path))
    #expect(throws: LMDBError.lockFileReplaced) { try environment.put("a", "2") }
    #expect(try environment.get("a") == "1")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: "\(store.folder)/kept", toPath: path)
    try environment.put("a", "2")
  }

  @Test func `nothing this process does drops its locks in the lock file`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    try environment.put("a", "1")
    _ = try environment.get("a")
    let before = try lockCount(in: store)
    #expect(before > 0)
    #expect(throws: LMDBError.self) { try store.open() }
    #expect(throws: LMDBError.self) { try store.open(.test { $0.readOnly = true }) }
    _ = try environment.statistics()
    _ = try environment.readerSlots()
    try environment.put("a", "2")
    try environment.sync()
    #expect(try lockCount(in: store) == before)
    environment.close()
    #expect(try lockCount(in: store) == 0)
  }

  @Test func `an opening that fails leaves its lock to no child`() async throws {
    let store = try TemporaryStore()
    try store.open().close()
    await #expect(processExitsWith: .success) { [path = store.path as String] in
      let failure = LMDBError.notAStore(reason: "test")
      let children = Mutex<[pid_t]>([])
      let options = Environment.Options.test {
        $0.verify = { _ throws(LMDBError) in
          // As a program that another thread starts just then, before it runs.
          let child = forkForTests()
          if child == 0 {
            sleep(20)
            _exit(0)
          }
          children.withLock { $0.append(child) }
          throw failure
        }
      }
      for _ in 0..<2 {
        #expect(throws: failure) { try Environment.open(path, options: options) }
      }
      for child in children.withLock({ $0 }) {
        kill(child, SIGKILL)
        waitpid(child, nil, 0)
      }
    }
  }

  /// The locks of this process in `lock.mdb`, as the system lists them.
  ///
  /// It lists them a page at a time: a lock of somebody else that comes or goes between two pages
  /// hides others or shows them twice, so three looks in a row have to agree.
  private func lockCount(in store: TemporaryStore) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(store.path)/lock.mdb")
    let inode = try #require(attributes[.systemFileNumber] as? Int)
    func look() throws -> Int {
      try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
        .filter { line in
          let parts = line.split(separator: " ")
          return parts.contains("POSIX") && parts.contains("\(getpid())")
            && parts.contains { $0.hasSuffix(":\(inode)") }
        }.count
    }
    var looks: [Int] = []
    repeat { looks = looks.suffix(2) + [try look()] } while looks.count < 3 || Set(looks).count > 1
    return looks[0]
  }

  @Test func `a moved or replaced data file stops writes`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    try environment.put("a", "1")
    let path = "\(store.path)/data.mdb"
    try FileManager.default.moveItem(atPath: path, toPath: "\(store.folder)/kept")
    #expect(throws: LMDBError.storeReplaced) { try environment.put("a", "2") }
    try FileManager.default.copyItem(atPath: "\(store.folder)/kept", toPath: path)
    #expect(throws: LMDBError.storeReplaced) { try environment.put("a", "2") }
    #expect(try environment.get("a") == "1")
  }

  @Test func `a deleted folder stops writes`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    removeDirectory(store.path)
    #expect(throws: LMDBError.storeReplaced) { try environment.put("a", "2") }
  }

  @Test func `a file cut short is reported without touching the map`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    try environment.put("a", String(repeating: "x", count: 50_000))
    #expect(unsafe truncate("\(store.path)/data.mdb", 8192) == 0)
    #expect(throws: LMDBError.damagedWhileOpen) { try environment.get("a") }
    #expect(throws: LMDBError.damagedWhileOpen) { try environment.put("b", "2") }
  }

  @Test func `a file cut to nothing has no last transaction`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    try environment.put("a", "1")
    #expect(environment.lastTransactionID != nil)
    #expect(unsafe truncate("\(store.path)/data.mdb", 0) == 0)
    // Each of them would end the process with SIGBUS.
    #expect(environment.lastTransactionID == nil)
    #expect(throws: LMDBError.damagedWhileOpen) { try environment.statistics() }
    #expect(throws: LMDBError.damagedWhileOpen) { try environment.put("b", "2") }
  }

  @Test func `a stuck writer elsewhere is named after the deadline`() throws {
    let store = try TemporaryStore()
    let environment = try store.open(.test { $0.lockDeadline = .milliseconds(100) })
    try environment.put("a", "1")
    let holder = try LockHolder("\(store.path)/writer.lock")
    let start = monotonicNow()
    #expect(throws: LMDBError.busy(pid: holder.pid)) { try environment.put("a", "2") }
    let waited = monotonicNow() - start
    #expect(waited >= .milliseconds(100))
    #expect(try environment.get("a") == "1")
    holder.release()
    try environment.put("a", "2")
  }

  @Test func `a stuck writer here is named after the deadline`() throws {
    let store = try TemporaryStore()
    let environment = try store.open(.test { $0.lockDeadline = .milliseconds(100) })
    let inside = Signal()
    let mayLeave = Signal()
    let writer = try WorkerThread(name: "writer", stackBytes: 512 * 1024) {
      try? environment.write { (_) throws(LMDBError) in
        inside.notify()
        _ = mayLeave.wait(timeout: .seconds(20))
      }
    }
    #expect(inside.wait(timeout: .seconds(20)))
    #expect(throws: LMDBError.busy(pid: getpid())) { try environment.put("a", "2") }
    mayLeave.notify()
    writer.join()
    try environment.put("a", "2")
  }

  @Test func `a forked child may not use the store of its parent`() async throws {
    let store = try TemporaryStore()
    await #expect(processExitsWith: .success) { [path = store.path as String] in
      let environment = try Environment.open(path, options: .test)
      try environment.put("a", "1")
      let child = forkForTests()
      if child == 0 {
        var failures: Int32 = 0
        do throws(LMDBError) {
          _ = try environment.get("a")
        } catch {
          if error == .usedAfterFork { failures += 1 }
        }
        do throws(LMDBError) {
          try environment.put("a", "2")
        } catch {
          if error == .usedAfterFork { failures += 2 }
        }
        environment.close()
        _exit(failures)
      }
      var status: Int32 = 0
      let ended = unsafe waitpid(child, &status, 0)
      #expect(ended == child)
      #expect(status == 3 << 8)
      // The child's close must not have touched what the parent holds.
      try environment.put("a", "2")
      #expect(try environment.get("a") == "2")
    }
  }

  @Test func `a commit that can't grow the file fails alone`() async throws {
    let store = try TemporaryStore()
    await #expect(processExitsWith: .success) { [path = store.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      let environment = try Environment.open(path, options: .test)
      try environment.put("a", "1")
      var limit = rlimit()
      let asked = unsafe getrlimit(__rlimit_resource_t(1), &limit)
      #expect(asked == 0)
      let unlimited = limit
      limit.rlim_cur = 64 * 1024
      #expect(unsafe setrlimit(__rlimit_resource_t(1), &limit) == 0)
      let large = String(repeating: "x", count: 200_000)
      #expect(throws: LMDBError.self) { try environment.put("a", large) }
      #expect(try environment.get("a") == "1")
      try environment.put("a", "2")
      limit = unlimited
      #expect(unsafe setrlimit(__rlimit_resource_t(1), &limit) == 0)
      try environment.put("a", large)
      #expect(try environment.get("a") == large)
    }
  }

  @Test func `every error makes a sentence`() {
    let errors: [LMDBError] = [
      .code(.mapFull, operation: "writing a value"), .code(LMDBCode(rawValue: 5), operation: "x"),
      .system(errno: 13, operation: "open", path: "/p"),
      .insecureLocation(path: "/p", reason: "it is a symbolic link"),
      .unsupportedFileSystem(path: "/p", type: "NFS"), .alreadyOpen(path: "/p"), .busy(pid: 7),
      .busy(pid: nil), .lockFileReplaced, .storeReplaced, .damagedWhileOpen, .nestedWrite,
      .usedAfterFork, .closed, .sharedAcrossContainers, .diskFull, .quotaExceeded, .readersFull,
      .full(reason: "no number is left"),
      .damaged(reason: "the file is empty"), .batchTooLarge(pages: 3, limit: 2),
    ]
    #expect(Set(errors.map(\.description)).count == errors.count)
    #expect(
      errors[0].description
        == "writing a value failed: the map size is reached (MDB_MAP_FULL); likely cause: "
        + "a reader that stays open keeps old pages from being used again")
    #expect(errors[2].description == "open failed for '/p': Permission denied (errno 13)")
    #expect(errors[6].description.contains("process 7"))
    let remarks: [EnvironmentRemark] = [
      .layeredFileSystem(path: "/p", type: "overlay"), .longRead(.seconds(2)),
      .largeBatch(pages: 3), .reopened(after: .diskFull),
    ]
    #expect(Set(remarks.map(\.description)).count == remarks.count)
  }
}
