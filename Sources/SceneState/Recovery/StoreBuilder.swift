import LMDB
import StoreFormat

/// Fills a store that is being built beside the one it is to replace.
///
/// What is added is gathered and written in transactions of a few megabytes: nobody sees the store
/// before it is whole, so it needs no single one.
struct StoreBuilder {
  private static let batchBytes = 4 << 20

  private let environment: Environment
  private let epoch: UInt64
  private var waiting: [SnapshotRecord] = []
  private var waitingBytes = 0
  /// Whether a value was cut; the row that tells it may be written again by what is added.
  private var hasCut = false

  /// - Parameters:
  ///   - environment: The new store, which has all databases and nothing in them.
  ///   - epoch: The highest sequence of what is added; what is written later has higher ones.
  init(_ environment: Environment, epoch: UInt64) {
    self.environment = environment
    self.epoch = epoch
  }

  /// Adds a row; what is said of commits is made anew, so old ones are left out.
  mutating func add(_ record: SnapshotRecord) throws(LMDBError) {
    if record.table == .info, InfoKey.isOfCommit(record.key) { return }
    var record = record
    if record.table == .info {
      record.value = StoreFeature.ofContent(record.key, record.value)
    }
    waiting.append(record)
    waitingBytes += record.key.count + record.value.count
    if waitingBytes >= Self.batchBytes { try write() }
  }

  mutating func finish() throws(LMDBError) { try write() }

  private mutating func write() throws(LMDBError) {
    guard let info = environment.database(StoreTable.info.name),
      let values = environment.database(StoreTable.values.name)
    else { throw .closed }
    let (rows, epoch, hadCut) = (waiting, epoch, hasCut)
    hasCut = try environment.write { txn throws(LMDBError) in
      for row in rows {
        guard let database = environment.database(row.table.name) else { throw .closed }
        try txn.put(row.key, row.value, in: database)
      }
      let hasCut = hadCut || txn.hasCut
      if hasCut { try StoreFeature.noteCuts(info: info, &txn) }
      try StoreFeature.noteOwnRows(info: info, &txn)
      try CommitRecord.write(epoch: epoch, info: info, values: values, &txn)
      return hasCut
    }
    (waiting, waitingBytes) = ([], 0)
  }
}

extension StoreBuilder {
  /// Copies all that a transaction sees, and nothing that was deleted.
  ///
  /// `keepsOwners` says whether the rows go along that say which process has what open: what is built
  /// takes the place of the store then, and is no copy.
  mutating func copy(
    _ txn: borrowing ReadTransaction, of open: Connection.Open, keepsOwners: Bool
  ) throws(LMDBError) {
    for (table, database) in open.tables {
      try txn.forEach(in: database, prefix: []) { key, value throws(LMDBError) in
        if table == .info, !keepsOwners, key.starts(with: InfoKey.ownerPrefix) { return true }
        // The new file has no old pages; what was forgotten leaves no name behind.
        let names = [RemovalRecord.keyPrefix, InfoKey.reportPrefix]
        if table == .info, names.contains(where: { key.starts(with: $0) }) { return true }
        var value = value
        if table == .info, key == InfoKey.storeID, keepsOwners {
          // A file keeps its number when it gets the name of another one; its commits begin here.
          value = open.mark.marked(value, before: epoch &+ 1, ofFile: environment.fileNumber)
        }
        try add(SnapshotRecord(table, key, value))
        return true
      }
    }
    try finish()
  }
}

extension Connection.Open {
  /// The databases with what they are.
  var tables: [(StoreTable, Database)] {
    [(.info, info), (.sessions, sessions), (.values, values), (.setAside, setAside)]
  }
}
