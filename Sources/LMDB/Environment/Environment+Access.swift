internal import CLMDB

/// Entering, leaving, and stopping everybody.
extension Environment {
  /// Counts a read in, opening the environment again first when an error closed it.
  func enterRead() throws(LMDBError) -> Lease {
    try requireSameProcess()
    let me = currentThreadID()
    while true {
      switch try admission(
        or: .readersFull,
        { (state) throws(LMDBError) in
          try state.admitReader(me)
        })
      {
      case .granted(let lease): return lease
      case .mustReopen(let generation): try reopen(generation, after: .closed)
      }
    }
  }

  /// Counts a read out; the lease's transaction must be reset.
  func leaveRead(_ lease: Lease) {
    let me = currentThreadID()
    let mustWake = state.withLock { state in
      let mustWake = state.dismissReader(me, keeping: lease.idle)
      if state.isClosing, state.isIdle { finishClosing(&state) }
      return mustWake
    }
    if mustWake { state.wakeAll() }
  }

  /// Counts the write in; only one thread has it at a time.
  func enterWrite(until deadline: Duration) throws(LMDBError) -> Lease {
    try requireSameProcess()
    let me = currentThreadID()
    while true {
      switch try admission(
        until: deadline, or: .busy(pid: processID),
        {
          (state) throws(LMDBError) in try state.admitWriter(me)
        })
      {
      case .granted(let lease): return lease
      case .mustReopen(let generation): try reopen(generation, after: .closed)
      }
    }
  }

  /// Counts the write out.
  func leaveWrite() {
    state.withLock { state in
      state.writer = nil
      if state.isClosing, state.isIdle { finishClosing(&state) }
    }
    state.wakeAll()
  }

  private func admission(
    until deadline: Duration? = nil,
    or late: LMDBError,
    _ ask: (inout EnvironmentState) throws(LMDBError) -> EnvironmentState.Admission?
  ) throws(LMDBError) -> EnvironmentState.Admission {
    if let admission = try state.withLock(ask) { return admission }
    let end = deadline ?? monotonicNow() + options.lockDeadline
    guard let admission = try state.wait(until: end, ask) else { throw late }
    return admission
  }

  /// Follows a file that another process made larger than this map.
  func followResizing(_ generation: Int) throws(LMDBError) {
    let error = LMDBError.code(.mapResized, operation: "reading inside an older read")
    try stopEverybody(unlessNewerThan: generation, or: error) { (state) throws(LMDBError) in
      guard let raw = state.raw else { return }
      try unsafe check(mdb_env_set_mapsize(raw.pointer, 0), "following the map size")
    }
  }

  /// Closes the environment, judges the file and opens it again, which clears `MDB_PANIC`.
  ///
  /// A file that is found damaged is repaired first, if nobody else has it open.
  /// When that fails the environment stays closed, and whoever uses it next tries again.
  func reopen(_ generation: Int, after error: LMDBError) throws(LMDBError) {
    let hasReopened = try stopEverybody(unlessNewerThan: generation, or: error) {
      (state) throws(LMDBError) in
      let old = state.raw
      old?.closeEnvironment()
      defer { old?.letGoOfFile() }
      state.raw = nil
      let raw = try reopened(&state)
      (state.raw, state.lockTable) = (raw, raw.lockTable)
      state.generation += 1
    }
    guard hasReopened else { return }
    watchNewFile()
    remarkLog.add(.reopened(after: error))
  }

