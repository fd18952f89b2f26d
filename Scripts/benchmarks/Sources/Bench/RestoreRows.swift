import CPeer
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
    if kind == "peer" {
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
    let small = try times(keys: 128)
    let large = try times(keys: many)
    return [
      Row(
        "open + restore, \(many) keys", peer: "C LMDB", unit: "µs", ours: large.ours / 1e3,
        peerValue: large.peer / 1e3, goal: 1.5),
      Row(
        "open + restore, \(many) keys", peer: "ours at 128 keys", unit: "µs",
        ours: large.ours / 1e3, peerValue: small.ours / 1e3, goal: 1.5),
    ]
  }

  private func times(keys: Int) throws -> (ours: Double, peer: Double) {
    let folder = try Folder()
    try load(keys, folder)
    let scene = keys / Workload.keysPerScene / 2
    return try measure.alternating(
      repeats: measure.rounds,
      { _ in try child("ours", folder.sub("ours"), scene) },
      { _ in try child("peer", folder.sub("peer"), scene) })
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
