import CPeer
import CSQLitePeer
import Foundation
import SceneState

/// Durable flushes and coalesced commits, on the disk and on a device whose flush takes 1 ms.
struct FlushRows {
  let measure: Measure
  private let workload: Workload
  private var keys: Int { measure.isQuick ? 12_800 : 32_000 }

  init(measure: Measure) {
    self.measure = measure
    workload = Workload(measure)
  }

  /// Against LMDB from C, same flags and keys, on the real device.
  func onDisk() throws -> [Row] {
    let stores = try Stores(measure, keys: keys)
    return try [(1, 1.3), (100, 1.15), (10_000, 1.3)].map { count, goal in
      let result = try measure.alternating(
        repeats: count > 1_000 ? measure.rounds : measure.rounds * 5,
        { try flush(stores, count, $0) },
        { version in
          let range = burst(count, version)
          return timed { Stores.put(range, version: version, lmdb: stores.lmdb) }
        })
      return row("flush \(count)", "C LMDB", result, goal)
    }
  }

  /// The same where each flush of the device takes 1 ms, against SQLite.
  func onSlowDevice() throws -> [Row] {
    let stores = try Stores(measure, keys: min(keys, 12_800), inMemory: true)
    guard let sqlite = stores.sqlite else { return [] }
    peer_flush_delay(1_000)
    defer { peer_flush_delay(0) }
    let goals = [(1, 1.05, 2.0), (100, 0.85, 1.5), (1_000, 0.5, 0.65)]
    return try goals.flatMap { count, coalesced, durable in
      let times = try measure.turns(
        repeats: measure.rounds * 2,
        [
          { try commit(stores, count, $0) },
          { try flush(stores, count, $0) },
          { version in
            let range = burst(count, version)
            return timed { Stores.put(range, version: version, sqlite) }
          },
        ])
      let (a, b, peer) = (times[0], times[1], times[2])
      return [
        row("coalesced \(count), 1 ms", "SQLite WAL FULL", (a, peer), coalesced),
        row("flush \(count), 1 ms", "SQLite WAL FULL", (b, peer), durable),
      ].filter { $0.ours > 0 }
    } + [try writesPerSecond(sqlite)]
  }

  private func writesPerSecond(_ sqlite: OpaquePointer) throws -> Row {
    let folder = try Folder(inMemory: true)
    // With the usual delay: the committer is at work meanwhile.
    let store = try SceneStore.open(URL(filePath: folder.sub("ours")))
    let seconds = measure.isQuick ? 0.3 : 1.0
    let view = store.scene("A").run { View() }
    func count(_ body: (Int) throws -> Void) rethrows -> Double {
      let start = peer_now()
      var done = 0
      while peer_now() - start < seconds * 1e9 {
        try body(done)
        done += 1
      }
      return Double(done) / (peer_now() - start) * 1e9
    }
    // Ours in lots of 100, for looking at the clock costs as much as a write.
    let rates = try measure.turns(
      repeats: 3,
      [
        { _ in
          100
            * count { lot in
              for index in 0..<100 { view.number = lot &* 100 &+ index }
            }
        },
        { _ in count { Stores.put(0..<1, version: $0, sqlite) } },
      ])
    try store.flush()
    return Row(
      "writes/s, 1 ms", peer: "SQLite FULL, a commit each", unit: "1/s", ours: rates[0],
      peerValue: rates[1], goal: 1_000, moreIsBetter: true)
  }

  /// How many flushes of the device a commit takes; the goals are exact.
  func counts() throws -> [Row] {
    let folder = try Folder()
    let store = try SceneStore.open(URL(filePath: folder.sub("ours")))
    let view = store.scene("A").run { View() }
    view.number = 1
    try store.flush()
    func count(_ body: () throws -> Void) rethrows -> Double {
      let before = peer_flushes()
      try body()
      return Double(peer_flushes() - before)
    }
    let coalesced = count {
      view.number = 2
      Thread.sleep(forTimeInterval: 0.5)
    }
    let durable = try count {
      view.number = 3
      try store.flush()
    }
    let idle = try count { try store.flush() }
    return [
      Row("flushes, coalesced", peer: "exactly", unit: "", ours: coalesced, peerValue: 1, goal: 1),
      Row("flushes, durable", peer: "exactly", unit: "", ours: durable, peerValue: 2, goal: 1),
      Row("flushes, unchanged", peer: "none", unit: "", ours: idle, peerValue: 0, goal: 0),
    ]
  }

  private func row(
    _ operation: String, _ peer: String, _ result: (ours: Double, peer: Double), _ goal: Double
  ) -> Row {
    Row(
      operation, peer: peer, unit: "µs", ours: result.ours / 1e3, peerValue: result.peer / 1e3,
      goal: goal)
  }

  /// Neighbours, as an app's changes are, somewhere in the store.
  private func burst(_ count: Int, _ version: Int) -> Range<Int> {
    let scenes = (keys < 12_800 ? keys : 12_800) - count
    let start =
      measure.scattered(version, below: scenes / Workload.keysPerScene) * Workload.keysPerScene
    return start..<start + count
  }

  private func flush(_ stores: Stores, _ count: Int, _ version: Int) throws -> Double {
    // The delay of these stores is so long that the flush finds all of it undone.
    workload.set(burst(count, version), version: version * 2 + 3, in: stores.ours)
    return try timed { try stores.ours.flush() }
  }

  /// What the committer does; 0 where the package's own functions are out of reach.
  private func commit(_ stores: Stores, _ count: Int, _ version: Int) throws -> Double {
    workload.set(burst(count, version), version: version * 2 + 4, in: stores.ours)
    let time = try Within.commit(stores.ours)
    if time == nil { try stores.ours.flush() }
    return time ?? 0
  }
}
