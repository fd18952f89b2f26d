internal import CLMDB
internal import Glibc
internal import Synchronization

extension Environment {
  /// Runs a closure that changes the environment, then commits.
  ///
  /// The commit is seen by every later read and survives the end of the process; call ``sync()``
  /// for it to survive a power cut too. Nothing is kept when the closure or one of its operations
  /// fails, or when the values would take more than the quota.
  ///
  /// - Throws: ``LMDBError/busy(pid:)`` when another thread or process writes beyond the deadline;
  ///   ``LMDBError/nestedWrite`` inside another write on the same thread.
  package func write<R>(
    _ body: (inout WriteTransaction) throws(LMDBError) -> R
  ) throws(LMDBError) -> R {
    guard !options.readOnly else {
      throw .system(errno: EROFS, operation: "writing", path: path)
    }
    let deadline = monotonicNow() + options.lockDeadline
    var lease = try enterWrite(until: deadline)
    defer { leaveWrite() }
    try writerLock.exclusive(until: deadline)
    defer { writerLock.unlock() }
    // Close to the end of the map, space that dead readers hold back decides.
    if knownBytes.load(ordering: .relaxed) > lease.raw.mapSizeBytes / 4 * 3 {
      checkReaders(lease.raw)
    }
    let pointer = try unsafe beginWrite(&lease)
    let reader = unsafe Reader(transaction: pointer, environment: ObjectIdentifier(self))
    let result: R
    do throws(LMDBError) {
      var transaction = WriteTransaction(reader: reader)
      result = try body(&transaction)
      if let failure = transaction.failure { throw failure }
      try requireQuota(reader)
    } catch {
      unsafe mdb_txn_abort(pointer)
      if case .code(.mapFull, _) = error { checkReaders(lease.raw) }
      throw error
    }
    try unsafe commit(pointer, lease)
    return result
  }

  /// Begins the transaction; follows a resized map and opens again after a panic, once each.
  private func beginWrite(_ lease: inout Lease) throws(LMDBError) -> OpaquePointer {
    var attempt = 0
    while true {
      try requireSameFiles(lease.raw)
      var begun: OpaquePointer?
      let code = unsafe mdb_txn_begin(lease.raw.pointer, nil, 0, &begun)
      if code == 0, let begun = unsafe begun { return unsafe begun }
      attempt += 1
      guard attempt < 3 else { throw .from(code, "beginning a write") }
      try recover(from: code, lease.generation, "beginning a write")
      try renew(&lease)
    }
  }

  /// Takes what opening again left, still as the writing thread.
  private func renew(_ lease: inout Lease) throws(LMDBError) {
    lease = try state.withLock { (state) throws(LMDBError) in
      guard let raw = state.raw else { throw .closed }
      return Lease(raw: raw, generation: state.generation, idle: nil)
    }
  }

  private func commit(_ pointer: OpaquePointer, _ lease: Lease) throws(LMDBError) {
    let code = unsafe mdb_txn_commit(pointer)
    guard code == 0 else {
      if [EIO, ENOSPC, EDQUOT, EFBIG, MDB_PANIC].contains(code) {
        // The environment may answer `MDB_PANIC` from now on. The commit has failed either way;
        // if opening again fails too, the next transaction tries it once more.
        try? reopen(lease.generation)
      }
      throw .from(code, "committing")
    }
    // The commit stands: a file cut short right now is reported by the next transaction.
    try? requireWholeFile(lease.raw)
    let bytes = knownBytes.load(ordering: .relaxed)
    let isDue = state.withLock { $0.noteCommit(fileBytes: bytes) }
    if isDue { checkReaders(lease.raw) }
  }

  /// Frees the slots of dead readers, which keep old pages from being used again.
  private func checkReaders(_ raw: RawEnvironment) {
    var dead: Int32 = 0
    _ = unsafe mdb_reader_check(raw.pointer, &dead)
  }

  /// Refuses growth beyond the quota; a store beyond it may still shrink.
  private func requireQuota(_ reader: Reader) throws(LMDBError) {
    let after = occupiedBytes(reader)
    guard after > options.quotaBytes else { return }
    let before = try read { occupiedBytes($0.reader) }
    guard after <= before else { throw .quotaExceeded }
  }

  /// What all databases take, free pages not counted.
  private func occupiedBytes(_ reader: Reader) -> Int {
    var sum = 0
    for handle in handles.values {
      let (pages, pageBytes) = reader.pageCount(handle)
      sum += pages * pageBytes
    }
    return sum
  }
}
