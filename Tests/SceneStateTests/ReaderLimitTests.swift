import FaultyCalls
import Foundation
import Glibc
import LMDB
import SceneState
import StoreTools
import Testing

/// Readers of all processes share one table; somebody who only looks must not need a place in it.
@Suite struct ReaderLimitTests {
  private static func environment(_ path: String) throws -> Environment {
    var options = Environment.Options(maxReaders: 126, databases: DamagedStoreSample.tables)
    options.addsDatabases = false
    return try Environment.open(path, options: options)
  }

  private static func nest(
    _ depth: Int, in environment: Environment, _ body: () -> Void
  ) throws(LMDBError) {
    guard depth > 0 else { return body() }
    try environment.read { (_) throws(LMDBError) in
      try nest(depth - 1, in: environment, body)
    }
  }

  /// Holds places in the table until `name` is there; `isHere` says that it does.
  private static func hold(_ places: Int, of store: String, until name: String) throws {
    let environment = try environment(store)
    try nest(places, in: environment) {
      _ = FileManager.default.createFile(atPath: "\(name)-\(places)", contents: nil)
      wait(for: name)
    }
  }

  private static func wait(for path: String) {
    for _ in 0..<200_000 where !FileManager.default.fileExists(atPath: path) { usleep(1_000) }
  }

  @Test func `a full table is shown, and the store in spite of it`() async throws {
    let folder = try StoreFolder()
    var options = SceneStore.Options(commitDelay: .zero)
    options.environmentHook = { $0.maxReaders = 126 }
    try folder.withStore(options) { $0.scene("A")[SceneKey("draft", default: "")] = "text" }
    let (store, end) = (folder.store.path, folder.url.appending(path: "end").path)
    await withTaskGroup { group in
      group.addTask {
        await #expect(processExitsWith: .success) {
          [store = store as String, end = end as String] in
          try ReaderLimitTests.hold(124, of: store, until: end)
        }
      }
      group.addTask {
        await #expect(processExitsWith: .success) {
          [store = store as String, end = end as String] in
          ReaderLimitTests.wait(for: end + "-124")
          try ReaderLimitTests.hold(2, of: store, until: end)
        }
      }
      group.addTask {
        await #expect(processExitsWith: .success) {
          [store = store as String, end = end as String] in
          defer { _ = FileManager.default.createFile(atPath: end, contents: nil) }
          ReaderLimitTests.wait(for: end + "-2")
          let readers = try StoreInspector.readers(store)
          #expect(readers.count == 126)
          #expect(Set(readers.map(\.processID)).count == 2)
          let look = try StoreInspector.lookAtWhatIsLeft(store)
          #expect(try look.snapshot().entries.map(\.address) == ["A/draft"])
          #expect(try look.readers().count == 126)
          let examination = try StoreInspector.examine(store)
          #expect(examination.findings.allSatisfy { $0.severity == .note })
        }
      }
    }
  }

  @Test func `a new table has room for a thousand, and a smaller one grows`() throws {
    let folder = try StoreFolder()
    var options = SceneStore.Options(commitDelay: .zero)
    options.environmentHook = { $0.maxReaders = 126 }
    func bytes() throws -> Int {
      let path = folder.store.path + "/lock.mdb"
      return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
    #expect(try folder.withStore(options) { _ in try bytes() } == 8_192)
    // The first one who has the store alone makes the table larger.
    #expect(try folder.withStore { _ in try bytes() } == 65_536)
  }

  @Test func `on a full disk a table for few readers has to do`() async throws {
    let folder = try StoreFolder()
    let draft = SceneKey("draft", default: "")
    var options = SceneStore.Options(commitDelay: .zero)
    options.environmentHook = { $0.maxReaders = 126 }
    try folder.withStore(options) { $0.scene("A")[draft] = "text" }
    await #expect(processExitsWith: .success) { [path = folder.store.path as String] in
      faulty_limit_reserving(8_192)
      let store = try SceneStore.open(URL(filePath: path))
      #expect(store.scene("A")[SceneKey("draft", default: "")] == "text")
      #expect(store.condition == .usable)
      store.close()
    }
    let table = folder.store.path + "/lock.mdb"
    #expect(try FileManager.default.attributesOfItem(atPath: table)[.size] as? Int == 8_192)
  }

  @Test func `who builds the file anew on a full disk keeps to the table that there is`()
    async throws
  {
    let folder = try StoreFolder()
    var options = SceneStore.Options(commitDelay: .zero)
    options.environmentHook = { $0.maxReaders = 126 }
    try folder.withStore(options) { $0.scene("A")[SceneKey("draft", default: "")] = "text" }
    let (path, end) = (folder.store.path, folder.url.appending(path: "end").path)
    await withTaskGroup { group in
      group.addTask {
        await #expect(processExitsWith: .success) {
          [path = path as String, end = end as String] in
          try ReaderLimitTests.hold(1, of: path, until: end)
        }
      }
      group.addTask {
        await #expect(processExitsWith: .success) {
          [path = path as String, end = end as String] in
          ReaderLimitTests.wait(for: end + "-1")
          var options = SceneStore.Options(commitDelay: .zero)
          options.backups = nil
          let store = try SceneStore.open(URL(filePath: path), options: options)
          _ = FileManager.default.createFile(atPath: end, contents: nil)
          faulty_limit_reserving(8_192)
          var isBuilt = false
          for _ in 0..<200_000 where !isBuilt {
            do throws(SceneProblem) {
              try store.purge()
              isBuilt = true
            } catch {
              guard error.code == .storeInUse else { throw error }
              usleep(1_000)
            }
          }
          #expect(isBuilt)
          #expect(store.scene("A")[SceneKey("draft", default: "")] == "text")
          store.close()
        }
      }
    }
    let table = folder.store.path + "/lock.mdb"
    #expect(try FileManager.default.attributesOfItem(atPath: table)[.size] as? Int == 8_192)
  }
}
