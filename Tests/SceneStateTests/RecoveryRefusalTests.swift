import Foundation
import LMDB
import SceneState
import StoreFormat
import Synchronization
import Testing

/// What is no damage, or not this process's to repair, is left alone.
@Suite struct RecoveryRefusalTests {
  @Test func `a damaged file of a newer version is left as it is`() throws {
    for key in [InfoKey.format, InfoKey.incompatibleFeatures] {
      let folder = try StoreFolder()
      try folder.withStore { $0.scene("A")[SceneKey("draft", default: "")] = "kept" }
      let environment = try Environment.open(
        folder.store.path, options: .init(databases: ["info"], addsDatabases: false))
      let info = try #require(environment.database("info"))
      try environment.write { txn throws(LMDBError) in
        let value =
          key == InfoKey.format ? InfoKey.bytes(UInt32(2)) : InfoKey.bytes(UInt64(1) << 40)
        try txn.put(key, value, in: info)
      }
      environment.close()
      let data = folder.store.appending(path: "data.mdb")
      var bytes = try Data(contentsOf: data)
      // A first page is lost, and all that is known of the other is in its trees.
      let last = bytes[4096 + 144] > bytes[144] ? 0 : 1
      for index in last * 4096..<last * 4096 + 100 { bytes[index] = 0xEE }
      try bytes.write(to: data)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: data.path)
      let problem = #expect(throws: SceneProblem.self) { _ = try folder.open() }
      #expect(problem?.code == .storeFromNewerVersion)
      #expect(try Data(contentsOf: data) == bytes)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.store.path)
      #expect(!names.contains("quarantine"))
    }
  }

  @Test func `a store that may only be read is read, and what is written stays in memory`() throws {
    let folder = try StoreFolder()
    let draft = SceneKey("draft", default: "")
    try folder.withStore { $0.scene("A")[draft] = "kept" }
    let environment = try Environment.open(
      folder.store.path, options: .init(databases: ["info"], addsDatabases: false))
    let info = try #require(environment.database("info"))
    try environment.write { txn throws(LMDBError) in
      try txn.put(InfoKey.readOnlyFeatures, InfoKey.bytes(UInt64(4)), in: info)
    }
    environment.close()
    let data = folder.store.appending(path: "data.mdb")
    let bytes = try Data(contentsOf: data)
    let store = try folder.open()
    let scene = store.scene("A")
    #expect(scene[draft] == "kept")
    guard case .readOnly(let reason) = store.condition else {
      Issue.record("\(store.condition)")
      return
    }
    #expect(reason.contains("features 4"))
    scene[draft] = "in memory"
    let problem = #expect(throws: SceneProblem.self) { try store.flush() }
    #expect(problem?.code == .storeFromNewerVersion)
    #expect(scene[draft] == "in memory")
    #expect(throws: SceneProblem.self) { try store.purge() }
    store.close()
    #expect(try Data(contentsOf: data) == bytes)
  }

  @Test func `a damaged file that others have open is left to them, and they are named`()
    async throws
  {
    let folder = try StoreFolder()
    let draft = SceneKey("draft", default: "")
    try folder.withStore { $0.scene("A")[draft] = "kept" }
    let data = folder.store.appending(path: "data.mdb")
    let bytes = try Data(contentsOf: data)
    let file = try FileHandle(forUpdating: data)
    try file.write(contentsOf: Data(repeating: 0xEE, count: 4096))
    // What a process does that has the store open; the map of a real one would be damaged too.
    let use = try FileHandle(forUpdating: folder.store.appending(path: "use.lock"))
    #expect(flock(use.fileDescriptor, LOCK_SH) == 0)
    await #expect(processExitsWith: .success) {
      [path = folder.store.path as String, pid = getpid() as Int32] in
      let other = try SceneStore.open(URL(filePath: path))
      let problem = try #require(other.reportedProblems.first)
      #expect(problem.code == .storeNotUsable)
      #expect(problem.detail.contains("process \(pid) has the store open"), "\(problem)")
      other.scene("A")[SceneKey("draft", default: "")] = "in memory"
      #expect(other.scene("A")[SceneKey("draft", default: "")] == "in memory")
      guard case .memory = other.condition else { exit(3) }
    }
    try use.close()
    try file.seek(toOffset: 0)
    try file.write(contentsOf: bytes.prefix(4096))
    try file.close()
    #expect(try folder.withStore { $0.scene("A")[draft] } == "kept")
    #expect(!FileManager.default.fileExists(atPath: folder.store.path + "/quarantine"))
  }

  @Test func `a file that is judged unsound only once is not touched`() throws {
    let folder = try StoreFolder()
    let draft = SceneKey("draft", default: "")
    try folder.withStore { $0.scene("A")[draft] = "kept" }
    let data = folder.store.appending(path: "data.mdb")
    let bytes = try Data(contentsOf: data)
    let looks = Mutex(0)
    var options = SceneStore.Options(commitDelay: .seconds(3600))
    options.environmentHook = { options in
      let verify = options.verify
      options.verify = { path throws(LMDBError) in
        let look = looks.withLock { looks in
          looks += 1
          return looks
        }
        // What a read that fails once looks like.
        if look == 1 { throw .damaged(reason: "the disk stuttered") }
        try verify(path)
      }
    }
    let store = try folder.open(options)
    #expect(store.scene("A")[draft] == "kept")
    #expect(store.recoveryReport == nil && store.reportedProblems == [])
    store.close()
    #expect(looks.withLock { $0 } == 2)
    #expect(try Data(contentsOf: data) == bytes)
  }

  @Test func `a damaged value gives its default, is told, and its bytes are kept`() throws {
    let folder = try StoreFolder()
    let draft = SceneKey("draft", default: "default")
    try folder.withStore { store in
      store.scene("A")[draft] = "damaged"
      store.scene("A").tab("hawk")[draft] = "sound"
    }
    try folder.withStore { store in
      let address = try #require(store.scene("A").valueAddress(of: "draft"))
      try store.corrupt(address, flippingLowestBits: 3)
    }
    try folder.withStore { store in
      #expect(store.recoveryReport == nil)
      #expect(store.scene("A")[draft] == "default")
      #expect(store.scene("A").facts(of: draft).problem?.code == .valueNotReadable)
      #expect(store.scene("A").tab("hawk")[draft] == "sound")
      try store.flush()
      #expect(store.setAsideCount == 1)
      store.scene("A")[draft] = "new"
      try store.flush()
      #expect(store.setAsideCount == 1)
    }
    try folder.withStore { #expect($0.scene("A")[draft] == "new") }
  }
}
