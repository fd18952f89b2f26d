package import LMDB

/// What a commit leaves in the row ``InfoKey/digest``: what all rows came to when it ended.
///
/// A disk that forgets to write a page leaves what stood there before, often an older page of the
/// same tree that is sound in itself. The sums tell it: older rows come to another number. A version
/// that does not know the row leaves it as it was; it counts only of the transaction it names.
package struct StoreDigest: Hashable, Sendable {
  package static let size = 20 + 8 * RowSums.parts

  /// The LMDB transaction number of the commit, as in ``CommitRecord``.
  package var transaction: UInt64
  /// Of all rows but those whose keys begin with `!`, and those of `tails`.
  package var sums: RowSums

  package init(transaction: UInt64, sums: RowSums) {
    (self.transaction, self.sums) = (transaction, sums)
  }

  /// Nil if the bytes are more or fewer, or not what was written.
  package init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard bytes.count == Self.size, let transaction = reader.number(UInt64.self) else { return nil }
    var sums = RowSums()
    for part in 0..<RowSums.parts { sums.values[part] = reader.number(UInt64.self) ?? 0 }
    sums.others = reader.number(UInt64.self) ?? 0
    self.init(transaction: transaction, sums: sums)
    guard self.bytes == bytes else { return nil }
  }

  /// The numbers, and a checksum over key and numbers.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.size)
    bytes.appendBigEndian(transaction)
    for part in 0..<RowSums.parts { bytes.appendBigEndian(sums.values[part]) }
    bytes.appendBigEndian(sums.others)
    bytes.appendBigEndian(crc32c(bytes, seed: Self.seed))
    return bytes
  }

  private static let seed = crc32c(InfoKey.digest)
}

/// What the rows came to when the file was looked at, and which commit was the last one then.
package struct CountedRows: Hashable, Sendable {
  package let commit: CommitRecord?
  package let sums: RowSums
}

extension StoreDigest {
  /// Writes the sums as a transaction leaves them, before it writes its commit record.
  ///
  /// They are those of the commit before, changed by what this one changed. If that one did not
  /// write them, and nobody counted the rows since, nothing is written: the next opening counts.
  static func write(
    _ counted: CountedRows?, info: Database, _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    let row = try txn.get(InfoKey.digest, in: info)
    var sums = RowSums()
    if let last = try txn.get(InfoKey.commit, in: info).flatMap(CommitRecord.init) {
      if let counted, counted.commit == last {
        sums = counted.sums
      } else if let digest = row.flatMap(Self.init), digest.transaction == last.transaction {
        sums = digest.sums
      } else {
        return
      }
    }
    if row == nil { try StoreFeature.noteOwnRows(info: info, &txn) }
    let digest = Self(transaction: txn.id, sums: sums + txn.sums)
    txn.sums = RowSums()
    try txn.put(InfoKey.digest, digest.bytes, in: info)
  }
}
