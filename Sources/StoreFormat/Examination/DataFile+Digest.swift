import LMDB

/// What the rows of a file come to, and what the last commit said of that.
extension DataFile {
  /// Whether a snapshot with a sound structure has other rows than the last commit left.
  ///
  /// A row that is damaged may come to something else too; only of a flipped bit that is known.
  func digestFault(
    _ header: StoreFileHeader, _ examination: SnapshotExamination
  ) -> DataFileFinding.Fault? {
    // A row of another size is of a newer version.
    guard let bytes = header.digest, bytes.count == StoreDigest.size else { return nil }
    guard let digest = StoreDigest(bytes) else {
      return .headerRow(String(decoding: InfoKey.digest, as: UTF8.self))
    }
    // A version that does not know the row wrote after it.
    guard digest.transaction == header.commit.flatMap(CommitRecord.init)?.transaction else {
      return nil
    }
    let (snapshot, sums) = (examination.snapshot, examination.sums)
    let missed = (0..<RowSums.parts).filter { digest.sums.values[$0] != sums.values[$0] }
    if let part = missed.first {
      let isExplained =
        missed.count == 1
        && isFlippedBit(snapshot, from: sums.values[part], to: digest.sums.values[part])
      if !isExplained { return .lostWrite("values") }
    }
    return digest.sums.others == sums.others ? nil : .lostWrite("sessions or facts")
  }

  /// Whether a row that tells a newer version may do so only since it is damaged.
  func versionFault(
    _ row: StoreContents.Row, _ header: StoreFileHeader, _ examination: SnapshotExamination
  ) -> DataFileFinding.Fault? {
    StoreVersion.isDisproved(
      header.digest, of: examination.snapshot.transaction, found: examination.sums.others)
      ? .headerRow(String(decoding: row.key, as: UTF8.self)) : nil
  }

  /// What the rows of a snapshot come to, with the commit it shows, if it shows one.
  func countedRows(_ examination: SnapshotExamination) -> CountedRows {
    let row = value(of: InfoKey.commit, in: StoreFileHeader.database, of: examination.snapshot)
    return CountedRows(commit: row.flatMap(CommitRecord.init), sums: examination.sums)
  }

  /// Whether one flipped bit in the header of one value is all that makes a part another one.
  ///
  /// Its checksum tells that value from others, so nothing is taken for newer than it is.
  private func isFlippedBit(
    _ snapshot: Snapshot, from found: UInt64, to wanted: UInt64
  ) -> Bool {
    var isExplained = false
    forEachEntry(in: "values", of: snapshot) { key, bytes in
      do throws(EnvelopeError) { _ = try Envelope.decode(bytes, key: key) } catch {
        guard error == .checksumMismatch else { return true }
        let rest = found &- RowSums.number(of: key, bytes, in: "values")
        isExplained =
          (8..<16).contains { byte in Self.fits(bytes, byte, wanted &- rest) }
          || (28..<32).contains { byte in Self.fits(bytes, byte, wanted &- rest) }
      }
      return !isExplained
    }
    return isExplained
  }

  /// Whether a value has a number when one bit of a byte is another.
  private static func fits(_ value: [UInt8], _ byte: Int, _ number: UInt64) -> Bool {
    (0..<8).contains { bit in
      var value = Array(value.prefix(Envelope.headerSize))
      value[byte] ^= 1 << bit
      return RowSums.number(of: [], value, in: "values") == number
    }
  }
}
