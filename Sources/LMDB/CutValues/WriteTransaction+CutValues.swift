internal import CLMDB

/// Writing to a database whose long values are cut; see ``CutValue``.
extension WriteTransaction {
  /// Stores a value, cut if that saves a page; what stood there loses its tail.
  mutating func putCut(
    _ key: [UInt8], _ value: [UInt8], _ database: Database, _ tails: MDB_dbi
  ) throws(LMDBError) {
    let pageBytes = database.pageBytes
    let place = unsafe value.withUnsafeBytes { bytes -> Int? in
      let view = unsafe PageView(bytes)
      if let place = CutValue.place(view, pageBytes) { return place }
      // Damaged bytes that look like a beginning stay one: the end of it is nothing.
      let isHead = CutValue.lacking(view, count: value.count, pageBytes) != nil
      return isHead ? value.count : nil
    }
    let head = place ?? value.count
    try size.add(keyBytes: key.count, valueBytes: head, reader)
    let hadTail = try replace(key, value, head, database)
    if let place {
      let tail = CutValue.tail(key, value, from: place)
      try size.add(keyBytes: key.count, valueBytes: tail.count, reader)
      hasCut = true
      let code = unsafe key.withUnsafeBytes { keyBytes in
        unsafe tail.withUnsafeBytes { tailBytes in
          var name = unsafe MDB_val(keyBytes)
          var content = unsafe MDB_val(tailBytes)
          return unsafe mdb_put(reader.transaction, tails, &name, &content, 0)
        }
      }
      try check(code, "writing the end of a value")
    } else if hadTail {
      try deleteTail(key, tails)
    }
  }

  /// Removes a value and its tail.
  mutating func deleteCut(
    _ key: [UInt8], _ database: Database, _ tails: MDB_dbi
  ) throws(LMDBError) -> Bool {
    let cursor = try cursor(of: database)
    try size.add(keyBytes: 0, valueBytes: 0, reader)
    var old = unsafe MDB_val()
    let code = unsafe key.withUnsafeBytes { bytes in
      var name = unsafe MDB_val(bytes)
      return unsafe mdb_cursor_get(cursor.pointer, &name, &old, MDB_SET)
    }
    if code == MDB_NOTFOUND { return false }
    try check(code, "deleting a value")
    let hadTail = unsafe CutValue.fillsPages(old.mv_size, database.pageBytes)
    try unsafe check(mdb_cursor_del(cursor.pointer, 0), "deleting a value")
    if hadTail { try deleteTail(key, tails) }
    return true
  }

  /// Puts the first bytes of a value, with one look for the place whether it is new or not.
  ///
  /// - Returns: Whether the value that stood there may have a tail.
  private mutating func replace(
    _ key: [UInt8], _ value: [UInt8], _ count: Int, _ database: Database
  ) throws(LMDBError) -> Bool {
    let cursor = try cursor(of: database)
    var hadTail = false
    let code = unsafe key.withUnsafeBytes { keyBytes in
      unsafe value.withUnsafeBytes { bytes in
        let head = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<count])
        var name = unsafe MDB_val(keyBytes)
        var content = unsafe MDB_val(head)
        let code = unsafe mdb_cursor_put(cursor.pointer, &name, &content, UInt32(MDB_NOOVERWRITE))
        guard code == MDB_KEYEXIST else { return code }
        // What stands there was lent, and the cursor is at its place.
        hadTail = unsafe CutValue.fillsPages(content.mv_size, database.pageBytes)
        unsafe name = MDB_val(keyBytes)
        unsafe content = MDB_val(head)
        return unsafe mdb_cursor_put(cursor.pointer, &name, &content, UInt32(MDB_CURRENT))
      }
    }
    try check(code, "writing a value")
    return hadTail
  }

  private mutating func deleteTail(_ key: [UInt8], _ tails: MDB_dbi) throws(LMDBError) {
    try size.add(keyBytes: 0, valueBytes: 0, reader)
    let code = unsafe key.withUnsafeBytes { bytes in
      var name = unsafe MDB_val(bytes)
      return unsafe mdb_del(reader.transaction, tails, &name, nil)
    }
    // A value that just fills its pages has none.
    if code != MDB_NOTFOUND { try check(code, "deleting the end of a value") }
  }

  private mutating func cursor(of database: Database) throws(LMDBError) -> CutCursor {
    if let cutCursor { return cutCursor }
    let opened = unsafe CutCursor(pointer: try reader.openCursor(database))
    cutCursor = opened
    return opened
  }
}

/// A cursor of a write transaction, which frees it at its end.
@safe struct CutCursor {
  let pointer: OpaquePointer
}
