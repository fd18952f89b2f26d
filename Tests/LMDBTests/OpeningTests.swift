import FaultyCalls
import Foundation
import LMDB
import Testing

struct OpeningTests {
  @Test func `a second open in the process is refused until the first closes`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    #expect(throws: LMDBError.alreadyOpen(path: store.path)) { try store.open() }
    let link = "\(store.folder)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: store.path)
    #expect(throws: LMDBError.alreadyOpen(path: link)) {
      try Environment.open(link, options: .test)
    }
    let other = "\(store.folder)/other"
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
    try FileManager.default.linkItem(atPath: "\(store.path)/data.mdb", toPath: "\(other)/data.mdb")
    #expect(throws: LMDBError.alreadyOpen(path: other)) {
      try Environment.open(other, options: .test)
    }
    try FileManager.default.removeItem(atPath: other)
    environment.close()
    try store.open().close()
  }

  @Test func `a file that was replaced while the store was opened is another store's afterwards`()
    throws
  {
    let (store, other) = (try TemporaryStore(), try TemporaryStore())
    let environment = try store.open()
    try environment.put("a", "1")
    environment.close()
    try FileManager.default.createDirectory(
      atPath: other.path, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    let (old, new) = (store.dataPath, other.dataPath)
    let options = Environment.Options.test { options in
      options.verify = { (path) throws(LMDBError) in
        // Only the first file is bad, wherever it is.
        if !FileManager.default.fileExists(atPath: new) { throw .damaged(reason: "a test says so") }
      }
      options.recover = { (_, _) throws(LMDBError) in
        // As a recovery does; the old file would be removed some day, and its inode used again.
        do {
          try FileManager.default.moveItem(atPath: old, toPath: new)
          try FileManager.default.copyItem(atPath: new, toPath: old)
        } catch { throw .damaged(reason: "\(error)") }
      }
    }
    let replaced = try store.open(options)
    defer { replaced.close() }
    #expect(try replaced.get("a") == "1")
    try other.open().close()
    #expect(throws: LMDBError.alreadyOpen(path: store.path)) { try store.open() }
  }

  @Test func `releasing the last reference closes`() throws {
    let store = try TemporaryStore()
    do { _ = try store.open() }
    try store.open().close()
  }

  @Test func `folders and files are private`() throws {
    let store = try TemporaryStore()
    let path = "\(store.path)/deep"
    let environment = try Environment.open(path, options: .test)
    try environment.put("a", "1")
    #expect(try mode(store.path) == 0o700)
    #expect(try mode(path) == 0o700)
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    #expect(names == ["data.mdb", "lock.mdb", "open.lock", "use.lock", "writer.lock"])
    for name in names { #expect(try mode("\(path)/\(name)") == 0o600, "\(name)") }
  }

  @Test func `files are private under any umask`() async throws {
    for mask: UInt32 in [0, 0o777] {
      let store = try TemporaryStore()
      await #expect(processExitsWith: .success) {
        [path = store.path as String, mask = mask as UInt32] in
        umask(mask)
        let environment = try Environment.open(path, options: .test)
        try environment.put("a", "1")
      }
      #expect(try mode(store.path) == 0o700)
      for name in try FileManager.default.contentsOfDirectory(atPath: store.path) {
        #expect(try mode("\(store.path)/\(name)") == 0o600, "\(name)")
      }
    }
  }

  @Test func `no descriptor leaks into a child process`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    try environment.put("a", "1")
    var seen = 0
    for number in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      let target = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/\(number)")
      guard let target, target.hasPrefix(store.path) else { continue }
      let info = try String(contentsOfFile: "/proc/self/fdinfo/\(number)", encoding: .utf8)
      let line = try #require(info.split(separator: "\n").first { $0.hasPrefix("flags:") })
      let flags = try #require(Int(line.split(separator: "\t")[1], radix: 8))
      #expect(flags & 0o2000000 != 0, "\(target)")
      seen += 1
    }
    #expect(seen >= 4)
  }

  @Test func `the lock table has its blocks before it is mapped`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    _ = environment
    var status = stat()
    #expect(unsafe lstat("\(store.path)/lock.mdb", &status) == 0)
    #expect(status.st_size >= 8192)
    #expect(status.st_blocks * 512 >= 8192)
  }

  @Test func `a store another process is opening is waited for until the deadline`() throws {
    let store = try TemporaryStore()
    try store.open().close()
    let holder = try LockHolder("\(store.path)/open.lock")
    let start = monotonicNow()
    #expect(throws: LMDBError.busy(pid: holder.pid)) {
      try store.open(.test { $0.lockDeadline = .milliseconds(100) })
    }
    let waited = monotonicNow() - start
    #expect(waited >= .milliseconds(100))
    holder.release()
    try store.open().close()
  }

  @Test func `a holder in another container is refused`() throws {
    let store = try TemporaryStore()
    try store.open().close()
    let holder = try LockHolder("\(store.path)/use.lock", shared: true, writing: "elsewhere")
    #expect(throws: LMDBError.sharedAcrossContainers) { try store.open() }
    holder.release()
    try store.open().close()
  }

  @Test func `an empty data file is damage and not a new store`() throws {
    let store = try TemporaryStore()
    try store.open().close()
    #expect(unsafe truncate("\(store.path)/data.mdb", 0) == 0)
    let error = #expect(throws: LMDBError.self) { try store.open() }
    #expect(error?.description == "'data.mdb' is damaged: the file is empty")
  }

  @Test func `a new store is on the disk before it gets its name`() async throws {
    let store = try TemporaryStore()
    await #expect(processExitsWith: .success) { [path = store.path as String] in
      faulty_begin_notes()
      let environment = try Environment.open(path, options: .test)
      let notes = unsafe String(cString: faulty_notes()).split(separator: "\n").map(String.init)
      let named = try #require(notes.firstIndex(of: "rename data.mdb"))
      #expect(notes[..<named].contains("fsync data.mdb"))
      #expect(notes[named...].contains("fsync store"))
      // The name of the folder itself, too.
      let parent = path.split(separator: "/").dropLast().last ?? ""
      #expect(notes.contains("fsync \(parent)"))
      environment.close()
    }
  }

  @Test(arguments: [100, 400, 900, 2_000, 4_000, 8_000])
  func `a process killed while it makes a store leaves a whole one or none`(
    microseconds: Int
  ) async throws {
    let store = try TemporaryStore()
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = store.path as String, microseconds = microseconds as Int] in
      let killer = try WorkerThread(name: "killer", stackBytes: 512 * 1024) {
        usleep(UInt32(microseconds))
        kill(getpid(), SIGKILL)
      }
      try Environment.open(path, options: .test).close()
      killer.join()
    }
    let environment = try store.open()
    try environment.put("a", "1")
    #expect(try environment.get("a") == "1")
    #expect(!FileManager.default.fileExists(atPath: "\(store.path)/create.tmp"))
  }

  @Test func `processes that open and close at the same time do not disturb each other`()
    async throws
  {
    let store = try TemporaryStore()
    await withTaskGroup { group in
      for number in 0..<4 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [path = store.path as String, number = number as Int] in
            for round in 0..<40 {
              let environment = try Environment.open(
                path, options: .test { $0.lockDeadline = .seconds(60) })
              try environment.put("\(number)", "\(round)")
              #expect(try environment.get("\(number)") == "\(round)")
              environment.close()
            }
          }
        }
      }
    }
    let environment = try store.open()
    for number in 0..<4 { #expect(try environment.get("\(number)") == "39") }
  }

  @Test func `a database stays usable after the first transaction that uses it fails`() throws {
    let store = try TemporaryStore()
    let environment = try store.open()
    let first = try environment.first
    for _ in 0..<3 {
      #expect(throws: LMDBError.closed) {
        try environment.write { (transaction) throws(LMDBError) in
          try transaction.put([1], [2], in: first)
          throw LMDBError.closed
        }
      }
    }
    try environment.put("a", "1")
    #expect(try environment.get("a") == "1")
  }

  @Test func `what a crash left of a creation is built anew`() throws {
    let store = try TemporaryStore()
    try FileManager.default.createDirectory(
      atPath: "\(store.path)/create.tmp", withIntermediateDirectories: true)
    try Data("torn".utf8).write(to: URL(fileURLWithPath: "\(store.path)/create.tmp/data.mdb"))
    let environment = try store.open()
    try environment.put("a", "1")
    #expect(!FileManager.default.fileExists(atPath: "\(store.path)/create.tmp"))
  }

  @Test func `a database that is missing is added to a store`() throws {
    let store = try TemporaryStore()
    do {
      let environment = try store.open()
      try environment.put("a", "1")
    }
    let environment = try store.open(.test { $0.databases = ["third", "first"] })
    let third = try #require(environment.database("third"))
    try environment.write { (t) throws(LMDBError) in try t.put([1], [2], in: third) }
    #expect(try environment.get("a") == "1")
    #expect(environment.database("second") == nil)
    #expect(try environment.statistics().entries == ["first": 1, "third": 1])
  }

  @Test func `a read-only open makes no store and leaves no files`() throws {
    let store = try TemporaryStore()
    let readOnly = Environment.Options.test { $0.readOnly = true }
    #expect(throws: LMDBError.self) { try store.open(readOnly) }
    #expect(!FileManager.default.fileExists(atPath: store.path))
    try FileManager.default.createDirectory(atPath: store.path, withIntermediateDirectories: false)
    #expect(throws: LMDBError.self) { try store.open(readOnly) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.path).isEmpty)
  }

  @Test func `a limited address space gets a smaller map`() async throws {
    let store = try TemporaryStore()
    await #expect(processExitsWith: .success) { [path = store.path as String] in
      let status = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      let pages = try #require(status.split(separator: " ").first.flatMap { UInt($0) })
      var limit = rlimit()
      limit.rlim_cur = pages * 4096 + (600 << 20)
      limit.rlim_max = limit.rlim_cur
      #expect(unsafe setrlimit(__rlimit_resource_t(9), &limit) == 0)
      let environment = try Environment.open(path, options: .test)
      try environment.put("a", "1")
      #expect(try environment.statistics().mapSizeBytes == 256 << 20)
    }
  }

  @Test func `little address space gets a small map`() async throws {
    let store = try TemporaryStore()
    await #expect(processExitsWith: .success) { [path = store.path as String] in
      let status = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      let pages = try #require(status.split(separator: " ").first.flatMap { UInt($0) })
      var limit = rlimit()
      limit.rlim_cur = pages * 4096 + (150 << 20)
      limit.rlim_max = limit.rlim_cur
      #expect(unsafe setrlimit(__rlimit_resource_t(9), &limit) == 0)
      let environment = try Environment.open(path, options: .test)
      try environment.put("a", "1")
      #expect(try environment.statistics().mapSizeBytes == 64 << 20)
    }
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }
}
