package import LMDB

package enum StoreTable: String, Sendable, CaseIterable {
  case info
  case sessions
  case values
  case setAside = "set-aside"

  /// Their names, and that of the database in which the ends of long values stand.
  package static let databases = allCases.map(\.rawValue) + [CutValue.tails]
}

/// Some rows of one table: those whose keys start with a prefix.
package struct RowRange: Sendable, Hashable {
  package var table: StoreTable
  package var prefix: [UInt8]
  /// Copying stops behind the row that reaches so many bytes.
  package var byteLimit: Int

  package init(_ table: StoreTable, prefix: [UInt8] = [], byteLimit: Int = .max) {
    (self.table, self.prefix, self.byteLimit) = (table, prefix, byteLimit)
  }
}

/// Rows of several ranges as they were at one moment.
package struct CopiedRanges: Sendable {
  /// The commit that was seen.
  package let transaction: UInt64
  /// In the order of the ranges that were asked for.
  package let rows: [CopiedRows]

  package init(transaction: UInt64, rows: [CopiedRows]) {
    (self.transaction, self.rows) = (transaction, rows)
  }
}

/// What is known of a store's file without looking at its rows.
package struct StoreFigures: Sendable, Hashable {
  package var fileBytes = 0
  package var limitBytes = 0
  package var pageBytes = 0
  /// Pages that were freed and wait to be used again; nil if nobody counted them.
  package var freePages: Int?
  /// What the tables take; free pages are not in it.
  package var usedBytes = 0
  package var lastTransaction: UInt64 = 0
  package var rowCounts: [StoreTable: Int] = [:]

  package init() {}
}

/// The way to a store's rows for those who only look: through LMDB, or through the file alone.
package protocol StoreTables: Sendable {
  /// Copies rows out, all at one moment; nothing is held afterwards.
  func copy(_ ranges: [RowRange]) throws(LMDBError) -> CopiedRanges

  /// Counting free pages reads a list that may be long.
  func figures(countingFreePages: Bool) throws(LMDBError) -> StoreFigures

  func readerSlots() throws(LMDBError) -> [ReaderSlot]

  func close()
}

/// The tables of an open environment: each copy is one short read transaction.
package struct MappedTables: StoreTables {
  let environment: Environment
  /// Whether tables that are not there are empty ones.
  let allowsMissing: Bool

  package init(environment: Environment, allowsMissing: Bool = false) {
    (self.environment, self.allowsMissing) = (environment, allowsMissing)
  }

  package func copy(_ ranges: [RowRange]) throws(LMDBError) -> CopiedRanges {
    try environment.read { txn throws(LMDBError) in
      var rows: [CopiedRows] = []
      for range in ranges {
        guard let database = environment.database(range.table.rawValue) else {
          guard !allowsMissing else {
            rows.append(CopiedRows())
            continue
          }
          throw .missing(database: range.table.rawValue)
        }
        rows.append(
          try txn.copyRows(of: database, prefix: range.prefix, byteLimit: range.byteLimit))
      }
      return CopiedRanges(transaction: txn.id, rows: rows)
    }
  }

  package func figures(countingFreePages: Bool) throws(LMDBError) -> StoreFigures {
    let statistics = try environment.statistics()
    var figures = StoreFigures()
    figures.fileBytes = statistics.fileBytes
    figures.limitBytes = statistics.mapSizeBytes
    figures.usedBytes = statistics.usedBytes
    figures.pageBytes = statistics.pageBytes
    figures.lastTransaction = statistics.lastTransactionID
    for (name, count) in statistics.entries {
      if let table = StoreTable(rawValue: name) { figures.rowCounts[table] = count }
    }
    if countingFreePages {
      // Without the list nobody knows how many there are, which is what nil says.
      figures.freePages = try? environment.read { txn throws(LMDBError) in
        try txn.freePageCount()
      }
    }
    return figures
  }

  package func readerSlots() throws(LMDBError) -> [ReaderSlot] { try environment.readerSlots() }

  package func close() { environment.close() }
}

extension LMDBError {
  /// A database that each store has is not in one that others have open: nobody judged the file.
  package static func missing(database name: String) -> LMDBError {
    .damaged(reason: DataFileFinding.Fault.databaseMissing(name).words)
  }
}
