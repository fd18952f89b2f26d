import Foundation
import LMDB
import SceneState

/// Writes into a closed store as somebody who does not know its rules.
enum StrangeWriter {
  typealias Tables = [String: Database]

  /// Makes one transaction; what it leaves out, such as the commit record, is missing.
  static func write(
    _ folder: StoreFolder,
    _ body: (inout WriteTransaction, Tables) throws(LMDBError) -> Void
  ) throws {
    let environment = try Environment.open(
      folder.store.path, options: .init(databases: DamagedStoreSample.tables))
    defer { environment.close() }
    var tables: Tables = [:]
    for name in DamagedStoreSample.tables { tables[name] = environment.database(name) }
    try environment.write { [tables] transaction throws(LMDBError) in
      try body(&transaction, tables)
    }
  }

  /// Writes the commit record of the transaction, so that something else is found.
  static func record(
    _ transaction: inout WriteTransaction, _ tables: Tables, epoch: UInt64 = 0, entries: UInt64,
    offset: UInt64 = 0
  ) throws(LMDBError) {
    guard let info = tables["info"] else { return }
    let record = CommitRecord(
      transaction: transaction.id &+ offset, epoch: epoch, entryCount: entries)
    try transaction.put(InfoKey.commit, record.bytes, in: info)
  }
}
