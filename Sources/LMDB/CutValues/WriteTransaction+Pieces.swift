internal import CLMDB

/// Writing a value of which the pieces are at hand: they are put together in LMDB's page.
///
/// See ``ValueBytes`` for what the bytes are, and ``CutValue`` for where a long value is cut.
extension WriteTransaction {
  /// Stores a value, in the place of an older one if there is one.
  ///
  /// - Parameters:
  ///   - head: The numbers before the checksum.
  ///   - payloads: Has the payload in the range that follows.
  ///   - payload: Which of the bytes.
  ///   - keys: Has the key in the range that follows.
  ///   - key: Which of the bytes: 1 to 511.
  ///   - database: Where to store it.
  /// - Throws: As ``put(_:_:in:)``; the transaction can't commit after that.
  package mutating func put(
    _ head: ValueBytes.Head, _ payloads: [UInt8], _ payload: Range<Int>, under keys: [UInt8],
    _ key: Range<Int>, in database: Database
  ) throws(LMDBError) {
    guard database.tails != nil else {
      let name = Array(keys[key])
      return try put(name, ValueBytes.make(head, Array(payloads[payload]), key: name), in: database)
    }
    do throws(LMDBError) {
      try putPieces(head, payloads, payload, under: keys, key, in: database)
    } catch {
      throw failing(error)
    }
  }

  private mutating func putPieces(
    _ head: ValueBytes.Head, _ payloads: [UInt8], _ payload: Range<Int>, under keys: [UInt8],
    _ key: Range<Int>, in database: Database
  ) throws(LMDBError) {
    try reader.requireOwn(database)
    try reader.requireKeySize(key.count)
    let whole = ValueBytes.headBytes + payload.count
    let cut = CutValue.place(whole, keyBytes: key.count, database.pageBytes)
    try size.add(keyBytes: key.count, valueBytes: cut ?? whole, reader)
    try noteLastKey(of: database)
    let values = try cursor(of: database)
    var tails: WriteCursor?
    if let cut {
      try size.add(keyBytes: key.count, valueBytes: CutValue.headerBytes + whole - cut, reader)
      hasCut = true
      tails = try tailCursor(database)
    }
    let (code, hadTail, change) = unsafe keys.withUnsafeBytes { keys in
      unsafe payloads.withUnsafeBytes { payloads in
        let name = unsafe UnsafeRawBufferPointer(rebasing: keys[key])
        let pieces = unsafe ValuePieces(
          head: head, key: name, isLast: isBehindAll(name),
          payload: UnsafeRawBufferPointer(rebasing: payloads[payload]))
        return pieces.put(values, cut ?? whole, tails, database.pageBytes)
      }
    }
    try check(code, "writing a value")
    sums.values[RowSums.part(of: keys[key])] &+= change
    if hadTail, cut == nil, let tails = database.tails {
      try deleteTail(Array(keys[key]), tails)
    }
  }
}

/// A value on its way into a page, in memory that is lent for one call.
@safe private struct ValuePieces {
  let head: ValueBytes.Head
  let key: UnsafeRawBufferPointer
  /// Whether the key follows all that are there.
  let isLast: Bool
  let payload: UnsafeRawBufferPointer

  /// Puts the value, or its first bytes, and then its tail.
  ///
  /// - Returns: What LMDB says, whether the value that stood there may have a tail, and by how much
  ///   the sum of its part of the values changes.
  func put(
    _ values: WriteCursor, _ count: Int, _ tails: WriteCursor?, _ pageBytes: Int
  ) -> (code: Int32, hadTail: Bool, change: UInt64) {
    var name = unsafe MDB_val(key)
    var place = unsafe MDB_val(mv_size: count, mv_data: nil)
    var (hadTail, change) = (false, UInt64(0))
    var code = unsafe mdb_cursor_put(
      values.pointer, &name, &place,
      UInt32(isLast ? MDB_APPEND : MDB_NOOVERWRITE) | UInt32(MDB_RESERVE))
    if code == MDB_KEYEXIST, !isLast {
      // What stands there was lent, and the cursor is at its place.
      hadTail = CutValue.canBeHead(unsafe place.mv_size, pageBytes)
      change = 0 &- (unsafe RowSums.value(PageView(place.bytes), count: place.mv_size))
      unsafe name = MDB_val(key)
      unsafe place = MDB_val(mv_size: count, mv_data: nil)
      code = unsafe mdb_cursor_put(
        values.pointer, &name, &place, UInt32(MDB_CURRENT) | UInt32(MDB_RESERVE))
    }
    guard code == 0, let memory = unsafe place.mv_data else { return (code, hadTail, 0) }
    let kept = count - ValueBytes.headBytes
    unsafe ValueBytes.write(head, payload, key: key, to: memory, kept)
    let written = unsafe UnsafeRawBufferPointer(start: memory, count: ValueBytes.headBytes)
    change &+= unsafe RowSums.value(PageView(written), count: count)
    guard let tails else { return (code, hadTail, change) }
    let end = unsafe UnsafeRawBufferPointer(rebasing: payload[kept...])
    code = unsafe tails.putTail(head.2, head.3, end, key: key, isLast: isLast)
    return (code, hadTail, change)
  }
}
