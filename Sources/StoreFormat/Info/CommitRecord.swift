package import LMDB

/// What every commit leaves in `info`: a torn or rolled-back store does not fit it.
package struct CommitRecord: Hashable, Sendable {
  package static let size = 24
  /// Numbers beyond it can only be damage or an attack: they would make sequences overflow.
  package static let sequenceLimit: UInt64 = 1 << 62

  /// The LMDB transaction number of the commit that wrote it.
  package var transaction: UInt64
  /// What is added to transaction numbers; grows when a store is rebuilt.
  package var epoch: UInt64
  /// How many entries the database `values` has after the commit.
  package var entryCount: UInt64

  package init(transaction: UInt64, epoch: UInt64, entryCount: UInt64) {
    (self.transaction, self.epoch, self.entryCount) = (transaction, epoch, entryCount)
  }

  /// What to add to transaction numbers in a file whose last transaction is the given one.
  ///
  /// A compacted copy (`mdb_copy -c`) begins with transaction 1 and has the record of the original:
  /// the sequence goes on where that one was.
  package func epoch(at last: UInt64) -> UInt64 {
    transaction > last ? epoch &+ (transaction - last) : epoch
  }

  /// Nil if the bytes are not 24.
  package init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard bytes.count == Self.size, let transaction = reader.number(UInt64.self),
      let epoch = reader.number(UInt64.self), let entryCount = reader.number(UInt64.self)
    else { return nil }
    self.init(transaction: transaction, epoch: epoch, entryCount: entryCount)
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendBigEndian(transaction)
    bytes.appendBigEndian(epoch)
    bytes.appendBigEndian(entryCount)
    return bytes
  }
}

extension CommitRecord {
  /// Writes the record of a transaction, the last thing it does, and what it did for the first time.
  ///
  /// - Parameters:
  ///   - epoch: What is added to transaction numbers.
  ///   - info: The database it goes to.
  ///   - values: The database whose entries are counted.
  ///   - counted: What the rows came to when the file was looked at, if it was.
  ///   - txn: The transaction.
  /// - Throws: What LMDB reports; the transaction can't commit after that.
  package static func write(
    epoch: UInt64, info: Database, values: Database, counted: CountedRows? = nil,
    _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    if txn.hasCut { try StoreFeature.noteCuts(info: info, &txn) }
    try StoreDigest.write(counted, info: info, &txn)
    let record = CommitRecord(
      transaction: txn.id, epoch: epoch, entryCount: UInt64(try txn.count(of: values)))
    try txn.put(InfoKey.commit, record.bytes, in: info)
  }
}
