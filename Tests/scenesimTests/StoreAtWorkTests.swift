import Foundation
import SceneCommands
import SceneState
import Testing

/// A store of 1,000 scenes and 32,000 values that another process writes all the time.
struct StoreAtWorkTests {
  private static let scenes = 1000

  private static func make(_ path: String) throws {
    let store = try SceneStore.open(URL(filePath: path))
    store.tick {
      for number in 0..<scenes {
        let scene = store.scene(SceneID(rawValue: name(number)))
        for key in 0..<32 { scene[SceneKey("key\(key)", default: "")] = "\(number) \(key)" }
      }
    }
    try store.flush()
    store.close()
  }

  private static func name(_ number: Int) -> String {
    "scene-" + String(repeating: "0", count: 4 - "\(number)".count) + "\(number)"
  }

  @Test func `looking at it gives whole answers, hinders no writer and lets no file grow`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("big.store")
    try Self.make(path)
    let stop = folder.file("stop")
    // This process writes, and the tool is another one; each commit changes two values alike.
    async let wrote: Int = Self.writer(path, stop: stop)
    defer { _ = FileManager.default.createFile(atPath: stop, contents: nil) }
    let tool = try Executable.find()
    while !FileManager.default.fileExists(atPath: stop + ".ready") {
      try await Task.sleep(for: .milliseconds(10))
    }
    let all = try tool.shell("$T store ls \(path) --plain")
    #expect(all.output.utf8.count { $0 == 0x0A } == 32 * Self.scenes, "\(all.errors)")
    for _ in 0..<2 {
      let one = try tool.shell("$T store ls \(path) scene-0500/ --plain")
      #expect(one.code == 0, "\(one.errors)")
      let rows = one.output.split(separator: "\n").map { $0.split(separator: "\t") }
      #expect(rows.count == 32)
      #expect(rows.allSatisfy { $0[0] == "scene-0500" })
      // One commit wrote both, so one look sees both.
      let pair = try tool.shell("$T store ls \(path) 'scene-0001/key*' --plain")
      var values: Set<String> = []
      for line in pair.output.split(separator: "\n") {
        let columns = line.split(separator: "\t").map(String.init)
        if columns[2] == "key0" || columns[2] == "key1" { values.insert(columns[7]) }
      }
      #expect(values.count == 1, "\(values)")
    }
    let size = try FileManager.default.attributesOfItem(atPath: "\(path)/data.mdb")[.size] as? Int
    _ = FileManager.default.createFile(atPath: stop, contents: nil)
    let count = try await wrote
    #expect(count > 10)
    #expect(try #require(size) < 64 << 20)
    let found = try tool.shell("$T store readers \(path)")
    #expect(found.output == "nobody reads the store\n")
  }

  @Test func `listing all of it beside a writer does not let the file grow`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("big.store")
    try Self.make(path)
    let tool = try Executable.find()
    let quiet = try await Self.growth(path, folder) {
      try await Task.sleep(for: .milliseconds(600))
    }
    let busy = try await Self.growth(path, folder) {
      for _ in 0..<3 { _ = try tool.shell("$T store ls \(path) --plain > /dev/null") }
    }
    print(
      "a store of 32,000 values grew by \(quiet.bytes) bytes in \(quiet.commits) commits, and by "
        + "\(busy.bytes) in \(busy.commits) while it was listed 3 times")
    // What one copy keeps from being used again are the pages of the commits made meanwhile: a
    // reader that stayed would keep those of all commits, four pages each.
    #expect(busy.bytes < max(16 << 20, busy.commits * 8192))
  }

  /// How much the file grows, and how often is committed, while something is done.
  private static func growth(
    _ path: String, _ folder: TemporaryFolder, _ body: () async throws -> Void
  ) async throws -> (bytes: Int, commits: Int) {
    let stop = folder.file("stop-\(UUID().uuidString)")
    func size() throws -> Int {
      let facts = try FileManager.default.attributesOfItem(atPath: "\(path)/data.mdb")
      return facts[.size] as? Int ?? 0
    }
    async let wrote: Int = writer(path, stop: stop)
    while !FileManager.default.fileExists(atPath: stop + ".ready") {
      try await Task.sleep(for: .milliseconds(10))
    }
    let before = try size()
    do {
      try await body()
      _ = FileManager.default.createFile(atPath: stop, contents: nil)
    } catch {
      _ = FileManager.default.createFile(atPath: stop, contents: nil)
      throw error
    }
    return (try size() - before, try await wrote)
  }

  /// Writes until a file appears, and says how many commits there were.
  private static func writer(_ path: String, stop: String) async throws -> Int {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try write(path, stop: stop) })
      }
    }
  }

  private static func write(_ path: String, stop: String) throws -> Int {
    let store = try SceneStore.open(URL(filePath: path))
    defer { store.close() }
    let scene = store.scene("scene-0001")
    var count = 0
    while !FileManager.default.fileExists(atPath: stop), count < 1_000_000 {
      count += 1
      store.tick {
        scene[SceneKey("key0", default: "")] = "commit \(count)"
        scene[SceneKey("key1", default: "")] = "commit \(count)"
      }
      try store.flush()
      if count == 1 {
        _ = FileManager.default.createFile(atPath: stop + ".ready", contents: nil)
      }
    }
    return count
  }
}
