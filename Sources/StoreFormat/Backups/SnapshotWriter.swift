package import LMDB

/// Writes a backup record by record.
package struct SnapshotWriter: ~Copyable {
  private var file: NewFile
  private var digest = FNV.Digest128()
  private var count: UInt64 = 0

  init(in folder: String, _ header: SnapshotFormat.Header) throws(LMDBError) {
    var file = try NewFile(in: folder)
    try file.append(header.bytes)
    digest.update(header.bytes)
    self.file = file
  }

  mutating func add(_ record: SnapshotRecord) throws(LMDBError) {
    try append(SnapshotFormat.bytes(of: record))
    count += 1
  }

  /// Ends the file, reads it back and gives it its name.
  ///
  /// - Returns: How many records it has.
  consuming func finish(at path: String) throws(LMDBError) -> Int {
    try file.append(SnapshotFormat.trailer(count: count, digest: digest.value))
    try file.synchronize()
    do throws(SnapshotError) {
      let written = try SnapshotFile(file.path)
      guard try written.check() == Int(count) else { throw .damaged("a part of it") }
    } catch {
      throw .damaged(reason: "the backup that was just written cannot be read: \(error)")
    }
    let count = Int(count)
    try file.place(at: path)
    return count
  }

  /// Removes what was begun in a folder and never finished; answers how many there were.
  package static func removeLeftovers(in folder: String) -> Int {
    NewFile.removeLeftovers(in: folder, beginning: SnapshotFormat.mark)
  }

  private mutating func append(_ bytes: [UInt8]) throws(LMDBError) {
    digest.update(bytes)
    try file.append(bytes)
  }
}

extension SnapshotWriter {
  /// Writes all that one read transaction sees.
  ///
  /// What other processes have open now is not part of a backup.
  ///
  /// - Parameters:
  ///   - environment: The store.
  ///   - epoch: What is added to transaction numbers, asked inside the transaction.
  ///   - path: The name that the backup gets.
  ///   - folder: Where it is written first.
  ///   - milliseconds: The time, since 1970.
  /// - Throws: What LMDB and the system report.
  /// - Returns: How many records there are.
  @discardableResult
  package static func write(
    _ environment: Environment, epoch: () -> UInt64, to path: String, in folder: String,
    at milliseconds: UInt64
  ) throws(LMDBError) -> Int {
    var writer: SnapshotWriter?
    try environment.read { txn throws(LMDBError) in
      let header = SnapshotFormat.Header(
        transaction: txn.id, epoch: epoch(), milliseconds: milliseconds)
      var started = try SnapshotWriter(in: folder, header)
      for table in StoreTable.allCases {
        guard let database = environment.database(table.name) else { throw .closed }
        try txn.forEach(in: database, prefix: []) { key, value throws(LMDBError) in
          let names = [InfoKey.ownerPrefix, InfoKey.reportPrefix]
          if table == .info, names.contains(where: { key.starts(with: $0) }) { return true }
          let content = table == .info ? StoreFeature.ofContent(key, value) : value
          try started.add(SnapshotRecord(table, key, content))
          return true
        }
      }
      writer = consume started
    }
    guard let writer else { throw .closed }
    return try writer.finish(at: path)
  }
}
