package import LMDB
import Synchronization

/// Reads a store's folder without being the app: no writing, one short transaction per call.
package struct StoreReader: Sendable {
  /// What one snapshot of a store holds.
  package struct Snapshot: Sendable {
    package var sessions: [StoredSession] = []
    package var entries: [StoredEntry] = []
    package var setAsideCount = 0
    package var transaction: UInt64 = 0
  }

  private let environment: Environment

  /// Opens the folder for reading only.
  package init(directory: String) throws(SceneProblem) {
    do throws(LMDBError) {
      environment = try Environment.open(
        directory,
        options: Environment.Options(readOnly: true, databases: Connection.databases))
    } catch { throw SceneProblem(error) }
  }

  package func close() { environment.close() }

  package var statistics: EnvironmentStatistics { environment.statistics }

  /// Everything there is now, in the order of the stored keys.
  package func snapshot() throws(SceneProblem) -> Snapshot {
    do throws(LMDBError) { return try Self.snapshot(of: environment) } catch {
      throw SceneProblem(error)
    }
  }

  static func snapshot(of environment: Environment) throws(LMDBError) -> Snapshot {
    let copied = try MappedTables(environment: environment).copy([
      RowRange(.info, prefix: InfoKey.typePrefix), RowRange(.sessions), RowRange(.values),
      RowRange(.setAside),
    ])
    var read = StoreSnapshot()
    read.add(sessions: copied.rows[1])
    let entries = StoredEntries(
      values: copied.rows[2], ids: read.sessionIDs, types: TypeNames(copied.rows[0]))
    read.add(setAside: copied.rows[3], entries: entries.all)
    return Snapshot(
      sessions: read.sessions, entries: entries.all, setAsideCount: read.setAside.count,
      transaction: copied.transaction)
  }
}

extension SceneScope {
  /// Every entry in and below this scope, undecoded; what is written and waits is committed first.
  ///
  /// Empty if the store cannot be used.
  public var entries: [StoredEntry] {
    let core = store.core
    do throws(SceneProblem) {
      if core.mayWait { try core.commit(durable: false) }
      let connected = try core.connection.open()
      do throws(LMDBError) {
        return try core.entries(of: handle, below: path, connected)
      } catch { throw SceneProblem(error) }
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
    let isFree = commitLock.withLockIfAvailable { _ in
      connection.isOpen && !hasUnread && pending.withLock { $0.isEmpty }
    }
    return isFree != true
  }

  /// The entries of a scene as the last commit of any process left them.
  fileprivate func entries(
    of handle: SceneHandle, below path: ScopePath, _ open: Connection.Open
  ) throws(LMDBError) -> [StoredEntry] {
    while true {
      let number = try knownNumber(of: handle, open)
      guard let number, let prefix = StoredKey.prefix(session: number, path: path) else {
        return []
      }
      let (rows, transaction) = try open.environment.read { txn throws(LMDBError) in
        (try txn.copyRows(of: open.values, prefix: prefix), txn.id)
      }
      if transaction > open.seen.transaction {
        noticeOutsideChanges()
        // Another process may have made another session of the same name.
        if try knownNumber(of: handle, open) != number { continue }
      }
      return try entries(rows, handle.id.map { [number: $0] } ?? [:], open)
    }
  }

  /// The scene's number, looked up once; nil if nothing is stored of it.
  private func knownNumber(
    of handle: SceneHandle, _ open: Connection.Open
  ) throws(LMDBError) -> UInt32? {
    let (id, number, isLoaded) = handle.state.withLock { ($0.id, $0.number, $0.table.isKnown) }
    if let number { return number }
    guard let id, !handle.hasLongID else { return nil }
    if isLoaded {
      // The file did not know it: another process may have brought it.
      noticeOutsideChanges()
      return handle.number
    }
    let revision = handle.revision.load(ordering: .acquiring)
    let found = try open.environment.read { txn throws(LMDBError) in
      try txn.get(InfoKey.session(id.rawValue), in: open.info)
        .flatMap { InfoKey.number($0, UInt32.self) }
    }
    handle.state.withLock { state in
      guard handle.revision.load(ordering: .relaxed) == revision, state.number == nil,
        !state.table.isKnown
      else { return }
      state.number = found
    }
    return found
  }

  /// The names of types are read only when there are new ones.
  private func entries(
    _ rows: CopiedRows, _ ids: [UInt32: SceneID], _ open: Connection.Open
  ) throws(LMDBError) -> [StoredEntry] {
    var types = typeNames.withLock { $0 }
    if !types.covers(rows) {
      let named = try open.environment.read { txn throws(LMDBError) in
        try txn.copyRows(of: open.info, prefix: InfoKey.typePrefix)
      }
      types = TypeNames(named)
      typeNames.withLock { $0 = types }
    }
    return StoredEntries(values: rows, ids: ids, types: types).all
  }
}

extension SceneStore {
  /// Everything that is committed now: sessions, entries in the order of the file, counts.
  package func inspect() throws(SceneProblem) -> StoreReader.Snapshot {
    let connected = try core.connection.open()
    do throws(LMDBError) {
      return try StoreReader.snapshot(of: connected.environment)
    } catch { throw SceneProblem(error) }
  }
}
