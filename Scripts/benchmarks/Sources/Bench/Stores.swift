import CPeer
import CSQLitePeer
import Foundation
import SceneState

/// The same keys in a store of ours, in LMDB used from C and in SQLite, side by side.
final class Stores {
  let folder: Folder
  let ours: SceneStore
  let lmdb: OpaquePointer
  /// nil where SQLite is not installed.
  let sqlite: OpaquePointer?
  let keys: Int

  init(_ measure: Measure, keys: Int, inMemory: Bool = false) throws {
    folder = try Folder(inMemory: inMemory)
    self.keys = keys
    var options = SceneStore.Options()
    // NB: so long that no flush is timed after the committer has done its work.
    options.commitDelay = .seconds(600)
    options.storeBudget = 900 << 20
    options.backups = nil
    ours = try SceneStore.open(URL(filePath: folder.sub("ours")), options: options)
    lmdb = peer_open(folder.sub("peer"))
    sqlite = sqlite_peer_open(folder.sub("sqlite"))
    try Workload(measure).load(keys, into: ours)
    Self.load(0..<keys, lmdb, sqlite)
  }

  static func load(_ keys: Range<Int>, _ lmdb: OpaquePointer, _ sqlite: OpaquePointer?) {
    for start in stride(from: keys.lowerBound, to: keys.upperBound, by: 20_000) {
      let range = start..<min(start + 20_000, keys.upperBound)
      peer_begin(lmdb)
      for number in range { peer_put(lmdb, UInt64(number), 1) }
      peer_commit(lmdb)
      if let sqlite { put(range, version: 1, sqlite) }
    }
    peer_sync(lmdb)
  }

  /// One durable transaction.
  static func put(_ range: Range<Int>, version: Int, _ sqlite: OpaquePointer) {
    sqlite_peer_begin(sqlite)
    for number in range { sqlite_peer_put(sqlite, UInt64(number), UInt64(version)) }
    sqlite_peer_commit(sqlite)
  }

  /// One durable transaction.
  static func put(_ range: Range<Int>, version: Int, lmdb: OpaquePointer) {
    peer_begin(lmdb)
    for number in range { peer_put(lmdb, UInt64(number), UInt64(version)) }
    peer_commit(lmdb)
    peer_sync(lmdb)
  }

  deinit {
    peer_close(lmdb)
    if let sqlite { sqlite_peer_close(sqlite) }
  }
}
