internal import CLMDB
internal import Glibc

extension Environment {
  /// Runs a closure with an unchanging view of the environment.
  ///
  /// Reads may run in parallel, inside each other and inside a write, which they don't see.
  package func read<R>(
    _ body: (borrowing ReadTransaction) throws(LMDBError) -> R
  ) throws(LMDBError) -> R {
    var (lease, pointer) = try unsafe beginRead()
    defer {
      unsafe mdb_txn_reset(pointer)
      lease.idle = unsafe IdleTransaction(pointer: pointer)
      leaveRead(lease)
    }
    let reader = unsafe Reader(transaction: pointer, environment: ObjectIdentifier(self))
    return try body(ReadTransaction(reader: reader))
  }

  /// Enters and begins or renews a transaction; what can be repaired is, twice at most.
  private func beginRead() throws(LMDBError) -> (Lease, OpaquePointer) {
    var attempt = 0
    while true {
      var lease = try enterRead()
      var pointer: OpaquePointer?
      let code: Int32
      do throws(LMDBError) {
        try requireWholeFile(lease.raw)
        code = try unsafe begin(&lease, &pointer)
      } catch {
        leaveRead(lease)
        throw error
      }
      if code == 0, let pointer = unsafe pointer { return unsafe (lease, pointer) }
      leaveRead(lease)
      attempt += 1
      guard attempt < 3 else { throw .from(code, "beginning a read") }
      try recover(from: code, lease.generation, "beginning a read")
    }
  }

  private func begin(
    _ lease: inout Lease, _ pointer: inout OpaquePointer?
  ) throws(LMDBError) -> Int32 {
    let code = unsafe renewOrBegin(&lease, &pointer)
    guard code == MDB_READERS_FULL else { return code }
    // The slots of dead processes count until somebody looks.
    var dead: Int32 = 0
    try unsafe check(mdb_reader_check(lease.raw.pointer, &dead), "checking the readers")
    return unsafe renewOrBegin(&lease, &pointer)
  }

  private func renewOrBegin(_ lease: inout Lease, _ pointer: inout OpaquePointer?) -> Int32 {
    guard let idle = lease.idle else {
      return unsafe mdb_txn_begin(lease.raw.pointer, nil, UInt32(MDB_RDONLY), &pointer)
    }
    lease.idle = nil
    let code = unsafe mdb_txn_renew(idle.pointer)
    if code == 0 {
      unsafe pointer = idle.pointer
    } else {
      unsafe mdb_txn_abort(idle.pointer)
    }
    return code
  }

  /// Repairs what made a transaction fail to begin, or throws the error.
  func recover(
    from code: Int32, _ generation: Int, _ operation: String
  ) throws(LMDBError) {
    switch code {
    case MDB_MAP_RESIZED: try followResizing(generation)
    case MDB_PANIC, EIO: try reopen(generation)
    // The lock byte of this process number is taken: by a process of another container.
    case EAGAIN: throw .sharedAcrossContainers
    default: throw LMDBError.from(code, operation)
    }
  }
}
