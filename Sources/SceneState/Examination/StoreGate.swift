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
    kept(verdict(limit: limit) { storeFindings($0) })
  }

  /// The same for somebody who only looks: an odd row of `info` misleads nobody who is shown it.
  package func lookVerdict(limit: Int = 1) -> DataFileVerdict {
    kept(verdict(limit: limit) { storeFindings($0).filter(\.fault.isOfCommit) })
  }

  /// The verdict, with a commit that hides behind an older number as the snapshot to fall back to.
  private func kept(_ verdict: DataFileVerdict) -> DataFileVerdict {
    guard verdict.commitInDoubt != nil, let newest = verdict.newest?.snapshot,
      let hidden = hiddenCommit(after: newest)
    else { return verdict }
    var verdict = verdict
    verdict.previous = examine(hidden)
    return verdict
  }

  /// The snapshots, newest first, as the commit records in them tell it.
  package var storeSnapshots: [Snapshot] {
    guard let first = snapshots.first, let hidden = hiddenCommit(after: first) else {
      return snapshots
    }
    return [hidden, first]
  }

  /// How the store in a snapshot with a sound structure contradicts itself.
  package func storeFindings(_ examination: SnapshotExamination) -> [DataFileFinding] {
    let snapshot = examination.snapshot
    let header = StoreFileHeader(self, snapshot)
    guard header.isStore, !header.isNewer else { return [] }
    let fault: DataFileFinding.Fault?
    if header.isEmpty {
      // The first commit of a store has its header and nothing that could be lost.
      fault = hiddenCommit(after: snapshot).flatMap { hidden in
        holdsAnything(hidden) ? .commitRecordBefore(hidden.transaction) : nil
      }
    } else {
      fault = commitFault(header, examination) ?? header.fault ?? sessionFault(header, snapshot)
    }
    guard let fault else { return [] }
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
    if let hidden = hiddenCommit(after: snapshot) { return .commitRecordBefore(hidden.transaction) }
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

  /// The commit after a snapshot, if another snapshot is that one although its first page says
  /// that it is older.
  ///
  /// One flipped bit in the transaction number of the newest first page makes such a file: all
  /// else fits, and the commit would be lost without a word. So does LMDB itself after a failed
  /// write of a first page: it puts the old number and the old last page over the new roots. Such
  /// a commit was never acknowledged, and as long as nobody wrote after it, it is whole; both are
  /// told as damage, and the recovery keeps the commit.
  ///
  /// Only the very next number is a sign. A healthy snapshot of that age is never written over:
  /// the next commit but one does that, and whatever is found then has a higher number.
  private func hiddenCommit(after snapshot: Snapshot) -> Snapshot? {
    for other in snapshots where other.transaction < snapshot.transaction {
      let next = corrected(other, to: snapshot.transaction + 1)
      guard let bytes = value(of: InfoKey.commit, in: StoreFileHeader.database, of: next),
        let record = CommitRecord(bytes), record.transaction == next.transaction
      else { continue }
      // A failed write leaves the old last page; what a later try wrote over is no commit.
      if other.lastPage > snapshot.lastPage || isWhole(next, record) { return next }
    }
    return nil
  }

  private func holdsAnything(_ snapshot: Snapshot) -> Bool {
    examine(snapshot).databases.contains { $0.name != StoreFileHeader.database && $0.entries > 0 }
  }

  private func isWhole(_ snapshot: Snapshot, _ record: CommitRecord) -> Bool {
    let examination = examine(snapshot, limit: 1)
    let values = examination.databases.first { $0.name == "values" }
    return examination.isSound && values?.entries == record.entryCount
  }
}

/// Judges a file for somebody who only looks, before LMDB maps it.
@Sendable
func verifyForLooking(_ path: String) throws(LMDBError) {
  let verdict = try DataFile.open(path).lookVerdict()
  guard verdict.isSound else { throw .unsound(verdict) }
}

extension DataFileFinding.Fault {
  /// Whether it is about which commit a snapshot is, or whether the file is a store at all.
  fileprivate var isOfCommit: Bool {
    switch self {
    case .noCommitRecord, .commitRecordSize, .commitRecord, .commitRecordBefore,
      .recordedEntries:
      true
    case .headerRow(let key): Array(key.utf8) == InfoKey.format
    default: false
    }
  }
}
