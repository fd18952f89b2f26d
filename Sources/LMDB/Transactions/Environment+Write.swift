internal import CLMDB
internal import Synchronization

extension Environment {
  /// Runs a closure that changes the environment, then commits.
  ///
  /// The commit is seen by every later read and survives the end of the process; call ``sync()``
  /// for it to survive a power cut too. Nothing is kept when the closure or one of its operations
  /// fails, or when the values would take more than the quota, or more than before on a full disk.
  /// When the map is full only because of dead readers, their slots are freed and the closure runs
  /// once more, in a new transaction.
  ///
  /// - Throws: ``LMDBError/busy(pid:)`` when another thread or process writes beyond the deadline;
  ///   ``LMDBError/nestedWrite`` inside another write on the same thread.
  package func write<R>(
    _ body: (inout WriteTransaction) throws(LMDBError) -> R
  ) throws(LMDBError) -> R {
    guard !options.readOnly else {
      throw .system(errno: SystemCode.readOnly, operation: "writing", path: path)
    }
    let deadline = monotonicNow() + options.lockDeadline
    var lease = try enterWrite(until: deadline)
    defer { leaveWrite() }
    try files?.writerLock.exclusive(until: deadline)
    defer { files?.writerLock.unlock() }
    // Close to the end of the map, space that dead readers hold back decides.
    if knownBytes.load(ordering: .relaxed) > lease.raw.mapSizeBytes / 4 * 3 {
      checkReaders(lease.raw)
    }
    keepReserve(lease)
    do throws(LMDBError) { return try attempt(&lease, body) } catch {
      guard case .code(.mapFull, _) = error, checkReaders(lease.raw) > 0 else { throw error }
      return try attempt(&lease, body)
    }
  }

  /// One transaction from its begin to its commit.
  private func attempt<R>(
    _ lease: inout Lease, _ body: (inout WriteTransaction) throws(LMDBError) -> R
  ) throws(LMDBError) -> R {
    let pointer = try unsafe beginWrite(&lease)
    let reader = unsafe Reader(transaction: pointer, environment: ObjectIdentifier(self))
    let result: R
    let pages: Int
    do throws(LMDBError) {
      var transaction = WriteTransaction(
        reader: reader,
        size: BatchSize(limit: options.batchPageLimit, databases: Array(handles.values)))
      result = try body(&transaction)
      if let failure = transaction.failure { throw failure }
      pages =
        transaction.size.pages < options.largeBatchPages
        ? 0 : transaction.size.countedPages(reader)
      try requireRoom(reader, lease, upTo: transaction.size)
    } catch {
      unsafe mdb_txn_abort(pointer)
      throw error
    }
    try unsafe commit(pointer, lease)
    if pages >= options.largeBatchPages { remarkLog.add(.largeBatch(pages: pages)) }
    return result
  }

  /// Begins the transaction; follows a resized map and opens again after a panic, once.
  private func beginWrite(_ lease: inout Lease) throws(LMDBError) -> OpaquePointer {
    var repairs = Repairs()
    while true {
      try requireSameFiles(lease.raw)
      var begun: OpaquePointer?
      let code = unsafe mdb_txn_begin(lease.raw.pointer, nil, 0, &begun)
      if code == 0, let begun = unsafe begun { return unsafe begun }
      try recover(from: code, lease.generation, "beginning a write", &repairs)
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
    let transaction = unsafe UInt64(truncatingIfNeeded: mdb_txn_id(pointer))
    let code = unsafe mdb_txn_commit(pointer)
    guard code == 0 else {
      // LMDB calls it an error of the device when the disk takes only a part of what is written.
      let isFull = code == SystemCode.inputOutput && !hasReserve(lease)
      let error = isFull ? .diskFull : LMDBError.from(code, "committing")
      if !isFull, code > 0 || code == MDB_PANIC {
        // The system refused a call, so the environment may answer `MDB_PANIC` from now on. The
        // commit has failed either way; if opening again fails too, the next transaction tries
        // it once more.
        try? reopen(lease.generation, after: error)
      }
      throw error
    }
    noteCommittedSize(lease.raw)
    let bytes = knownBytes.load(ordering: .relaxed)
    keepReserve(lease)
    let isDue = state.withLock { $0.noteCommit(transaction, fileBytes: bytes) }
    if isDue { checkReaders(lease.raw) }
  }

  /// Frees the slots of dead readers, which keep old pages from being used again.
  ///
  /// - Returns: How many there were.
  @discardableResult
  private func checkReaders(_ raw: RawEnvironment) -> Int {
    var dead: Int32 = 0
    _ = unsafe mdb_reader_check(raw.pointer, &dead)
    return Int(dead)
  }

  /// Whether there is room for a few pages now.
  private func hasReserve(_ lease: Lease) -> Bool {
    reserve.end.store(0, ordering: .relaxed)
    keepReserve(lease)
    return !reserve.isShort.load(ordering: .relaxed)
  }

  /// Refuses growth beyond the quota and on a full disk; a store may shrink all the same.
  private func requireRoom(
    _ reader: Reader, _ lease: Lease, upTo size: BatchSize
  ) throws(LMDBError) {
    let after = occupiedBytes(reader)
    var size = size
    keepReserve(lease, beyond: size.countedPages(reader) * BatchSize.pageBytes)
    let isOver = after > options.quotaBytes
    guard isOver || reserve.isShort.load(ordering: .relaxed) else { return }
    let before = try read { occupiedBytes($0.reader) }
    guard after <= before else { throw isOver ? .quotaExceeded : .diskFull }
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
