import LMDB

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

  /// The number of the last commit; costs no system call.
  package var lastTransaction: UInt64? { tables.lastTransaction }

  package func figures(countingFreePages: Bool = false) -> StoreFigures {
    tables.figures(countingFreePages: countingFreePages)
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
      try? SessionRecord.decode(rows.value(index), key: rows.key(index))
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
    let copied = try copy(ranges)
    return snapshot(copied)
  }

  private func snapshot(_ copied: CopiedRanges) -> StoreSnapshot {
    var snapshot = StoreSnapshot()
    let types = TypeNames(copied.rows[0])
    snapshot.add(sessions: copied.rows[1])
    let entries = StoredEntries(
      values: copied.rows[2], of: snapshot.scenes, types: types)
    snapshot.entries = entries.all
    snapshot.unreadableCount = copied.rows[2].count - entries.all.count
    snapshot.add(setAside: copied.rows[3], entries: entries.all)
    snapshot.add(owners: copied.rows[4])
    snapshot.notUnderstood =
      StoreFacts(copied.rows[5], copied.rows[6], copied.rows[7]).notUnderstood
    let figures = tables.figures(countingFreePages: false)
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

/// The entries of copied rows.
struct StoredEntries {
  let all: [StoredEntry]

  /// Rows that are no address at all are left out.
  ///
  /// - Parameters:
  ///   - values: Rows of the table `values`.
  ///   - scenes: The identifiers of the sessions.
  ///   - types: The names of the types.
  init(values: CopiedRows, of scenes: EntryListing.Scenes, types: TypeNames) {
    let listing = EntryListing(values, scenes, types)
    all = (0..<values.count).filter {
      values.hasPlainKey($0, StoredKey.plainShape) || StoredKey.isAddress(values, $0)
    }.map { StoredEntry(listing, $0) }
  }

  /// The same of one scene; `source` gives the values of which only the headers were copied.
  init(_ listed: ListedRows, of scene: SceneID?, types: TypeNames, source: EntrySource) {
    let listing = EntryListing(listed.rows, .one(scene), types, source)
    let count = listed.rows.count
    guard !listed.unusual.isEmpty else {
      all = (0..<count).map { StoredEntry(listing, $0) }
      return
    }
    let strays = listed.unusual.filter { !StoredKey.isAddress(listed.rows, $0) }
    all = (0..<count).filter { !strays.contains($0) }.map { StoredEntry(listing, $0) }
  }
}

extension StoredKey {
  /// Whether a row's key is what this format writes.
  fileprivate static func isAddress(_ rows: CopiedRows, _ index: Int) -> Bool {
    let key = rows.key(index)
    // A value of which only the header was copied has no names.
    let envelope = try? Envelope.decode(rows.value(index), key: key)
    return address(of: key, names: envelope?.names) != nil
  }
}
