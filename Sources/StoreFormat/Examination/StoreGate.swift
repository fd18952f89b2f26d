package import LMDB

extension DataFile {
  /// Verifies the newest snapshot of a store, and the previous one if the newest is not sound:
  /// structure, commit record, and the rows of `info` that have no checksum.
  ///
  /// One of a newer version is judged by its structure.
  ///
  /// - Parameters:
  ///   - limit: After how many findings of one snapshot the looking ends.
  ///   - forLooking: Whether rows of `info` that only mislead an app are left out.
  /// - Returns: What was found out.
  package func storeVerdict(limit: Int = 1, forLooking: Bool = false) -> DataFileVerdict {
    kept(
      verdict(limit: limit) { examination in
        storeFindings(examination).filter { !forLooking || $0.fault.isOfCommit }
      })
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
    let fault: DataFileFinding.Fault?
    if let newer = header.newerRow {
      fault = versionFault(newer, header, examination)
    } else if header.isEmpty {
      fault = missingDatabase(header, examination) ?? emptinessFault(snapshot)
    } else {
      fault =
        missingDatabase(header, examination) ?? commitFault(header, examination) ?? header.fault
        ?? sessionFault(header, examination) ?? digestFault(header, examination)
    }
    guard let fault else { return [] }
    return [DataFileFinding(fault, tree: StoreFileHeader.database)]
  }

  /// The first database that each store has and this one has not.
  ///
  /// One flipped bit of a name, or an old page of the list, is enough to lose one.
  private func missingDatabase(
    _ header: StoreFileHeader, _ examination: SnapshotExamination
  ) -> DataFileFinding.Fault? {
    let found = Set(examination.databases.map(\.name))
    var names = StoreTable.allCases.map(\.rawValue)
    if header.incompatibleFeatures & StoreFeature.cutValues != 0 { names.append(CutValue.tails) }
    // LMDB opens no database in the place of an entry that is none.
    let missing = names.first { !found.contains($0) } ?? examination.otherEntries.first
    return missing.map { .databaseMissing($0) }
  }

  /// Why a store that shows nothing is no new one.
  ///
  /// A store is empty for one transaction, the one that makes its databases; the next one writes
  /// the header. Later it can only look like that: by an old page of the list of databases, or by
  /// another file in its place. So neither a page with values, nor a backup that has some, may be
  /// beside.
  private func emptinessFault(_ snapshot: Snapshot) -> DataFileFinding.Fault? {
    if let hidden = hiddenCommit(after: snapshot), holdsAnything(hidden) {
      return .commitRecordBefore(hidden.transaction)
    }
    guard snapshot.transaction <= 1,
      FoundRows(in: self, ceiling: CommitRecord.sequenceLimit).isEmpty
    else { return .emptied }
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let backups = BackupFolder(ofStore: folder.joined(separator: "/"))
    return !path.isEmpty && backups.holdAnything ? .emptied : nil
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
    // Numbers beyond it would overflow in the commits to come.
    guard record.epoch < CommitRecord.sequenceLimit else { return .headerRow("!commit") }
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
  /// Values of a session without any record are those of a window that nobody could open again.
  private func sessionFault(
    _ header: StoreFileHeader, _ examination: SnapshotExamination
  ) -> DataFileFinding.Fault? {
    var known: Set<UInt32> = [ValueAddress.appSession]
    let fault = header.sessionFault(upTo: header.lastSequence) { body in
      forEachEntry(in: "sessions", of: examination.snapshot) { key, value in
        if let number = InfoKey.number(key, UInt32.self) { known.insert(number) }
        return body(key, value)
      }
    }
    let orphan = examination.beginnings.first { !known.contains($0) }
    return fault ?? orphan.map { .orphans($0) }
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

extension DataFileFinding.Fault {
  /// Whether it is about which commit a snapshot is, or whether the file is a store at all.
  fileprivate var isOfCommit: Bool {
    switch storeRule {
    case .commitRecordMissing, .commitRecordSize, .commitRecord, .hiddenCommit,
      .recordedEntries, .databaseMissing, .emptied, .lostWrite:
      true
    case .headerRow: self == .headerRow(String(decoding: InfoKey.format, as: UTF8.self))
    case .sessionIndex, .orphans, nil: false
    }
  }
}
