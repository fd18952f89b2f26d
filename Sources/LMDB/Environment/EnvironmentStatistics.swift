internal import CLMDB
internal import Glibc

/// Figures about an environment; all zero when it is closed.
package struct EnvironmentStatistics: Sendable, Hashable {
  /// The number of the last commit.
  package var lastTransactionID: UInt64 = 0
  /// The reserved address space.
  package var mapSizeBytes = 0
  package var pageBytes = 0
  /// What the databases take, free pages not counted.
  package var usedBytes = 0
  /// The size of `data.mdb`, which never shrinks.
  package var fileBytes = 0
  /// The reader slots in use in all processes, those of idle transactions included.
  package var readers = 0
  /// The reads that run in this process.
  package var liveReads = 0
  /// The entries of each database.
  package var entries: [String: Int] = [:]
}

extension Environment {
  /// Figures for diagnostics.
  package var statistics: EnvironmentStatistics {
    var figures = EnvironmentStatistics()
    guard let lease = try? enterRead() else { return figures }
    var info = unsafe MDB_envinfo()
    if (try? requireWholeFile(lease.raw)) != nil,
      unsafe mdb_env_info(lease.raw.pointer, &info) == 0
    {
      figures.lastTransactionID = unsafe UInt64(truncatingIfNeeded: info.me_last_txnid)
      figures.mapSizeBytes = unsafe info.me_mapsize
      figures.readers = unsafe Int(info.me_numreaders)
    }
    figures.liveReads = state.withLock { $0.readers.count - 1 }
    if let status = try? descriptorStatus(lease.raw.descriptor, folder.data) {
      figures.fileBytes = status.st_size
    }
    leaveRead(lease)
    let counted = try? read { (transaction) throws(LMDBError) in
      var counted = (used: 0, page: 0, entries: [String: Int]())
      for (name, handle) in handles {
        let (pages, pageBytes) = transaction.reader.pageCount(handle)
        counted.used += pages * pageBytes
        counted.page = pageBytes
        counted.entries[name] = try transaction.count(
          of: Database(handle: handle, environment: ObjectIdentifier(self)))
      }
      return counted
    }
    figures.usedBytes = counted?.used ?? 0
    figures.pageBytes = counted?.page ?? 0
    figures.entries = counted?.entries ?? [:]
    return figures
  }
}

extension Environment {
  /// The number of the last commit of any process; nil when the environment is closed.
  ///
  /// Looks at memory that all processes share and at the size of the file, so it may be asked often.
  package var lastTransactionID: UInt64? {
    state.withLock { state in
      // The number stands in the map, which a file cut short no longer backs.
      guard let raw = state.raw, (try? requireWholeFile(raw)) != nil else { return nil }
      var info = unsafe MDB_envinfo()
      guard unsafe mdb_env_info(raw.pointer, &info) == 0 else { return nil }
      return unsafe UInt64(truncatingIfNeeded: info.me_last_txnid)
    }
  }
}
