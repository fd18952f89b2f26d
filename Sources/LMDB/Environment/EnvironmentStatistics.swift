internal import CLMDB
internal import Synchronization

/// Figures about an environment.
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
  package var entries: [String: Int] = [:]
}

extension Environment {
  /// Figures for diagnostics, as of now.
  package func statistics() throws(LMDBError) -> EnvironmentStatistics {
    var figures = try filled()
    try read { (transaction) throws(LMDBError) in
      for (name, handle) in handles {
        let (pages, pageBytes) = transaction.reader.pageCount(handle)
        figures.usedBytes += pages * pageBytes
        figures.pageBytes = pageBytes
        figures.entries[name] = try transaction.count(
          of: Database(handle: handle, environment: ObjectIdentifier(self)))
      }
    }
    return figures
  }

  /// What is known without a transaction.
  private func filled() throws(LMDBError) -> EnvironmentStatistics {
    let lease = try enterRead()
    defer { leaveRead(lease) }
    var figures = EnvironmentStatistics()
    try requireWholeFile(lease.raw)
    var info = unsafe MDB_envinfo()
    try unsafe check(mdb_env_info(lease.raw.pointer, &info), "asking for the figures")
    figures.lastTransactionID = unsafe UInt64(truncatingIfNeeded: info.me_last_txnid)
    figures.mapSizeBytes = unsafe info.me_mapsize
    if let folder = files?.folder {
      figures.fileBytes = try descriptorStatus(lease.raw.descriptor, folder.data).byteCount
    } else {
      figures.fileBytes = knownBytes.load(ordering: .relaxed)
    }
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
