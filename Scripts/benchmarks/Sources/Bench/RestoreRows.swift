import CPeer
import CSQLitePeer
import Foundation
import SceneState

/// Opening a store and reading one scene, each time in a process of its own.
///
/// The look at the whole file, which comes first, is a row of its own.
struct RestoreRows {
  let measure: Measure

  /// The part that the child process plays: prints the nanoseconds it took.
  static func runAsChild(_ measure: Measure, _ arguments: [String]) throws {
    let (kind, path, scene) = (arguments[0], arguments[1], Int(arguments[2]) ?? 0)
    peer_small_values(1)
    let workload = Workload(measure, isSmall: true)
    let start = peer_now()
    var found = 0
    if kind == "sqlite" {
      guard let peer = sqlite_peer_open(path) else { return }
      found = Int(sqlite_peer_list(peer, UInt64(scene)))
      finish(peer_now() - start, found)
    } else if kind == "peer" {
      let peer = peer_open(path)
      found = Int(peer_read_scene(peer, UInt64(scene)))
      finish(peer_now() - start, found)
    } else {
      let store = try Within.openUnverified(URL(filePath: path))
      found = workload.read(scene, in: store)
      finish(peer_now() - start, found)
    }
  }

  /// Tells the time, the process's own memory, and how many keys there were.
  private static func finish(_ time: Double, _ found: Int) {
    print(time, (try? ResidentMemory().own) ?? 0, found)
  }

  func rows() throws -> [Row] {
    let many = measure.isQuick ? 128_000 : 1_000_000
    let (few, folder) = (try stores(128), try stores(many))
    let warm = try times(folder, many, few: few)
    let cold = try times(folder, many, isCold: true)
    let name = "open + restore, \(many) keys"
    var rows = [
      row(name, "C LMDB", warm[0], warm[1], 1.5),
      row(name, "ours, 128 keys", warm[0], warm[2], 1.5),
      row("\(name), cold", "C LMDB", cold[0], cold[1], 1.3),
    ]
    if hasSQLite {
      rows.append(row(name, "SQLite", warm[0], warm[3], 0.35))
      rows.append(row("\(name), cold", "SQLite", cold[0], cold[2], 0.6))
    }
    return rows + (try verification(folder, many))
  }

  /// The look at the whole file that every opening begins with, for the values that it guards.
  private func verification(_ folder: Folder, _ keys: Int) throws -> [Row] {
    let file = folder.sub("ours") + "/data.mdb"
    guard try Within.verify(file) != nil else { return [] }
    let times = try measure.turns(
      repeats: measure.rounds,
      [{ _ in try Within.verify(file) ?? 0 }, { _ in peer_read_file(file) }])
    return [
      Row(
        "verification, \(keys) keys", peer: "every byte of the file read", unit: "µs",
        ours: times[0] / 1e3, peerValue: times[1] / 1e3, goal: nil)
    ]
  }

  private var hasSQLite: Bool { sqlite_peer_is_there() != 0 }

  private func row(
    _ operation: String, _ peer: String, _ ours: Double, _ theirs: Double, _ goal: Double
  ) -> Row {
    Row(operation, peer: peer, unit: "µs", ours: ours / 1e3, peerValue: theirs / 1e3, goal: goal)
  }

  private func stores(_ keys: Int) throws -> Folder {
    let folder = try Folder()
    try load(keys, folder)
    return folder
  }

  /// Ours, LMDB, ours with few keys if that is wanted, SQLite, in turns.
  private func times(
    _ folder: Folder, _ keys: Int, few: Folder? = nil, isCold: Bool = false
  ) throws -> [Double] {
    let files = ["ours": "data.mdb", "peer": "data.mdb", "sqlite": "kv.sqlite"]
    func run(_ kind: String, _ folder: Folder, _ scene: Int) throws -> Double {
      let path = folder.sub(kind)
      if isCold, let file = files[kind] { peer_forget(path + "/" + file) }
      return try child(kind, path, scene)
    }
    func scene(_ round: Int) -> Int {
      measure.scattered(round, below: keys / Workload.keysPerScene)
    }
    var bodies: [(Int) throws -> Double] = [
      { try run("ours", folder, scene($0)) }, { try run("peer", folder, scene($0)) },
    ]
    if let few { bodies.append { _ in try run("ours", few, 2) } }
    if hasSQLite { bodies.append { try run("sqlite", folder, scene($0)) } }
    return try measure.turns(repeats: measure.rounds * 3, bodies)
  }

  private func load(_ keys: Int, _ folder: Folder) throws {
    peer_small_values(1)
    defer { peer_small_values(0) }
    let store = try SceneStore.open(URL(filePath: folder.sub("ours")))
    try Workload(measure, isSmall: true).load(keys, into: store)
    guard let peer = peer_open(folder.sub("peer")) else { return }
    let sqlite = sqlite_peer_open(folder.sub("sqlite"))
    Stores.load(0..<keys, peer, sqlite)
    peer_close(peer)
    if let sqlite { sqlite_peer_close(sqlite) }
  }

  private func child(_ kind: String, _ path: String, _ scene: Int) throws -> Double {
    let words = try Child.words(measure, ["--child", kind, path, String(scene)])
    guard let time = words.first.flatMap(Double.init), words.last == "32" else {
      throw BenchError(message: "the child said \(words) instead of a time and 32 keys")
    }
    return time
  }
}
