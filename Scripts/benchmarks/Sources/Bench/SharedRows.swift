import CPeer
import CSQLitePeer
import Foundation
import SceneState

/// A second process reads scenes while this one writes; SQLite does the same.
struct SharedRows {
  let measure: Measure
  static let scenes = 100

  /// The part of the reading process: counts scenes until its time is over.
  static func runAsReader(_ measure: Measure, _ arguments: [String]) throws {
    peer_small_values(1)
    let (kind, path) = (arguments[0], arguments[1])
    let nanoseconds = (Double(arguments[2]) ?? 1) * 1e9
    var count = 0
    let start = peer_now()
    if kind == "ours" {
      let store = try SceneStore.open(URL(filePath: path))
      let workload = Workload(measure, isSmall: true)
      while peer_now() - start < nanoseconds {
        keep(workload.scene(count % scenes, in: store).entries.count)
        count += 1
      }
    } else if let peer = sqlite_peer_open(path) {
      while peer_now() - start < nanoseconds {
        keep(sqlite_peer_list(peer, UInt64(count % scenes)))
        count += 1
      }
      sqlite_peer_close(peer)
    }
    print(Double(count) / (peer_now() - start) * 1e9)
  }

  func rows() throws -> [Row] {
    let folder = try Folder()
    peer_small_values(1)
    defer { peer_small_values(0) }
    let keys = Self.scenes * Workload.keysPerScene
    let store = try SceneStore.open(URL(filePath: folder.sub("ours")))
    try Workload(measure, isSmall: true).load(keys, into: store)
    guard let sqlite = sqlite_peer_open(folder.sub("sqlite")) else { return [] }
    defer { sqlite_peer_close(sqlite) }
    sqlite_peer_begin(sqlite)
    for number in 0..<keys { sqlite_peer_put(sqlite, UInt64(number), 1) }
    sqlite_peer_commit(sqlite)

    // Alone and beside a reader in turns: the pace of the disk changes by itself.
    var (alone, ours, theirs): ([Double], [(reads: Double, writes: Double)], [Double]) = (
      [], [], []
    )
    for _ in 0..<(measure.isQuick ? 3 : 5) {
      alone.append(writeOurs(store))
      ours.append(try read("ours", folder.sub("ours")) { writeOurs(store) })
      theirs.append(try read("sqlite", folder.sub("sqlite")) { writeSQLite(sqlite) }.reads)
    }
    return [
      Row(
        "scene reads/s beside a writer", peer: "SQLite WAL", unit: "1/s",
        ours: median(ours.map(\.reads)),
        peerValue: median(theirs), goal: 5, moreIsBetter: true),
      Row(
        "writer beside reads", peer: "writer alone", unit: "1/s", ours: median(ours.map(\.writes)),
        peerValue: median(alone), goal: 0.95, moreIsBetter: true),
    ]
  }

  private var seconds: Double { measure.isQuick ? 0.4 : 1 }

  private func read(
    _ kind: String, _ path: String, _ write: () -> Double
  ) throws -> (reads: Double, writes: Double) {
    let reader = try Child.start(measure, ["--reader", kind, path, String(seconds)])
    let writes = write()
    guard let reads = try Child.words(of: reader).first.flatMap(Double.init) else {
      throw BenchError(message: "the reader said no rate")
    }
    return (reads, writes)
  }

  /// Commits per second.
  private func writeOurs(_ store: SceneStore) -> Double {
    let workload = Workload(measure, isSmall: true)
    return rate { version in
      let first = version * 8 % (Self.scenes * Workload.keysPerScene)
      workload.set(first..<first + 8, version: version, in: store)
      try? store.flush()
    }
  }

  private func writeSQLite(_ sqlite: OpaquePointer) -> Double {
    rate { version in
      sqlite_peer_begin(sqlite)
      let first = version * 8 % (Self.scenes * Workload.keysPerScene)
      for number in first..<first + 8 {
        sqlite_peer_put(sqlite, UInt64(number), UInt64(version))
      }
      sqlite_peer_commit(sqlite)
    }
  }

  private func rate(_ body: (Int) -> Void) -> Double {
    let start = peer_now()
    var count = 0
    while peer_now() - start < seconds * 1e9 {
      body(count)
      count += 1
    }
    return Double(count) / (peer_now() - start) * 1e9
  }
}
