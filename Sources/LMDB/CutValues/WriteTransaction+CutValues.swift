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
      if let place = CutValue.place(view, keyBytes: key.count, pageBytes) { return place }
      // Damaged bytes that look like a beginning stay one: the end of it is nothing.
      let isHead = CutValue.lacking(view, count: value.count, pageBytes) != nil
      return isHead ? value.count : nil
    }
    let head = place ?? value.count
    try size.add(keyBytes: key.count, valueBytes: head, reader)
    let isLast = try isBehindAll(key, database)
    let hadTail = try replace(key, value, head, database, isLast: isLast)
    if let place {
      let count = CutValue.headerBytes + value.count - place
      try size.add(keyBytes: key.count, valueBytes: count, reader)
      hasCut = true
      guard let cursor = try tailCursor(database) else { return }
      let code = unsafe key.withUnsafeBytes { key in
        unsafe value.withUnsafeBytes { bytes in
          let half = { unsafe bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self).bigEndian }
          let end = unsafe UnsafeRawBufferPointer(rebasing: bytes[place...])
          return unsafe cursor.putTail(half(8), half(12), end, key: key, isLast: isLast)
        }
      }
      try check(code, "writing the end of a value")
    } else if hadTail {
      try deleteTail(key, tails)
    }
  }

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
    let hadTail = unsafe CutValue.canBeHead(old.mv_size, database.pageBytes)
    sums.values[RowSums.part(of: key)] &-= unsafe RowSums.value(
      PageView(old.bytes), count: old.mv_size)
    try unsafe check(mdb_cursor_del(cursor.pointer, 0), "deleting a value")
    if hadTail { try deleteTail(key, tails) }
    return true
  }

  /// Puts the first bytes of a value, with one look for the place whether it is new or not.
  ///
  /// - Returns: Whether the value that stood there may have a tail.
  private mutating func replace(
    _ key: [UInt8], _ value: [UInt8], _ count: Int, _ database: Database, isLast: Bool
  ) throws(LMDBError) -> Bool {
    let cursor = try cursor(of: database)
    var hadTail = false
    let part = RowSums.part(of: key)
    let code = unsafe key.withUnsafeBytes { keyBytes in
      unsafe value.withUnsafeBytes { bytes in
        let head = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<count])
        sums.values[part] &+= unsafe RowSums.value(PageView(head), count: count)
        var name = unsafe MDB_val(keyBytes)
        var content = unsafe MDB_val(head)
        let flag = isLast ? MDB_APPEND : MDB_NOOVERWRITE
        let code = unsafe mdb_cursor_put(cursor.pointer, &name, &content, UInt32(flag))
        // The cursor of a key that was to be the last one is at another row.
        guard code == MDB_KEYEXIST, !isLast else { return code }
        // What stands there was lent, and the cursor is at its place.
        hadTail = unsafe CutValue.canBeHead(content.mv_size, database.pageBytes)
        sums.values[part] &-= unsafe RowSums.value(
          PageView(content.bytes), count: content.mv_size)
        unsafe name = MDB_val(keyBytes)
        unsafe content = MDB_val(head)
        return unsafe mdb_cursor_put(cursor.pointer, &name, &content, UInt32(MDB_CURRENT))
      }
    }
    try check(code, "writing a value")
    return hadTail
  }

  /// Whether a key follows all that are there; if so, it is the last one from now on.
  ///
  /// What is put at the end fills one page after the other. Where LMDB is not told, it leaves room
  /// for a value in each of them, half a page if the values are that long.
  private mutating func isBehindAll(
    _ key: [UInt8], _ database: Database
  ) throws(LMDBError) -> Bool {
    try noteLastKey(of: database)
    return unsafe key.withUnsafeBytes { unsafe isBehindAll($0) }
  }

  /// Sees to it that the last key of the database is known.
  mutating func noteLastKey(of database: Database) throws(LMDBError) {
    let cursor = try cursor(of: database)
    guard !isLastKeyKnown else { return }
    var name = unsafe MDB_val()
    var value = unsafe MDB_val()
    let code = unsafe mdb_cursor_get(cursor.pointer, &name, &value, MDB_LAST)
    if code != MDB_NOTFOUND { try check(code, "writing a value") }
    if code == 0 { unsafe lastKey.append(contentsOf: name.bytes) }
    isLastKeyKnown = true
  }

  /// As above; the last key is known.
  @inline(__always)
  mutating func isBehindAll(_ key: UnsafeRawBufferPointer) -> Bool {
    let isBehind = unsafe lastKey.withUnsafeBytes { last in
      unsafe PageView(key).compare(0..<key.count, with: PageView(last), 0..<last.count) > 0
    }
    if isBehind {
      lastKey.removeAll(keepingCapacity: true)
      unsafe lastKey.append(contentsOf: key)
    }
    return isBehind
  }

  mutating func deleteTail(_ key: [UInt8], _ tails: MDB_dbi) throws(LMDBError) {
    try size.add(keyBytes: 0, valueBytes: 0, reader)
    let code = unsafe key.withUnsafeBytes { bytes in
      var name = unsafe MDB_val(bytes)
      return unsafe mdb_del(reader.transaction, tails, &name, nil)
    }
    // A value that just fills its pages has none.
    if code != MDB_NOTFOUND { try check(code, "deleting the end of a value") }
  }

  /// The cursor that goes through a database whose values are put one after the other.
  mutating func cursor(of database: Database) throws(LMDBError) -> WriteCursor {
    if let cursor = valueCursor, cursor.handle == database.handle { return cursor }
    let opened = try unsafe WriteCursor(
      pointer: reader.openCursor(database), handle: database.handle)
    valueCursor = opened
    return opened
  }

  /// The one that goes through its tails; nil for a database that has none.
  mutating func tailCursor(_ database: Database) throws(LMDBError) -> WriteCursor? {
    guard let tails = database.tails else { return nil }
    if let cursor = tailCursor, cursor.handle == tails { return cursor }
    let ends = Database(handle: tails, environment: database.environment)
    let opened = try unsafe WriteCursor(pointer: reader.openCursor(ends), handle: tails)
    tailCursor = opened
    return opened
  }
}

/// A cursor of a write transaction, which frees it at its end.
@safe struct WriteCursor {
  let pointer: OpaquePointer
  let handle: MDB_dbi

  /// Puts the end of a value, whose sequence stands in two halves; answers what LMDB says.
  func putTail(
    _ high: UInt32, _ low: UInt32, _ end: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer,
    isLast: Bool
  ) -> Int32 {
    var name = unsafe MDB_val(key)
    var place = unsafe MDB_val(mv_size: CutValue.headerBytes + end.count, mv_data: nil)
    var code = MDB_KEYEXIST
    if isLast {
      code = unsafe mdb_cursor_put(
        pointer, &name, &place, UInt32(MDB_APPEND) | UInt32(MDB_RESERVE))
    }
    // Ends stand in the order of their values; one that a lost value left behind may not.
    if code == MDB_KEYEXIST {
      code = unsafe mdb_cursor_put(pointer, &name, &place, UInt32(MDB_RESERVE))
    }
    guard code == 0, let memory = unsafe place.mv_data else { return code }
    unsafe CutValue.writeTail(high, low, end, key: key, to: memory)
    return code
  }
}
