import Foundation
import LMDB
import SceneState
import Synchronization

extension MisuseCase {
  private static let databases = ["info", "sessions", "values", "set-aside"]

  /// Rows 8, 9, 13, 14, 25, 26 and 28: threads, transactions and sizes.
  static let ofThreads: [MisuseCase] = [
    MisuseCase("8 reads inside reads, and more readers than there are slots") { folder in
      let environment = try Environment.open(
        place(folder).path, options: .init(maxReaders: 20, databases: databases))
      try environment.read { (_) throws(LMDBError) in
        try environment.read { (_) throws(LMDBError) in }
      }
      let failures = Atomic(0)
      let running = Atomic(0)
      let mayLeave = Signal()
      let threads = try (0..<40).map { _ in
        try WorkerThread(name: "reader", stackBytes: 1 << 19) {
          do throws(LMDBError) {
            try environment.read { (_) throws(LMDBError) in
              running.add(1, ordering: .relaxed)
              _ = mayLeave.wait(timeout: .seconds(9))
            }
          } catch { failures.add(1, ordering: .relaxed) }
        }
      }
      // Those without a slot give up at the deadline; the others read on.
      while failures.load(ordering: .relaxed) + running.load(ordering: .relaxed) < 40 {
        usleep(10_000)
      }
      mayLeave.notify()
      for thread in threads { thread.join() }
      try environment.read { (_) throws(LMDBError) in }
      let most = running.load(ordering: .relaxed)
      return most > 10 ? nil : "only \(most) could read"
    },
    MisuseCase("9 a write inside a write is refused") { folder in
      let environment = try Environment.open(
        place(folder).path, options: .init(databases: databases))
      var inner: LMDBError?
      do throws(LMDBError) {
        try environment.write { (_) throws(LMDBError) in
          try environment.write { (_) throws(LMDBError) in }
        }
      } catch { inner = error }
      guard inner == .nestedWrite else { return "got \(inner.map { "\($0)" } ?? "nothing")" }
      try environment.write { (_) throws(LMDBError) in }
      return nil
    },
    MisuseCase("9 ticks nest and a flush inside is no hang") { folder in
      let store = try open(folder)
      try store.tick {
        store.scene("A")[note] = "outer"
        try store.tick {
          store.scene("A")[note] = "inner"
          try store.flush()
        }
      }
      return try store.inspect().entries.contains { $0.json == "\"inner\"" } ? nil : "not there"
    },
    MisuseCase("13 a long read is told") { folder in
      let said = Atomic(0)
      var options = Environment.Options(databases: databases)
      options.longRead = .milliseconds(20)
      options.onRemark = { if case .longRead = $0 { said.add(1, ordering: .relaxed) } }
      let environment = try Environment.open(place(folder).path, options: options)
      try environment.read { (_) throws(LMDBError) in _ = usleep(60_000) }
      let count = said.load(ordering: .relaxed)
      return count == 1 ? nil : "said \(count) times"
    },
    MisuseCase("14 a store at its quota says so, and shrinks") { folder in
      var options = SceneStore.Options(storeBudget: 256 << 10)
      options.commitsByItself = false
      let store = try SceneStore.open(place(folder), options: options)
      let keys = (0..<20).map { SceneKey("key-\($0)", default: "") }
      for key in keys {
        store.scene("A")[key] = String(repeating: "x", count: 30_000)
        _ = commit(store)
      }
      guard let problem = commit(store) else { return "the quota said nothing" }
      guard problem.detail.contains("quota") else { return "said \(problem)" }
      for key in keys.dropFirst(3) { store.scene("A").reset(key) }
      return commit(store).map { "smaller again, still \($0)" }
    },
    MisuseCase("25 names of any length and letters are keys of their own") { folder in
      let store = try open(folder)
      let names = [
        "", "a", "a/b", "a%2Fb", "\0", "\u{1}", String(repeating: "n", count: 600),
        String(repeating: "n", count: 601), String(repeating: "é", count: 5_000),
      ]
      for (number, name) in names.enumerated() {
        store.scene("A").tab("t")[SceneKey(name, default: -1)] = number
      }
      store.scene("A").tab("t")[SceneKey("e\u{301}", default: -1)] = 50
      try store.flush()
      store.close()
      let again = try SceneStore.open(place(folder))
      defer { again.close() }
      for (number, name) in names.enumerated() {
        let found = again.scene("A").tab("t")[SceneKey(name, default: -1)]
        if found != number { return "key \(number) holds \(found)" }
      }
      return again.scene("A").tab("t")[SceneKey("é", default: -1)] == 50 ? nil : "é is two keys"
    },
    MisuseCase("26 closing waits for those who read") { folder in
      let environment = try Environment.open(
        place(folder).path, options: .init(databases: databases))
      let inside = Signal()
      let reader = try WorkerThread(name: "reader", stackBytes: 1 << 19) {
        try? environment.read { (txn) throws(LMDBError) in
          inside.notify()
          usleep(200_000)
          guard let values = environment.database("values") else { return }
          _ = try txn.count(of: values)
        }
      }
      guard inside.wait(timeout: .seconds(9)) else { return "no reader" }
      environment.close()
      reader.join()
      return nil
    },
    MisuseCase("28 a batch beyond the limit fails as a whole") { folder in
      var options = SceneStore.Options()
      options.commitsByItself = false
      options.environmentHook = { $0.batchPageLimit = 50 }
      let store = try SceneStore.open(place(folder), options: options)
      store.tick {
        for number in 0..<200 {
          store.scene("A")[SceneKey("key-\(number)", default: "")] =
            String(repeating: "x", count: 3_000)
        }
      }
      guard commit(store) != nil else { return "it was acknowledged" }
      let left = try store.inspect().entries.count
      return left == 0 ? nil : "\(left) values of it are there"
    },
  ]
}
