import Foundation
import LMDB
import SceneState
import Synchronization
import Testing

/// Forgetting for good, and making the file as small as what is in it.
@Suite struct PurgeTests {
  private let draft = SceneKey("draft", default: "")
  private let large = SceneKey("large", default: Data())

  /// How often some bytes stand in any file below a folder.
  private func copies(of text: String, below folder: URL) throws -> Int {
    let needle = Data(text.utf8)
    var count = 0
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      guard let bytes = FileManager.default.contents(atPath: folder.path + "/" + name) else {
        continue
      }
      var start = bytes.startIndex
      while let range = bytes.range(of: needle, in: start..<bytes.endIndex) {
        count += 1
        start = range.upperBound
      }
    }
    return count
  }

  @Test func `no copy of a destroyed value is left after a purge`() throws {
    let folder = try StoreFolder()
    let secrets = ["in a tab 4711", "of a scene 4712", "overwritten 4713", "set aside 4714"]
    try folder.withStore { store in
      store.scene("A").tab("hawk")[draft] = secrets[0]
      store.scene("B")[draft] = secrets[1]
      store.scene("C")[draft] = secrets[2]
      store.scene("B")[large] = Data(String(repeating: secrets[1], count: 5_000).utf8)
      store.scene("B").tab("raven")[draft] = secrets[3]
      try store.flush()
      store.openSession("B")
      for round in 0..<20 { store.scene("C")[draft] = "round \(round)" }
      store.scene("A").tab("hawk")[draft] = "kept 4715"
    }
    // What was damaged once is kept beside the data.
    let quarantine = folder.store.appending(path: "quarantine")
    try FileManager.default.createDirectory(
      at: quarantine, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    try Data(secrets[0].utf8).write(to: quarantine.appending(path: "1-damaged.mdb"))
    let store = try folder.open()
    #expect(store.scene("B")[draft] == secrets[1])
    store.destroySession("B")
    try store.flush()
    // Without the purge they are there: the test would see them.
    #expect(try secrets.contains { try copies(of: $0, below: folder.store) > 0 })
    try store.purge()
    for secret in secrets { #expect(try copies(of: secret, below: folder.store) == 0, "\(secret)") }
    #expect(store.backups.count == 1)
    // The store goes on as it was.
    #expect(store.scene("A").tab("hawk")[draft] == "kept 4715")
    #expect(store.scene("C")[draft] == "round 19")
    store.scene("C")[draft] = "after"
    try store.flush()
    store.close()
    #expect(store.reportedProblems.isEmpty)
    try folder.withStore { store in
      #expect(store.scene("A").tab("hawk")[draft] == "kept 4715")
      #expect(store.scene("C")[draft] == "after")
      #expect(store.scene("B")[draft] == "")
      #expect(store.remarks.isEmpty && store.reportedProblems.isEmpty)
    }
    for secret in secrets { #expect(try copies(of: secret, below: folder.store) == 0, "\(secret)") }
  }

  @Test func `a compacted store is small, keeps all and goes on counting`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      for number in 0..<40 {
        store.scene("A")[SceneKey("k\(number)", default: Data())] = Data(count: 60_000)
      }
      try store.flush()
      for number in 1..<40 { store.scene("A").reset(SceneKey("k\(number)", default: Data())) }
      store.scene("A")[draft] = "kept"
      try store.flush()
      let path = folder.store.path + "/data.mdb"
      let size = { try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0 }
      let before = try size()
      let entries = try store.inspect().entries
      try store.compact()
      #expect(before > 2 << 20)
      #expect(try size() < 200_000)
      #expect(try store.inspect().entries == entries)
      store.scene("A")[draft] = "newer"
      try store.flush()
      let newer = try store.inspect().entries
      #expect(
        newer.first { $0.key == "draft" }?.transaction ?? 0
          > entries.map(\.transaction).max() ?? 0)
    }
    try folder.withStore { store in
      #expect(store.scene("A")[draft] == "newer")
      #expect(store.scene("A")[SceneKey("k0", default: Data())].count == 60_000)
    }
  }

  @Test func `a compacted copy goes to another place and replaces nothing`() throws {
    let folder = try StoreFolder()
    let place = folder.url.appending(path: "copy.store")
    try folder.withStore { store in
      store.scene("A")[draft] = "kept"
      try store.compact(to: place)
      let again = #expect(throws: SceneProblem.self) { try store.compact(to: place) }
      #expect(again?.code == .fileExists)
    }
    let copy = try SceneStore.open(place)
    #expect(copy.scene("A")[draft] == "kept")
    copy.close()
  }

  @Test func `a store that another process has open is neither purged nor changed`() async throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    store.scene("A")[draft] = "first"
    try store.flush()
    await #expect(processExitsWith: .success) { [path = folder.store.path as String] in
      let other = try SceneStore.open(URL(filePath: path))
      let problem = #expect(throws: SceneProblem.self) { try other.purge() }
      #expect(problem?.code == .storeInUse)
      #expect(problem?.detail.contains("\(getppid())") == true, "\(String(describing: problem))")
      other.scene("A")[SceneKey("draft", default: "")] = "second"
      try other.flush()
      other.close()
    }
    store.refresh()
    #expect(store.scene("A")[draft] == "second")
    try store.purge()
    #expect(store.scene("A")[draft] == "second")
    store.close()
    #expect(try folder.withStore { $0.scene("A")[draft] } == "second")
  }

  @Test func `reads and writes of other threads go on around a purge`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    let isOver = Atomic(false)
    let wrong = Mutex<[String]>([])
    for number in 0..<8 { store.scene(SceneID(rawValue: "S\(number)"))[draft] = "0" }
    try store.flush()
    let threads = try (0..<3).map { index in
      try WorkerThread(name: "user \(index)", stackBytes: 1 << 20) { [draft] in
        let scene = store.scene(SceneID(rawValue: "W\(index)"))
        var round = 0
        while !isOver.load(ordering: .acquiring) {
          round += 1
          scene[draft] = "\(round)"
          if scene[draft] != "\(round)" { wrong.withLock { $0.append("\(index) \(round)") } }
          do throws(SceneProblem) {
            if try store.inspect().entries.count < 8 { wrong.withLock { $0.append("few") } }
          } catch { wrong.withLock { $0.append("\(error)") } }
        }
      }
    }
    for _ in 0..<15 { try store.purge() }
    isOver.store(true, ordering: .releasing)
    for thread in threads { thread.join() }
    let last = (0..<3).map { store.scene(SceneID(rawValue: "W\($0)"))[draft] }
    store.close()
    #expect(wrong.withLock { $0 } == [])
    #expect(store.reportedProblems == [])
    try folder.withStore { store in
      #expect((0..<3).map { store.scene(SceneID(rawValue: "W\($0)"))[draft] } == last)
      #expect((0..<8).allSatisfy { store.scene(SceneID(rawValue: "S\($0)"))[draft] == "0" })
    }
  }

  @Test func `a purge inside a tick is refused`() throws {
    let folder = try StoreFolder()
    try folder.withStore { store in
      store.tick {
        let problem = #expect(throws: SceneProblem.self) { try store.purge() }
        #expect(problem?.code == .storeNotUsable)
      }
    }
  }
}
