import CPeer
import CSQLitePeer
import Foundation
import SceneState

/// Listing and destroying one scene, and what the file takes.
struct SceneRows {
  let measure: Measure
  private let workload: Workload
  /// A thousand scenes: in a small store the room that is kept for removals would count.
  private let keys = 32_000
  private var scenes: Int { keys / Workload.keysPerScene }

  init(measure: Measure) {
    self.measure = measure
    workload = Workload(measure)
  }

  func rows() throws -> [Row] {
    let stores = try Stores(measure, keys: keys)
    // The size first: what comes after changes the file.
    return size(stores) + (try listing(stores)) + (try destroying(stores))
  }

  private func listing(_ stores: Stores) throws -> [Row] {
    let (lot, repeats) = (200, measure.rounds * 3)
    func each(_ round: Int, _ body: (Int) -> Void) -> Double {
      timed {
        for index in 0..<lot { body(measure.scattered(round * lot + index, below: scenes)) }
      } / Double(lot)
    }
    var bodies: [(Int) -> Double] = [
      { each($0) { keep(workload.scene($0, in: stores.ours).entries.count) } },
      { each($0) { keep(peer_list(stores.lmdb, UInt64($0))) } },
    ]
    if let sqlite = stores.sqlite {
      bodies.append { each($0) { keep(sqlite_peer_list(sqlite, UInt64($0))) } }
    }
    return rows("list 32 keys", try measure.turns(repeats: repeats, bodies), lmdb: 2, sqlite: 0.5)
  }

  private func destroying(_ stores: Stores) throws -> [Row] {
    var bodies: [(Int) throws -> Double] = [
      { round in
        let scene = scene(round)
        let time = try timed {
          try workload.scene(scene.number, in: stores.ours).discard()
          try stores.ours.flush()
        }
        workload.set(scene.keys, version: round, in: stores.ours)
        try stores.ours.flush()
        return time
      },
      { round in
        let scene = scene(round)
        let time = timed {
          peer_begin(stores.lmdb)
          peer_destroy(stores.lmdb, UInt64(scene.number))
          peer_commit(stores.lmdb)
          peer_sync(stores.lmdb)
        }
        Stores.put(scene.keys, version: round, lmdb: stores.lmdb)
        return time
      },
    ]
    if let sqlite = stores.sqlite {
      bodies.append { round in
        let scene = scene(round)
        let time = timed {
          sqlite_peer_begin(sqlite)
          sqlite_peer_destroy(sqlite, UInt64(scene.number))
          sqlite_peer_commit(sqlite)
        }
        Stores.put(scene.keys, version: round, sqlite)
        return time
      }
    }
    let times = try measure.turns(repeats: measure.rounds * 3, bodies)
    return rows("destroy a scene", times, lmdb: 1.2, sqlite: 1)
  }

  private func size(_ stores: Stores) -> [Row] {
    let payload = Double(workload.bytesPerScene * scenes) / 1e6
    let bytes = Folder.diskBytes(stores.folder.sub("ours") + "/data.mdb") / 1e6
    return [
      Row(
        "disk per payload", peer: "payload", unit: "MB", ours: bytes, peerValue: payload, goal: 1.35
      )
    ] + (stores.sqlite == nil ? [] : [sizeBesideSQLite(stores, bytes)])
  }

  /// The goal is that of the payload over what SQLite takes with the usual values.
  private func sizeBesideSQLite(_ stores: Stores, _ bytes: Double) -> Row {
    if let sqlite = stores.sqlite { sqlite_peer_checkpoint(sqlite) }
    let peer = Folder.diskBytes(stores.folder.sub("sqlite") + "/kv.sqlite") / 1e6
    return Row(
      "disk", peer: "SQLite", unit: "MB", ours: bytes, peerValue: peer, goal: 1.35 / 1.21)
  }

  private func scene(_ round: Int) -> (number: Int, keys: Range<Int>) {
    let number = measure.scattered(round, below: scenes)
    let first = number * Workload.keysPerScene
    return (number, first..<first + Workload.keysPerScene)
  }

  /// A row for each peer that was there.
  private func rows(
    _ operation: String, _ times: [Double], lmdb: Double, sqlite: Double
  ) -> [Row] {
    zip(times.dropFirst(), [("C LMDB", lmdb), ("SQLite WAL FULL", sqlite)]).map { time, peer in
      Row(
        operation, peer: peer.0, unit: "µs", ours: times[0] / 1e3, peerValue: time / 1e3,
        goal: peer.1)
    }
  }
}
