import FaultyCalls
import Foundation
import LMDB
import Synchronization
import Testing

/// `MDB_PANIC` made for real, in a process of its own, and what follows.
struct PanicTests {
  @Test(arguments: [EIO, ENOSPC])
  func `a first page that can't be written fails the commit and opens the store again`(
    error: Int32
  ) async throws {
    let store = try TemporaryStore()
    await #expect(processExitsWith: .success) {
      [path = store.path as String, error = error as Int32] in
      let verdicts = Atomic(0)
      var options = Environment.Options.test
      options.verify = { path throws(LMDBError) in
        verdicts.add(1, ordering: .relaxed)
        try verifyDataFile(path)
      }
      let environment = try Environment.open(path, options: options)
      try environment.put("a", "1")
      let verdictsBefore = verdicts.load(ordering: .relaxed)
      faulty_fail_first_pages(1, error)
      let expected =
        error == ENOSPC
        ? LMDBError.diskFull : .code(LMDBCode(rawValue: error), operation: "committing")
      #expect(throws: expected) { try environment.put("a", "2") }
      #expect(environment.remarks == [.reopened(after: expected)])
      let verdictsAfter = verdicts.load(ordering: .relaxed)
      #expect(verdictsAfter == verdictsBefore + 1)
      #expect(try environment.get("a") == "1")
      try environment.put("a", "3")
      #expect(try environment.get("a") == "3")
      #expect(environment.remarks.count == 1)
    }
    #expect(try store.open().get("a") == "3")
  }

  @Test func `an environment in panic is opened once for each write that fails`() async throws {
    let store = try TemporaryStore()
    await #expect(processExitsWith: .success) { [path = store.path as String] in
      let environment = try Environment.open(path, options: .test)
      try environment.put("a", "1")
      faulty_fail_first_pages(-1, EIO)
      for round in 1...3 {
        #expect(throws: LMDBError.self) { try environment.put("a", "2") }
        #expect(environment.remarks.count == round)
        #expect(try environment.get("a") == "1")
      }
      faulty_fail_first_pages(0, 0)
      try environment.put("a", "4")
      #expect(environment.remarks.count == 3)
    }
    #expect(try store.open().get("a") == "4")
  }

  @Test func `a store that doesn't come back after a panic says why until it does`() async throws {
    let store = try TemporaryStore()
    await #expect(processExitsWith: .success) { [path = store.path as String] in
      let isBad = Atomic(false)
      var options = Environment.Options.test
      options.verify = { _ throws(LMDBError) in
        if isBad.load(ordering: .relaxed) { throw .damaged(reason: "a test says so") }
      }
      let environment = try Environment.open(path, options: options)
      try environment.put("a", "1")
      isBad.store(true, ordering: .relaxed)
      faulty_fail_first_pages(1, EIO)
      #expect(throws: LMDBError.code(LMDBCode(rawValue: EIO), operation: "committing")) {
        try environment.put("a", "2")
      }
      #expect(environment.remarks.isEmpty)
      let damaged = LMDBError.damaged(reason: "a test says so")
      #expect(throws: damaged) { try environment.get("a") }
      #expect(throws: damaged) { try environment.put("a", "2") }
      // Others may use it, and get their own verdict: the locks are not kept.
      let others = LockProbe.canShare("\(path)/use.lock")
      #expect(others)
      isBad.store(false, ordering: .relaxed)
      #expect(try environment.get("a") == "1")
      try environment.put("a", "3")
      #expect(try environment.get("a") == "3")
    }
  }

  @Test func `a thread that ends inside a write costs that write and nothing more`() async throws {
    let store = try TemporaryStore()
    await #expect(processExitsWith: .success) { [path = store.path as String] in
      let environment = try Environment.open(
        path, options: .test { $0.lockDeadline = .seconds(60) })
      let first = try environment.first
      try environment.put("a", "1")
      let writer = try WorkerThread(name: "ends early", stackBytes: 512 * 1024) {
        try? environment.write { (transaction) throws(LMDBError) in
          try transaction.put(Array("a".utf8), Array("lost".utf8), in: first)
          pthread_exit(nil)
        }
      }
      writer.join()
      #expect(try environment.get("a") == "1")
      let start = monotonicNow()
      try environment.put("a", "2")
      #expect(monotonicNow() - start < .seconds(30))
      let panic = LMDBError.code(.panic, operation: "beginning a write")
      #expect(environment.remarks == [.reopened(after: panic)])
      #expect(try environment.get("a") == "2")
      environment.close()
    }
    #expect(try store.open().get("a") == "2")
  }

  @Test func `closing does not wait for a thread that ended inside a write`() async throws {
    let store = try TemporaryStore()
    await #expect(processExitsWith: .success) { [path = store.path as String] in
      alarm(30)
      let environment = try Environment.open(path, options: .test)
      try environment.put("a", "1")
      let writer = try WorkerThread(name: "ends early", stackBytes: 512 * 1024) {
        try? environment.write { (_) throws(LMDBError) in pthread_exit(nil) }
      }
      writer.join()
      environment.close()
    }
    #expect(try store.open().get("a") == "1")
  }
}

/// Looks at a lock as another process would: through a descriptor of its own.
enum LockProbe {
  static func canShare(_ path: String) -> Bool {
    let file = unsafe open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return flock(file, LOCK_SH | LOCK_NB) == 0
  }
}
