import LMDB
import StoreFormat

/// The tables of a file that LMDB must not or cannot open, read from the file alone.
///
/// For stores that are damaged, of a newer version, or on a medium that cannot be written: nobody
/// writes those, so the file does not move. Rows below an unsound page are missing.
struct FileTables: StoreTables {
  let file: DataFile
  let examination: SnapshotExamination

  /// Chooses the newest snapshot of which every row can be read, and that has values; if there is
  /// none, the newest.
  ///
  /// The list of free pages leads to no row: damage in it takes nothing from the last commit.
  /// A part of a store is more than the whole of an empty one, such as it was before its first
  /// commit.
  ///
  /// - Returns: Nil if neither first page can be read, or there are no tables of a store.
  init?(_ file: DataFile, _ verdict: DataFileVerdict) {
    let all = [verdict.newest, verdict.previous].compactMap(\.self)
      .filter { file.databases(of: $0.snapshot).contains(StoreTable.info.rawValue) }
    let whole = all.first { one in
      (one.isSound || one.hasEveryRow && file.storeFindings(one).isEmpty)
        && one.databases.contains { $0.name == StoreTable.values.rawValue && $0.entries > 0 }
    }
    guard let chosen = whole ?? all.first else { return nil }
    (self.file, examination) = (file, chosen)
  }

  func copy(_ ranges: [RowRange]) throws(LMDBError) -> CopiedRanges {
    try file.copy(ranges, of: examination.snapshot, requiresSound: false)
  }

  func figures(countingFreePages: Bool) -> StoreFigures {
    var figures = file.figures(of: examination.snapshot)
    figures.freePages = countingFreePages ? examination.freePages : nil
    figures.usedBytes = examination.usedPages * file.pageBytes
    for database in examination.databases {
      guard let table = StoreTable(rawValue: database.name) else { continue }
      figures.rowCounts[table] = Int(clamping: database.entries)
    }
    return figures
  }

  /// The table of readers is LMDB's, which must not see a file that is not sound.
  func readerSlots() throws(LMDBError) -> [ReaderSlot] {
    let directory = String(file.path.dropLast("/data.mdb".count))
    // Where no lock can be taken, as on a medium that cannot be written, nobody is in a table.
    guard examination.isSound, let slots = try? StoreInspector.readers(directory) else { return [] }
    return slots
  }

  func close() {}
}

extension DataFile {
  /// The rows that sound pages lead to; where all have to be there an unsound one counts as busy,
  /// and so does a file in which somebody has committed meanwhile.
  func copy(
    _ ranges: [RowRange], of snapshot: Snapshot, requiresSound: Bool
  ) throws(LMDBError) -> CopiedRanges {
    var rows: [CopiedRows] = []
    for range in ranges {
      var copied = CopiedRows()
      let findings = forEachEntry(
        in: range.table.rawValue, of: snapshot, prefix: range.prefix
      ) { key, value in
        copied.append(key, value)
        return copied.bytes.count < range.byteLimit
      }
      if requiresSound, !findings.isEmpty { throw .busy(pid: nil) }
      rows.append(copied)
    }
    if hasMoved { throw .busy(pid: nil) }
    return CopiedRanges(transaction: snapshot.transaction, rows: rows)
  }

  /// What is known without looking at a page.
  func figures(of snapshot: Snapshot) -> StoreFigures {
    var figures = StoreFigures()
    figures.fileBytes = byteCount
    figures.limitBytes = Int(clamping: snapshot.mapSizeBytes)
    figures.pageBytes = pageBytes
    figures.lastTransaction = snapshot.transaction
    return figures
  }
}
