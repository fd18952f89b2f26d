/// What every commit leaves in `info`: a torn or rolled-back store does not fit it.
package struct CommitRecord: Hashable, Sendable {
  package static let size = 24

  /// The LMDB transaction number of the commit that wrote it.
  package var transaction: UInt64
  /// What is added to transaction numbers; grows when a store is rebuilt.
  package var epoch: UInt64
  /// How many entries the database `values` has after the commit.
  package var entryCount: UInt64

  package init(transaction: UInt64, epoch: UInt64, entryCount: UInt64) {
    (self.transaction, self.epoch, self.entryCount) = (transaction, epoch, entryCount)
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
