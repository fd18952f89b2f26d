package import LMDB

/// Judges a store's data file before LMDB maps it: its structure, and its commit record.
///
/// Called where `verifyDataFile` is called; payload checksums are compared when a value is read.
/// - Throws: `LMDBError.unsound` when LMDB must not see the file, or when its newest snapshot is
///   not the last commit.
@Sendable
package func verifyStoreFile(_ path: String) throws(LMDBError) {
  let verdict = try DataFile.open(path).storeVerdict()
  guard verdict.isSound else { throw .unsound(verdict) }
}

extension DataFile {
  /// Verifies the newest snapshot of a store, and the previous one if the newest is not sound:
  /// structure, commit record, and the rows of `info` that have no checksum.
  ///
  /// A file of LMDB's that is no store, or one of a newer version, is judged by its structure.
  ///
  /// - Parameter limit: After how many findings of one snapshot the looking ends.
  /// - Returns: What was found out.
  package func storeVerdict(limit: Int = 1) -> DataFileVerdict {
    verdict(limit: limit) { storeFindings($0) }
  }

  /// How the store in a snapshot with a sound structure contradicts itself.
  package func storeFindings(_ examination: SnapshotExamination) -> [DataFileFinding] {
    let snapshot = examination.snapshot
    let header = StoreFileHeader(self, snapshot)
    guard header.isStore, !header.isNewer, !header.isEmpty else { return [] }
    guard
      let fault = commitFault(header, examination) ?? header.fault
        ?? sessionFault(header, snapshot)
    else { return [] }
    return [DataFileFinding(fault, tree: StoreFileHeader.database)]
  }

  /// How the commit record does not fit its snapshot.
  ///
  /// Without it one flipped bit of a first page could undo a commit: the record says of which
  /// transaction the tree is.
  private func commitFault(
    _ header: StoreFileHeader, _ examination: SnapshotExamination
  ) -> DataFileFinding.Fault? {
    let snapshot = examination.snapshot
    guard let bytes = header.commit else { return .noCommitRecord }
    guard let record = CommitRecord(bytes) else { return .commitRecordSize(bytes.count) }
    let others = snapshots.filter { $0 != snapshot }
    // A compacted copy has one snapshot, no way back, and the record of the original.
    let isCopy = others.allSatisfy(\.isInitial) && record.transaction > snapshot.transaction
    guard record.transaction == snapshot.transaction || isCopy else {
      return .commitRecord(record.transaction)
    }
    if let later = laterCommit(than: record, snapshot, in: others) {
      return .commitRecordBefore(later)
    }
    let entries = examination.databases.first { $0.name == "values" }?.entries ?? 0
    return entries == record.entryCount
      ? nil : .recordedEntries(found: entries, recorded: record.entryCount)
  }

  /// How the index of the sessions contradicts their records.
  ///
  /// The index has no checksum of its own: a damaged row would give one window's values to another.
  private func sessionFault(
    _ header: StoreFileHeader, _ snapshot: Snapshot
  ) -> DataFileFinding.Fault? {
    var missing = header.sessions
    var fault: DataFileFinding.Fault?
    forEachEntry(in: "sessions", of: snapshot) { key, value in
      // A record that cannot be read contradicts nothing; its checksum is compared when it is used.
      guard let record = try? SessionRecord.decode(value, key: key) else {
        let number = InfoKey.number(key, UInt32.self)
        missing = missing.filter { $0.value != number }
        return true
      }
      if record.number >= header.nextSession ?? 1 { fault = .headerRow("next-session") }
      if record.sequence > header.lastSequence { fault = .headerRow("!commit") }
      guard record.kind == .live else { return fault == nil }
      if missing.removeValue(forKey: record.id) != record.number {
        fault = .sessionIndex(record.id)
      }
      return fault == nil
    }
    return fault ?? missing.keys.min().map { .sessionIndex($0) }
  }

  /// The commit after the record's one, if another snapshot is really that one.
  ///
  /// Its first page says that it is older. One flipped bit in the transaction number of the newest
  /// makes such a file; and so does LMDB itself after a failed write of a first page, when it puts
  /// the old number and the old last page over the new roots. So only a last page beyond that of
  /// the newest snapshot is a sign. Any later record is none at all: the pages of an older snapshot
  /// are used again two commits later.
  private func laterCommit(
    than record: CommitRecord, _ snapshot: Snapshot, in others: [Snapshot]
  ) -> UInt64? {
    for other in others where other.lastPage > snapshot.lastPage {
      guard let bytes = value(of: InfoKey.commit, in: StoreFileHeader.database, of: other),
        let later = CommitRecord(bytes), later.epoch == record.epoch,
        later.transaction &- 1 == record.transaction
      else { continue }
      return later.transaction
    }
    return nil
  }
}
