import LMDB
package import SceneState
package import StoreFormat

/// A store that somebody looks into: nothing is written, and no moment is held on to.
///
/// Every question is one short read, in which the rows are copied out; so neither a writer waits
/// nor does the file grow, however long the look lasts.
package final class StoreLook: Sendable {
  /// Which values a snapshot is about; the less, the cheaper.
  package enum Selection: Sendable, Hashable {
    case everything
    case app
    case session(UInt32)
  }

  package let directory: String
  private let tables: any StoreTables
  package let remarks: [StoreRemark]

  init(directory: String, tables: any StoreTables, remarks: [StoreRemark] = []) {
    (self.directory, self.tables, self.remarks) = (directory, tables, remarks)
  }

  deinit { tables.close() }

  package func close() { tables.close() }

  package func figures(
    countingFreePages: Bool = false
  ) throws(StoreInspector.Failure) -> StoreFigures {
    do throws(LMDBError) {
      return try tables.figures(countingFreePages: countingFreePages)
    } catch {
      throw .unusable(error.description)
    }
  }

  /// Who else reads the store, and who died reading it.
  package func readers() throws(StoreInspector.Failure) -> [ReaderRow] {
    let mine = ProcessText.number(ProcessIdentity.current)
    do throws(LMDBError) {
      return try tables.readerSlots().map(ReaderRow.init).filter { $0.processID != mine }
    } catch {
      throw .unusable(error.description)
    }
  }

  /// The number of the live session with exactly this identifier.
  package func number(of id: String) throws(StoreInspector.Failure) -> UInt32? {
    let key = InfoKey.session(id.normalFormC)
    let rows = try copy([RowRange(.info, prefix: key, byteLimit: 1)]).rows[0]
    guard !rows.isEmpty, rows.key(0) == key else { return nil }
    return InfoKey.number(rows.value(0), UInt32.self)
  }

  /// All session records, tombstones included, in the order of their numbers.
  package func sessionRecords() throws(StoreInspector.Failure) -> [SessionRecord] {
    let rows = try copy([RowRange(.sessions)]).rows[0]
    return (0..<rows.count).compactMap { index in
      // A damaged record is the business of `check`.
      SessionRecord(readable: rows.value(index), key: rows.key(index))
    }
  }

  /// The app, its version and the format, as the store's header has them.
  package func header() throws(StoreInspector.Failure) -> StoreFacts {
    StoreFacts(try copy([RowRange(.info)]).rows[0])
  }

  /// What tells a newer version, at the cost of three rows.
  func version() throws(StoreInspector.Failure) -> StoreFacts {
    let rows = try copy(StoreFacts.versionRanges).rows
    return StoreFacts(rows[0], rows[1], rows[2])
  }

  /// What was there at one moment.
  package func snapshot(
    of selection: Selection = .everything
  ) throws(StoreInspector.Failure) -> StoreSnapshot {
    var ranges = [RowRange(.info, prefix: InfoKey.typePrefix)]
    switch selection {
    case .everything: ranges += [RowRange(.sessions), RowRange(.values), RowRange(.setAside)]
    case .app, .session:
      let number = selection.number
      let key = SessionRecord.key(number: number)
      ranges += [
        RowRange(.sessions, prefix: key), RowRange(.values, prefix: key),
        RowRange(.setAside, prefix: key),
      ]
    }
    ranges.append(RowRange(.info, prefix: InfoKey.ownerPrefix))
    ranges += StoreFacts.versionRanges
    ranges.append(RowRange(.info, prefix: InfoKey.commit))
    // The backups first: what is committed meanwhile makes no store older.
    let backups = BackupFolder(ofStore: directory, isOnlyRead: true).all
    let copied = try copy(ranges)
    var snapshot = try snapshot(copied)
    let commit = copied.rows[8]
    if !commit.isEmpty, let record = CommitRecord(commit.value(0)) {
      snapshot.remarks += try remarks(
        of: backups, after: copied.transaction &+ record.epoch(at: copied.transaction))
    }
    return snapshot
  }

  /// What backups have that the store has not, unless its own last commit is in doubt.
  private func remarks(
    of backups: [BackupFolder.Backup], after last: UInt64
  ) throws(StoreInspector.Failure) -> [StoreRemark] {
    if remarks.contains(where: { $0.code == .damaged }) { return [] }
    let newer = backups.filter { $0.isNewer(than: last) }
    guard !newer.isEmpty else { return [] }
    let app = KnownApp(try header().app.map { Array($0.utf8) })
    return newer.filter { !$0.isOfAnotherApp(than: app) }.map {
      StoreRemark(code: .olderThanBackup, description: $0.words(for: last))
    }
  }

  private func snapshot(
    _ copied: CopiedRanges
  ) throws(StoreInspector.Failure) -> StoreSnapshot {
    var snapshot = StoreSnapshot(
      types: copied.rows[0], sessions: copied.rows[1], values: copied.rows[2],
      setAside: copied.rows[3], owners: copied.rows[4])
    snapshot.notUnderstood =
      StoreFacts(copied.rows[5], copied.rows[6], copied.rows[7]).notUnderstood
    let figures = try figures()
    snapshot.fileBytes = figures.fileBytes
    snapshot.limitBytes = figures.limitBytes
    snapshot.lastTransaction = copied.transaction
    snapshot.remarks = remarks
    return snapshot
  }

  func copy(
    _ ranges: [RowRange]
  ) throws(StoreInspector.Failure) -> CopiedRanges {
    do throws(LMDBError) { return try tables.copy(ranges) } catch {
      throw .unusable(error.description)
    }
  }
}

extension StoreLook.Selection {
  fileprivate var number: UInt32 {
    if case .session(let number) = self { return number }
    return ValueAddress.appSession
  }
}
