internal import CLMDB

extension Environment {
  /// Copies the value of one key, in a transaction of its own; `nil` when there is none.
  package func get(_ key: [UInt8], in database: Database) throws(LMDBError) -> [UInt8]? {
    try read { txn throws(LMDBError) in try txn.get(key, in: database) }
  }

  /// Runs a closure with an unchanging view of the environment.
  ///
  /// Reads may run in parallel, inside each other and inside a write, which they don't see.
  package func read<R>(
    _ body: (borrowing ReadTransaction) throws(LMDBError) -> R
  ) throws(LMDBError) -> R {
    var (lease, pointer) = try unsafe beginRead()
    let begin = options.clock()
    defer {
      unsafe mdb_txn_reset(pointer)
      lease.idle = unsafe IdleTransaction(pointer: pointer)
      leaveRead(lease)
      let length = options.clock() - begin
      if length > options.longRead { remarkLog.add(.longRead(length)) }
    }
    let reader = unsafe Reader(transaction: pointer, environment: ObjectIdentifier(self))
    return try body(ReadTransaction(reader: reader))
  }

  /// Enters and begins or renews a transaction; what can be repaired is, each kind once.
  private func beginRead() throws(LMDBError) -> (Lease, OpaquePointer) {
    var repairs = Repairs()
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
      try recover(from: code, lease.generation, "beginning a read", &repairs)
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

  /// What has been tried for one transaction already.
  struct Repairs {
    var hasReopened = false
    /// Another process may go on growing the file meanwhile.
    var resizings = 0
  }

  /// Repairs what made a transaction fail to begin, or throws the error.
  func recover(
    from code: Int32, _ generation: Int, _ operation: String, _ repairs: inout Repairs
  ) throws(LMDBError) {
    let error = LMDBError.from(code, operation)
    switch code {
    case MDB_MAP_RESIZED where repairs.resizings < 2:
      repairs.resizings += 1
      try followResizing(generation)
    case MDB_PANIC where !repairs.hasReopened, SystemCode.inputOutput where !repairs.hasReopened:
      repairs.hasReopened = true
      try reopen(generation, after: error)
    default: throw error
    }
  }
}
