import LMDB
import StoreFormat
import Synchronization

extension SceneScope {
  /// Every entry in and below this scope, undecoded; what is written and waits is committed first.
  ///
  /// Empty if the store cannot be used. The bytes of a value of more than 256 bytes stay in the
  /// store until somebody asks for them, see ``StoredEntry``.
  public var entries: [StoredEntry] {
    listing { (core, connected) throws(LMDBError) in
      try core.entries(of: handle, below: path, connected)
    }
  }

  /// The same with all bytes, for those who want the values whatever happens to them later.
  package var wholeEntries: [StoredEntry] {
    listing { (core, connected) throws(LMDBError) in
      try core.wholeEntries(of: handle, below: path, connected)
    }
  }

  private func listing(
    _ body: (StoreCore, Connection.Open) throws(LMDBError) -> [StoredEntry]
  ) -> [StoredEntry] {
    let core = store.core
    do throws(SceneProblem) {
      if core.mayWait { try core.commit(durable: false) }
      let connected =
        if let open = core.connection.current { open } else { try core.connection.open() }
      do throws(LMDBError) { return try body(core, connected) } catch {
        throw SceneProblem(error)
      }
    } catch {
      core.problems.report(error)
      return []
    }
  }
}

extension StoreCore {
  /// Whether a commit is needed before the file shows all that was written.
  ///
  /// What a commit has taken out and not yet put into the file counts: it holds the lock.
  fileprivate var mayWait: Bool {
    let isFree = commitLock.enterIfFree {
      connection.isOpen && !hasUnread && pending.withLock { $0.isEmpty }
    }
    return isFree != true
  }

  /// The entries of a scene as the last commit of any process left them.
  fileprivate func entries(
    of handle: SceneHandle, below path: ScopePath, _ open: Connection.Open
  ) throws(LMDBError) -> [StoredEntry] {
    var types = typeNames.withLock { $0 }
    let listed = try rows(of: handle, below: path, open) { txn, prefix throws(LMDBError) in
      try txn.listRows(
        of: open.values, prefix: prefix, shape: StoredKey.plainShape, types: types.numbers)
    }
    guard let listed else { return [] }
    if listed.hasOtherTypes { types = try readTypeNames(open) }
    let source = EntrySource(environment: open.environment, values: open.values)
    return StoredEntries(listed, of: handle.id, types: types, source: source).all
  }

  /// The same with the bytes of all values.
  fileprivate func wholeEntries(
    of handle: SceneHandle, below path: ScopePath, _ open: Connection.Open
  ) throws(LMDBError) -> [StoredEntry] {
    let rows = try rows(of: handle, below: path, open) { txn, prefix throws(LMDBError) in
      try txn.copyRows(of: open.values, prefix: prefix)
    }
    guard let rows, !rows.isEmpty else { return [] }
    return StoredEntries(values: rows, of: .one(handle.id), types: try readTypeNames(open)).all
  }

  /// Reads rows of a scene; nil if nothing is stored of it.
  private func rows<Rows>(
    of handle: SceneHandle, below path: ScopePath, _ open: Connection.Open,
    _ read: (borrowing ReadTransaction, _ prefix: [UInt8]) throws(LMDBError) -> Rows
  ) throws(LMDBError) -> Rows? {
    while true {
      let number = try knownNumber(of: handle, open)
      guard let number, let prefix = StoredKey.prefix(session: number, path: path) else {
        return nil
      }
      let (rows, transaction) = try open.environment.read { txn throws(LMDBError) in
        (try read(txn, prefix), txn.id)
      }
      if transaction > open.seen.transaction {
        noticeOutsideChanges()
        // Another process may have made another session of the same name.
        if try knownNumber(of: handle, open) != number { continue }
      }
      return rows
    }
  }

  /// The scene's number, looked up once; nil if nothing is stored of it.
  private func knownNumber(
    of handle: SceneHandle, _ open: Connection.Open
  ) throws(LMDBError) -> UInt32? {
    if let number = handle.number { return number }
    let (id, isLoaded) = handle.state.withLock { ($0.id, $0.table.isKnown) }
    guard let id, !handle.livesInMemory else { return nil }
    if isLoaded {
      // The file did not know it: another process may have brought it.
      noticeOutsideChanges()
      return handle.number
    }
    let revision = handle.revision.load(ordering: .acquiring)
    let found = try open.environment.read { txn throws(LMDBError) in
      try txn.sessionNumber(of: id, open)
    }
    handle.state.withLock { state in
      guard handle.revision.load(ordering: .relaxed) == revision, state.number == nil,
        !state.table.isKnown
      else { return }
      state.number = found
    }
    return found
  }

  /// Reads the names of all types; kept until there are new ones.
  private func readTypeNames(_ open: Connection.Open) throws(LMDBError) -> TypeNames {
    let named = try open.environment.read { txn throws(LMDBError) in
      try txn.copyRows(of: open.info, prefix: InfoKey.typePrefix)
    }
    let types = TypeNames(named)
    typeNames.withLock { $0 = types }
    return types
  }
}

extension SceneStore {
  /// Everything that is committed now: sessions, entries in the order of the file, what is set aside.
  package func inspect() throws(SceneProblem) -> StoreSnapshot {
    let connected = try core.connection.open()
    do throws(LMDBError) {
      let copied = try MappedTables(environment: connected.environment).copy([
        RowRange(.info, prefix: InfoKey.typePrefix), RowRange(.sessions), RowRange(.values),
        RowRange(.setAside),
      ])
      var snapshot = StoreSnapshot(
        types: copied.rows[0], sessions: copied.rows[1], values: copied.rows[2],
        setAside: copied.rows[3])
      snapshot.lastTransaction = copied.transaction
      return snapshot
    } catch { throw SceneProblem(error) }
  }
}
