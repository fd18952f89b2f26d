import FaultyCalls
import Foundation
import LMDB
import SceneState
import Testing

/// A store whose file cannot be written for a while, or at all.
@Suite struct DegradedStoreTests {
  /// A file that may not grow any more: what a full disk is to LMDB.
  private static func limitFiles(to bytes: Int) {
    // The number of RLIMIT_FSIZE, whose type differs between versions of the C library.
    let resource = __rlimit_resource_t(1)
    var limit = rlimit()
    let isRead = unsafe getrlimit(resource, &limit) == 0
    limit.rlim_cur = bytes == .max ? limit.rlim_max : rlim_t(bytes)
    let isSet = unsafe setrlimit(resource, &limit) == 0
    #expect(isRead && isSet)
  }

  @Test
  func `on a full disk values can be read, deleted and overwritten, and all is written later`()
    async throws
  {
    let folder = try StoreFolder()
    await #expect(processExitsWith: .success) { [path = folder.store.path as String] in
      _ = signal(SIGXFSZ, SIG_IGN)
      var options = SceneStore.Options(commitDelay: .seconds(3600))
      options.backups = nil
      let store = try SceneStore.open(URL(filePath: path), options: options)
      let keys = (0..<20).map { SceneKey("key \($0)", default: "") }
      let large = SceneKey("large", default: Data())
      let scene = store.scene("A")
      for key in keys { scene[key] = String(repeating: "x", count: 300) }
      try store.flush()
      // A store in use has free pages, which a change needs.
      scene[large] = Data(count: 100_000)
      try store.flush()
      scene.reset(large)
      for number in 0..<6 {
        scene[keys[0]] = "again \(number)"
        try store.flush()
      }
      #expect(store.condition == .usable)
      let data = path + "/data.mdb"
      let size = try FileManager.default.attributesOfItem(atPath: data)[.size] as? Int ?? 0
      Self.limitFiles(to: size)
      scene[large] = Data(repeating: 1, count: 400_000)
      #expect(throws: SceneProblem.self) { try store.flush() }
      #expect(scene[large].count == 400_000)
      #expect(scene[keys[7]].count == 300)
      guard case .readOnly = store.condition else { exit(3) }
      #expect(store.reportedProblems.count == 1)
      // What waits cannot be written yet; without it small changes can.
      scene.reset(large)
      scene.reset(keys[1])
      scene[keys[2]] = "overwritten"
      try store.flush()
      #expect(store.condition == .usable)
      #expect(try store.inspect().entries.count == 19)
      scene[large] = Data(repeating: 2, count: 400_000)
      #expect(throws: SceneProblem.self) { try store.flush() }
      Self.limitFiles(to: .max)
      try store.flush()
      #expect(store.condition == .usable)
      store.close()
    }
    try folder.withStore { store in
      #expect(store.scene("A")[SceneKey("large", default: Data())].count == 400_000)
      #expect(store.scene("A")[SceneKey("key 2", default: "")] == "overwritten")
      #expect(store.scene("A")[SceneKey("key 1", default: "")] == "")
    }
  }

  @Test func `a disk that fails for ever is told once, and values live on in memory`() async throws
  {
    let folder = try StoreFolder()
    await #expect(processExitsWith: .success) { [path = folder.store.path as String] in
      let draft = SceneKey("draft", default: "")
      let store = try SceneStore.open(
        URL(filePath: path), options: .init(commitDelay: .seconds(3600)))
      store.scene("A")[draft] = "stored"
      try store.flush()
      faulty_fail_first_pages(-1, EIO)
      for number in 0..<20 {
        store.scene("A")[draft] = "\(number)"
        #expect(store.scene("A")[draft] == "\(number)")
        #expect(throws: SceneProblem.self) { try store.flush() }
      }
      #expect(store.reportedProblems.map(\.code) == [.storeNotUsable])
      #expect(store.condition != .usable)
      faulty_fail_first_pages(0, 0)
      try store.flush()
      #expect(store.condition == .usable)
      store.close()
    }
    #expect(try folder.withStore { $0.scene("A")[SceneKey("draft", default: "")] } == "19")
  }
}
