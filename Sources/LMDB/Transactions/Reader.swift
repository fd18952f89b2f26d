internal import CLMDB

/// The reads that both kinds of transaction offer.
///
/// Everything is copied out: LMDB's pointers die with the transaction.
@safe package struct Reader {
  let transaction: OpaquePointer
  let environment: ObjectIdentifier

  init(transaction: OpaquePointer, environment: ObjectIdentifier) {
    unsafe self.transaction = transaction
    self.environment = environment
  }

  var id: UInt64 { UInt64(truncatingIfNeeded: unsafe mdb_txn_id(transaction)) }

  func get(_ key: [UInt8], _ database: Database) throws(LMDBError) -> [UInt8]? {
    try requireOwn(database)
    try requireKeySize(key)
    var value = unsafe MDB_val()
    let code = unsafe key.withUnsafeBytes { bytes in
      var name = unsafe MDB_val(bytes)
      return unsafe mdb_get(transaction, database.handle, &name, &value)
    }
    if code == MDB_NOTFOUND { return nil }
    try check(code, "reading a value")
    guard let tails = database.tails,
      unsafe CutValue.canBeHead(value.mv_size, database.pageBytes)
    else { return unsafe value.copied() }
    return try unsafe joined(key, value.copied(), tails, database.pageBytes)
  }

  /// A value with its end, if it is cut.
  private func joined(
    _ key: [UInt8], _ head: [UInt8], _ tails: MDB_dbi, _ pageBytes: Int
  ) throws(LMDBError) -> [UInt8] {
    let ends = Database(handle: tails, environment: environment)
    guard CutValue.sequence(ofHead: head, pageBytes: pageBytes) != nil,
      let tail = try get(key, ends)
    else { return head }
    return CutValue.joined(head, tail, pageBytes: pageBytes) ?? head
  }

  func count(_ database: Database) throws(LMDBError) -> Int {
    try statistics(database).ms_entries
  }

  /// The pages of the database's tree, without those of large values.
  func treePageCount(_ database: MDB_dbi) -> Int {
    var status = MDB_stat()
    guard unsafe mdb_stat(transaction, database, &status) == 0 else { return 0 }
    return status.ms_branch_pages + status.ms_leaf_pages
  }

  func pageCount(_ database: MDB_dbi) -> (pages: Int, pageBytes: Int) {
    var status = MDB_stat()
    guard unsafe mdb_stat(transaction, database, &status) == 0 else { return (0, 0) }
    let pages = status.ms_branch_pages + status.ms_leaf_pages + status.ms_overflow_pages
    return (pages, Int(status.ms_psize))
  }

  private func statistics(_ database: Database) throws(LMDBError) -> MDB_stat {
    try requireOwn(database)
    var status = MDB_stat()
    try unsafe check(mdb_stat(transaction, database.handle, &status), "counting")
    return status
  }

  /// Visits the entries whose keys start with the prefix, in the order of their bytes.
  ///
  /// With `from`, a key that starts with the prefix, only that one and those behind it. Of a value
  /// that is cut, the bytes and those behind them are given.
  func scan(
    _ database: Database,
    prefix: [UInt8],
    from start: [UInt8]? = nil,
    _ visit: (
      _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ end: UnsafeRawBufferPointer
    ) throws(LMDBError) -> Bool
  ) throws(LMDBError) {
    try requireOwn(database)
    let cursor = try unsafe openCursor(database)
    defer { unsafe mdb_cursor_close(cursor) }
    var tails = TailCursor(self, database)
    var key = unsafe MDB_val()
    var value = unsafe MDB_val()
    var code = unsafe seek(cursor, start ?? prefix, &key, &value)
    while code == 0 {
      let keyBytes = unsafe key.bytes
      guard unsafe keyBytes.starts(withPrefix: prefix) else { return }
      let end =
        try unsafe tails?.end(of: keyBytes, value.bytes)
        ?? UnsafeRawBufferPointer(start: nil, count: 0)
      guard try unsafe visit(keyBytes, value.bytes, end) else { return }
      code = unsafe mdb_cursor_get(cursor, &key, &value, MDB_NEXT)
    }
    guard code == MDB_NOTFOUND else { throw .from(code, "scanning") }
  }

  func openCursor(_ database: Database) throws(LMDBError) -> OpaquePointer {
    var opened: OpaquePointer?
    try unsafe check(
      mdb_cursor_open(transaction, database.handle, &opened), "opening a cursor")
    guard let cursor = unsafe opened else { throw .closed }
    return unsafe cursor
  }

  /// Moves to the first key at or after the prefix.
  func seek(
    _ cursor: OpaquePointer, _ prefix: [UInt8], _ key: inout MDB_val, _ value: inout MDB_val
  ) -> Int32 {
    // LMDB refuses to look for an empty key.
    if prefix.isEmpty { return unsafe mdb_cursor_get(cursor, &key, &value, MDB_FIRST) }
    return unsafe prefix.withUnsafeBytes { bytes in
      unsafe key = MDB_val(bytes)
      return unsafe mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE)
    }
  }

  @inline(__always)
  func requireOwn(_ database: Database) throws(LMDBError) {
    guard database.environment == environment else {
      throw .code(.badDatabase, operation: "using a database")
    }
  }

  @inline(__always)
  func requireKeySize(_ key: [UInt8]) throws(LMDBError) { try requireKeySize(key.count) }

  @inline(__always)
  func requireKeySize(_ count: Int) throws(LMDBError) {
    guard count >= 1, count <= 511 else {
      throw .code(.badValueSize, operation: "using a key of \(count) bytes")
    }
  }
}

extension MDB_val {
  /// Lends bytes to LMDB for one call; LMDB only reads them.
  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer) {
    unsafe self.init(
      mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
  }

  @inline(__always)
  var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: mv_data, count: mv_size)
  }

  @inline(__always)
  func copied() -> [UInt8] {
    unsafe [UInt8](bytes)
  }
}

extension UnsafeRawBufferPointer {
  /// A copy with other bytes behind it.
  @inline(__always)
  func copied(with end: UnsafeRawBufferPointer) -> [UInt8] {
    if unsafe end.isEmpty { return unsafe [UInt8](self) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + end.count)
    unsafe bytes.append(contentsOf: self)
    unsafe bytes.append(contentsOf: end)
    return bytes
  }

  @inline(__always)
  func starts(withPrefix prefix: [UInt8]) -> Bool {
    guard count >= prefix.count else { return false }
    if prefix.isEmpty { return true }
    guard let start = baseAddress else { return false }
    return unsafe prefix.withUnsafeBytes { bytes in
      guard let other = bytes.baseAddress else { return true }
      return unsafe compareBytes(start, other, bytes.count) == 0
    }
  }
}
