import CPeer
import CSQLitePeer
import Foundation
import SceneState

/// Flushes, listing, destroying and size of stores under workload W.
struct StoreRows {
  let measure: Measure
  private let workload = Workload()
  private var keys: Int { measure.isQuick ? 3_200 : 32_000 }

  init(measure: Measure) { self.measure = measure }

  private struct Stores {
    let folder: Folder
    let ours: SceneStore
    let peer: OpaquePointer
    let sqlite: OpaquePointer?
  }

  private func withStores(
    inMemory: Bool = false, _ body: (Stores) throws -> [Row]
  ) throws -> [Row] {
    let folder = try Folder(inMemory: inMemory)
    var options = SceneStore.Options()
    // NB: so long that no flush is timed after the committer has done its work.
    options.commitDelay = .seconds(60)
    let ours = try SceneStore.open(URL(filePath: folder.sub("ours")), options: options)
    guard let peer = peer_open(folder.sub("peer")) else { return [] }
    let sqlite = sqlite_peer_open(folder.sub("sqlite"))
    defer {
      peer_close(peer)
      if let sqlite { sqlite_peer_close(sqlite) }
    }
    try workload.load(keys, into: ours)
    for start in stride(from: 0, to: keys, by: 20_000) {
      let range = start..<min(start + 20_000, keys)
      peer_begin(peer)
      for number in range { peer_put(peer, UInt64(number), 1) }
      peer_commit(peer)
      guard let sqlite else { continue }
      sqlite_peer_begin(sqlite)
      for number in range { sqlite_peer_put(sqlite, UInt64(number), 1) }
      sqlite_peer_commit(sqlite)
    }
    peer_sync(peer)
    return try body(Stores(folder: folder, ours: ours, peer: peer, sqlite: sqlite))
  }

  /// Durable flushes against LMDB from C on the real device.
  func flushes() throws -> [Row] {
    try withStores { stores in
      try [(1, 1.3), (100, 1.15), (10_000, 1.3)].filter { $0.0 <= keys }.map { count, goal in
        let result = try measure.alternating(
          repeats: count > 1_000 ? measure.rounds : measure.rounds * 5,
          { try flush(stores.ours, count, $0) },
          { flush(stores.peer, count, $0) })
        return row("flush \(count)", "C LMDB", result, goal)
      }
    }
  }

  /// The same where each flush of the device takes 1 ms, against SQLite.
  func slowDevice() throws -> [Row] {
    try withStores(inMemory: true) { stores in
      guard let sqlite = stores.sqlite else { return [] }
      peer_flush_delay(1_000)
      defer { peer_flush_delay(0) }
      return try [(1, 2.0), (100, 1.5), (1_000, 0.65)].map { count, goal in
        let result = try measure.alternating(
          repeats: measure.rounds,
          { try flush(stores.ours, count, $0) },
          { version in
            let range = burst(count, version)
            let start = peer_now()
            sqlite_peer_begin(sqlite)
            for number in range { sqlite_peer_put(sqlite, UInt64(number), UInt64(version)) }
            sqlite_peer_commit(sqlite)
            return peer_now() - start
          })
        return row("flush \(count), 1 ms", "SQLite WAL FULL", result, goal)
      } + [try writesPerSecond(stores.ours, sqlite)]
    }
  }

  private func writesPerSecond(_ store: SceneStore, _ sqlite: OpaquePointer) throws -> Row {
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
    let theirs = count { version in
      sqlite_peer_begin(sqlite)
      sqlite_peer_put(sqlite, 0, UInt64(version))
      sqlite_peer_commit(sqlite)
    }
    // Ours in lots of 100, for looking at the clock costs as much as a write.
    let ours = count { lot in
      for index in 0..<100 { view.number = lot &* 100 &+ index }
    }
    try store.flush()
    return Row(
      "writes/s, 1 ms", peer: "SQLite FULL, a commit each", unit: "1/s", ours: ours * 100,
      peerValue: theirs, goal: 1_000, moreIsBetter: true)
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
      Thread.sleep(forTimeInterval: 0.2)
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

  /// Listing and destroying one scene, and what the file takes.
  func scenes() throws -> [Row] {
    try withStores { stores in
      let sceneCount = keys / Workload.keysPerScene
      var next = 0
      let listed = measure.interleaved(
        { count in
          for _ in 0..<count {
            next = (next + 7) % sceneCount
            keep(workload.scene(next, in: stores.ours).entries.count)
          }
        },
        { count in
          for _ in 0..<count {
            next = (next + 7) % sceneCount
            keep(peer_list(stores.peer, UInt64(next)))
          }
        })
      let destroyed = try measure.alternating(
        repeats: measure.rounds * 3,
        { try destroy(stores.ours, $0 % sceneCount, $0) },
        { destroy(stores.peer, $0 % sceneCount, $0) })
      let bytes = fileBytes(stores.folder.sub("ours") + "/data.mdb")
      let payload = Double(workload.bytesPerScene * sceneCount)
      return [
        row("list 32 keys", "C LMDB", listed, 2),
        row("destroy a scene", "C LMDB", destroyed, 1.2),
        Row(
          "disk per payload", peer: "payload", unit: "MB", ours: bytes / 1e6,
          peerValue: payload / 1e6, goal: 1.35),
      ]
    }
  }

  private func row(
    _ operation: String, _ peer: String, _ result: (ours: Double, peer: Double), _ goal: Double
  ) -> Row {
    Row(
      operation, peer: peer, unit: "µs", ours: result.ours / 1e3, peerValue: result.peer / 1e3,
      goal: goal)
  }

  private func burst(_ count: Int, _ version: Int) -> Range<Int> {
    let start = version * 1_009 * Workload.keysPerScene % max(keys - count, 1)
    return start..<start + count
  }

  private func flush(_ store: SceneStore, _ count: Int, _ version: Int) throws -> Double {
    let range = burst(count, version)
    // The delay of these stores is so long that the flush finds all of it undone.
    workload.set(range, version: version + 2, in: store)
    return try timed { try store.flush() }
  }

  private func flush(_ peer: OpaquePointer, _ count: Int, _ version: Int) -> Double {
    let range = burst(count, version)
    return timed {
      peer_begin(peer)
      for number in range { peer_put(peer, UInt64(number), UInt64(version)) }
      peer_commit(peer)
      peer_sync(peer)
    }
  }

  private func destroy(_ store: SceneStore, _ scene: Int, _ version: Int) throws -> Double {
    let scope = workload.scene(scene, in: store)
    let time = try timed {
      try scope.discard()
      try store.flush()
    }
    let first = scene * Workload.keysPerScene
    workload.set(first..<first + Workload.keysPerScene, version: version, in: store)
    try store.flush()
    return time
  }

  private func destroy(_ peer: OpaquePointer, _ scene: Int, _ version: Int) -> Double {
    let time = timed {
      peer_begin(peer)
      peer_destroy(peer, UInt64(scene))
      peer_commit(peer)
      peer_sync(peer)
    }
    let first = scene * Workload.keysPerScene
    peer_begin(peer)
    for number in first..<first + Workload.keysPerScene {
      peer_put(peer, UInt64(number), UInt64(version))
    }
    peer_commit(peer)
    peer_sync(peer)
    return time
  }

  private func fileBytes(_ path: String) -> Double {
    var info = stat()
    return stat(path, &info) == 0 ? Double(info.st_blocks) * 512 : 0
  }
}

func timed(_ body: () throws -> Void) rethrows -> Double {
  let start = peer_now()
  try body()
  return peer_now() - start
}
