import Foundation
import LMDB
import SceneState
import StoreFormat

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

  /// Puts rows into a table, and says in the sums of the commit that others stand in their place.
  static func put(
    _ rows: [[UInt8]: [UInt8]], saying wanted: [[UInt8]: [UInt8]], in table: String,
    of folder: StoreFolder
  ) throws {
    let old = DamagedStoreSample.rows(try DataFile.open(folder.dataPath))
    let known = old[table] ?? [:]
    let entries = (old["values"] ?? [:]).count
    let row = old["info"]?[InfoKey.digest] ?? []
    guard var sums = StoreDigest(row)?.sums else { throw LMDBError.closed }
    for key in rows.keys {
      var number: UInt64 = 0
      if let row = known[key] { number &-= RowSums.number(of: key, row, in: table) }
      if let row = wanted[key] { number &+= RowSums.number(of: key, row, in: table) }
      if table == "values" {
        sums.values[RowSums.part(of: key)] &+= number
      } else {
        sums.others &+= number
      }
    }
    try write(folder) { [sums] transaction, tables throws(LMDBError) in
      guard let database = tables[table], let info = tables["info"] else { return }
      for (key, row) in rows { try transaction.put(key, row, in: database) }
      let digest = StoreDigest(transaction: transaction.id, sums: sums)
      try transaction.put(InfoKey.digest, digest.bytes, in: info)
      let added = table == "values" ? rows.keys.count { known[$0] == nil } : 0
      try record(&transaction, tables, entries: UInt64(entries + added))
    }
  }
}
