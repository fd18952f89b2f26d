import CPeer
import CSQLitePeer
import Foundation
import SceneState

/// Opening a store and reading one scene, each time in a process of its own.
struct RestoreRows {
  let measure: Measure

  /// The part that the child process plays: prints the nanoseconds it took.
  static func runAsChild(_ arguments: [String]) throws {
    let (kind, path, scene) = (arguments[0], arguments[1], Int(arguments[2]) ?? 0)
    let start = peer_now()
    var found = 0
    if kind == "sqlite" {
      guard let peer = sqlite_peer_open(path) else { return }
      found = Int(sqlite_peer_list(peer, UInt64(scene)))
      print(peer_now() - start, found)
    } else if kind == "peer" {
      let peer = peer_open(path)
      found = Int(peer_read_scene(peer, UInt64(scene)))
      print(peer_now() - start, found)
    } else {
      let store = try SceneStore.open(URL(filePath: path))
      found = Workload(isSmall: true).read(scene, in: store)
      print(peer_now() - start, found)
    }
  }

  func rows() throws -> [Row] {
    let many = measure.isQuick ? 32_000 : 1_000_000
    let small = try withStores(128) { try times($0, 128, against: "peer") }
    return try withStores(many) { folder in
      let warm = try times(folder, many, against: "peer")
      let sqlite = try times(folder, many, against: "sqlite")
      let cold = try times(folder, many, against: "peer", isCold: true)
      let coldSQLite = try times(folder, many, against: "sqlite", isCold: true)
      let name = "open + restore, \(many) keys"
      return [
        row(name, "C LMDB", warm, 1.5), row(name, "SQLite", sqlite, 0.35),
        row(name, "ours at 128 keys", (warm.ours, small.ours), 1.5),
        row("\(name), cold", "C LMDB", cold, 1.3),
        row("\(name), cold", "SQLite", coldSQLite, 0.6),
      ]
    }
  }

  private func row(
    _ operation: String, _ peer: String, _ times: (ours: Double, peer: Double), _ goal: Double
  ) -> Row {
    Row(
      operation, peer: peer, unit: "µs", ours: times.ours / 1e3, peerValue: times.peer / 1e3,
      goal: goal)
  }

  private func withStores<Result>(
    _ keys: Int, _ body: (Folder) throws -> Result
  ) throws -> Result {
    let folder = try Folder()
    try load(keys, folder)
    return try body(folder)
  }

  private func times(
    _ folder: Folder, _ keys: Int, against peer: String, isCold: Bool = false
  ) throws -> (ours: Double, peer: Double) {
    let scene = keys / Workload.keysPerScene / 2
    let files = ["ours": "data.mdb", "peer": "data.mdb", "sqlite": "kv.sqlite"]
    func run(_ kind: String) throws -> Double {
      let path = folder.sub(kind)
      if isCold, let file = files[kind] { peer_forget(path + "/" + file) }
      return try child(kind, path, scene)
    }
    return try measure.alternating(
      repeats: measure.rounds, { _ in try run("ours") }, { _ in try run(peer) })
  }

  private func load(_ keys: Int, _ folder: Folder) throws {
    peer_small_values(1)
    defer { peer_small_values(0) }
    let store = try SceneStore.open(URL(filePath: folder.sub("ours")))
    try Workload(isSmall: true).load(keys, into: store)
    let peer = peer_open(folder.sub("peer"))
    for start in stride(from: 0, to: keys, by: 20_000) {
      peer_begin(peer)
      for number in start..<min(start + 20_000, keys) { peer_put(peer, UInt64(number), 1) }
      peer_commit(peer)
    }
    peer_sync(peer)
    peer_close(peer)
    guard let sqlite = sqlite_peer_open(folder.sub("sqlite")) else { return }
    for start in stride(from: 0, to: keys, by: 20_000) {
      sqlite_peer_begin(sqlite)
      for number in start..<min(start + 20_000, keys) {
        sqlite_peer_put(sqlite, UInt64(number), 1)
      }
      sqlite_peer_commit(sqlite)
    }
    sqlite_peer_close(sqlite)
  }

  private func child(_ kind: String, _ path: String, _ scene: Int) throws -> Double {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--child", kind, path, String(scene)]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let parts = output.split(whereSeparator: \.isWhitespace)
    guard let time = parts.first.flatMap({ Double($0) }), parts.last == "32" else {
      throw BenchError(message: "the child said '\(output)' instead of a time and 32 keys")
    }
    return time
  }
}

struct BenchError: Error { let message: String }