  private func reopened(_ state: inout EnvironmentState) throws(LMDBError) -> RawEnvironment {
    guard let files else { return try opened() }
    let opening = try FileLock(path: files.folder.openLock)
    defer { opening.unlock() }
    try opening.exclusiveOnce(until: monotonicNow() + options.lockDeadline)
    // Trying for the exclusive lock may cost the shared one; nobody else takes it meanwhile.
    let isAlone = try files.use.tryExclusive()
    let verdict = isAlone ? repairedVerdict(files.folder, &state) : nil
    // Whatever the verdict, others must be able to say that they have the store open.
    guard try files.use.tryShared() else { throw .busy(pid: nil) }
    if let verdict { throw verdict }
    let raw = try opened(alone: isAlone)
    do throws(LMDBError) {
      guard raw.dataFile == state.dataFile else { throw .storeReplaced }
      guard state.lockTable == nil || raw.lockTable == state.lockTable else {
        throw .lockFileReplaced
      }
    } catch {
      raw.close()
      throw error
    }
    return raw
  }

  /// Why the file must not be opened, after a repair if it is damaged; nil if it may be.
  ///
  /// Nobody else has it open.
  private func repairedVerdict(
    _ folder: StoreFolder, _ state: inout EnvironmentState
  ) -> LMDBError? {
    guard let error = verdict(folder, state) else { return nil }
    // A read that failed once is no damage: a second look tells.
    guard error.isDamage, let recover = options.recover, verdict(folder, state) != nil
    else { return verdict(folder, state) }
    do throws(LMDBError) {
      try recover(place(in: folder), error)
      try adopt(folder, &state)
      return nil
    } catch { return error }
  }

  private func verdict(_ folder: StoreFolder, _ state: EnvironmentState) -> LMDBError? {
    do throws(LMDBError) {
      try options.verify(folder.data)
      return nil
    } catch {
      // A commit that this process failed to finish is no damage: it is written again.
      let isUnfinished = error.commitInDoubt.map { $0 > state.lastCommitted } ?? false
      return isUnfinished ? nil : error
    }
  }

  /// Opens the files once more, with the databases under the handles that they have.
  ///
  /// Who is alone tells LMDB how large the table of readers is to be: there must be room for it.
  func opened(alone isAlone: Bool = true) throws(LMDBError) -> RawEnvironment {
    var options = options
    if let folder = files?.folder, isAlone {
      options.maxReaders = try prepareLockTable(
        folder.lockTable, maxReaders: options.maxReaders)
    }
    let raw = try RawEnvironment.open(files?.folder, memory, options)
    do throws(LMDBError) {
      // LMDB numbers handles as they are opened, and databases in use keep theirs.
      let names = handles.sorted { $0.value < $1.value }.map(\.key)
      guard try raw.openDatabases(names, creating: false) == handles else { throw .storeReplaced }
    } catch {
      raw.close()
      throw error
    }
    return raw
  }

  /// Runs a closure while nobody but the writing thread itself uses the environment.
  ///
  /// - Returns: Whether it was run; `false` when another thread did the same before.
  /// - Throws: The given error, at once, when this thread itself is inside a read.
  @discardableResult
  func stopEverybody(
    unlessNewerThan generation: Int?,
    or error: LMDBError,
    _ body: (inout EnvironmentState) throws(LMDBError) -> Void
  ) throws(LMDBError) -> Bool {
    let me = currentThreadID()
    let deadline = monotonicNow() + options.lockDeadline
    let isMine = try state.wait(until: deadline) { (state) throws(LMDBError) -> Bool? in
      if state.isClosed { throw .closed }
      if let generation, state.generation != generation { return false }
      // Waiting for this thread's own read would never end.
      if state.readers.contains(me) { throw error }
      if state.isPaused { return nil }
      state.isPaused = true
      return true
    }
    guard let isMine else { throw .busy(pid: processID) }
    guard isMine else { return false }
    let outcome = state.wait(until: deadline) { state -> Result<Void, LMDBError>? in
      guard state.readers.isEmpty, state.writer == nil || state.writer == me else { return nil }
      state.dropIdleTransactions()
      do throws(LMDBError) {
        try body(&state)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    state.withLock { $0.isPaused = false }
    state.wakeAll()
    guard let outcome else { throw .busy(pid: processID) }
    try outcome.get()
    return true
  }
}
