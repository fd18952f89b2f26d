internal import CLMDB

/// The rows of a scope as a listing shows them.
package struct ListedRows: Sendable {
  /// Keys and values; of a long value only its header, see ``CopiedRows/headerBytes``.
  package fileprivate(set) var rows = CopiedRows()
  /// The rows whose keys are not plain, see ``KeyShape``.
  package fileprivate(set) var unusual: [Int] = []
  /// Whether a value has a type that the caller did not know.
  package fileprivate(set) var hasOtherTypes = false
}

/// What a plain key looks like: four bytes, and plain texts behind tags of 1 to 3, each ended by
/// 00 01; behind the tag 3 are two texts, and the one behind the tag 1 is the last.
///
/// A plain text is UTF-8 with characters below U+0300 only: of these none changes in normal form C.
package struct KeyShape: Sendable {
  let textLimit: Int
  let textBytes: Int

  package init(textLimit: Int, textBytes: Int) {
    (self.textLimit, self.textBytes) = (textLimit, textBytes)
  }

  /// Where the last text of a plain key begins; nil for one that is not plain.
  package func lastText(of key: [UInt8]) -> Int? {
    unsafe key.withUnsafeBytes { unsafe lastText(of: $0) }
  }

  /// The same of bytes that LMDB lends.
  func lastText(of key: UnsafeRawBufferPointer) -> Int? {
    guard key.count >= 4, let bytes = key.baseAddress else { return nil }
    var (at, textCount) = (4, 0)
    while at < key.count {
      let tag = unsafe bytes.load(fromByteOffset: at, as: UInt8.self)
      guard tag &- 1 < 3 else { return nil }
      at += 1
      textCount += tag == 3 ? 2 : 1
      if tag == 1 {
        return unsafe textCount <= textLimit && endsPlain(key, from: at) ? at : nil
      }
      for _ in 0..<(tag == 3 ? 2 : 1) {
        guard let end = unsafe endOfText(bytes, at, key.count) else { return nil }
        at = end
      }
    }
    return nil
  }

  /// Whether one text stands from a place on, and nothing behind it.
  @inline(__always)
  func endsPlain(_ key: UnsafeRawBufferPointer, from place: Int) -> Bool {
    guard let bytes = key.baseAddress else { return false }
    return unsafe endOfText(bytes, place, key.count) == key.count
  }

  /// Where a text and its end are over; nil if it is not plain or too long.
  @inline(__always)
  private func endOfText(_ bytes: UnsafeRawPointer, _ start: Int, _ count: Int) -> Int? {
    var at = unsafe Self.firstOdd(bytes, start, count)
    while at + 1 < count, unsafe Self.isBelow300(bytes + at) {
      at = unsafe Self.firstOdd(bytes, at + 2, count)
    }
    guard at + 1 < count, at - start <= textBytes,
      unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt16.self) == UInt16(bigEndian: 1)
    else { return nil }
    return at + 2
  }

  /// Whether two bytes are a character from U+0080 to U+02FF.
  @inline(__always)
  private static func isBelow300(_ bytes: UnsafeRawPointer) -> Bool {
    let (lead, next) = unsafe (
      bytes.load(as: UInt8.self), bytes.load(fromByteOffset: 1, as: UInt8.self)
    )
    return lead >= 0xC2 && lead <= 0xCB && next & 0xC0 == 0x80
  }

  /// Where the first byte is that is zero or not ASCII, looked for eight bytes at a time.
  @inline(__always)
  private static func firstOdd(_ bytes: UnsafeRawPointer, _ start: Int, _ count: Int) -> Int {
    var at = start
    while at + 8 <= count {
      let word = UInt64(
        littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      // NB: what is borrowed from a byte by the zero below it is above the first sign.
      let signs = ((word &- 0x0101_0101_0101_0101) & ~word | word) & 0x8080_8080_8080_8080
      if signs != 0 { return at + signs.trailingZeroBitCount / 8 }
      at += 8
    }
    while at < count {
      let byte = unsafe bytes.load(fromByteOffset: at, as: UInt8.self)
      if byte &- 1 >= 0x7F { break }
      at += 1
    }
    return at
  }
}

extension CopiedRows {
  /// What a listing copies of a long value: what stands before its payload.
  package static let headerBytes = CutValue.valueHeaderBytes
  /// Up to how many bytes a listing copies a value whole.
  package static let listedBytes = 256 + headerBytes

  package func hasPlainKey(_ index: Int, _ shape: KeyShape) -> Bool {
    lastText(index, shape) != nil
  }

  /// Where in the key of a row its last text begins, if the key has the shape.
  package func lastText(_ index: Int, _ shape: KeyShape) -> Int? {
    let range = keyRange(index)
    return unsafe bytes.withUnsafeBytes { unsafe shape.lastText(of: $0[rebased: range]) }
  }
}

extension ReadTransaction {
  /// Copies the rows whose keys start with a prefix, as a listing needs them.
  ///
  /// Of a value that tells how long it is, and is long, only the header is copied, and its end is
  /// not looked for if it is cut: that is most of the bytes of a scene, and nobody may want them.
  ///
  /// - Returns: The rows in the order of their keys, and what is unusual about them.
  package func listRows(
    of database: Database, prefix: [UInt8], shape: KeyShape, types: [UInt32]
  ) throws(LMDBError) -> ListedRows {
    try reader.requireOwn(database)
    let cursor = try unsafe reader.openCursor(database)
    defer { unsafe mdb_cursor_close(cursor) }
    var listed = ListedRows()
    let code = unsafe withUnsafeTemporaryAllocation(
      of: LentRow.self, capacity: CopiedRows.rowsAtOnce
    ) { lot in
      unsafe prefix.withUnsafeBytes { prefix in
        unsafe types.withUnsafeBufferPointer { types in
          unsafe listed.fill(from: cursor, prefix, shape, types, database.pageBytes, lot)
        }
      }
    }
    guard code == 0 || code == MDB_NOTFOUND else { throw .from(code, "listing") }
    return listed
  }
}

extension ListedRows {
  /// Copies what a cursor finds.
  ///
  /// - Returns: 0, or why LMDB went no further.
  fileprivate mutating func fill(
    from cursor: OpaquePointer, _ prefix: UnsafeRawBufferPointer, _ shape: KeyShape,
    _ types: UnsafeBufferPointer<UInt32>, _ pageBytes: Int,
    _ lot: UnsafeMutableBufferPointer<LentRow>
  ) -> Int32 {
    guard let start = prefix.baseAddress else { return SystemCode.invalid }
    var (key, value) = unsafe (MDB_val(prefix), MDB_val())
    var (waiting, byteCount, index) = (0, 0, 0)
    var lastType: UInt32?
    var last = LastKey()
    var code = unsafe mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE)
    while code == 0 {
      let (name, whole) = unsafe (key.bytes, value.bytes)
      guard unsafe name.begins(with: start, prefix.count) else { break }
      if unsafe !last.isFollowed(byPlain: name, shape) { unusual.append(index) }
      if whole.count >= CutValue.valueHeaderBytes {
        let type = unsafe whole.loadUnaligned(fromByteOffset: 20, as: UInt32.self).bigEndian
        if type != lastType {
          if unsafe !types.contains(type) { hasOtherTypes = true }
          lastType = type
        }
      }
      let kept = unsafe CutValue.listed(whole, pageBytes)
      unsafe lot.initializeElement(at: waiting, to: (name, kept, CopiedRows.nothing))
      byteCount += name.count + kept.count
      (waiting, index) = (waiting + 1, index + 1)
      if waiting == lot.count {
        unsafe rows.append(UnsafeBufferPointer(lot), byteCount)
        (waiting, byteCount) = (0, 0)
      }
      code = unsafe mdb_cursor_get(cursor, &key, &value, MDB_NEXT)
    }
    unsafe rows.append(UnsafeBufferPointer(rebasing: lot[..<waiting]), byteCount)
    return code
  }
}

/// The key before, of which the next one nearly always has all but the last text.
@safe private struct LastKey {
  private var bytes: UnsafeRawPointer?
  /// Where its last text begins, if it is plain.
  private var place = 0

  /// Whether the next key is plain; remembers it.
  @inline(__always)
  mutating func isFollowed(byPlain key: UnsafeRawBufferPointer, _ shape: KeyShape) -> Bool {
    guard let next = key.baseAddress else { return false }
    if let bytes = unsafe bytes, key.count > place, unsafe compareBytes(bytes, next, place) == 0,
      unsafe shape.endsPlain(key, from: place)
    {
      unsafe self.bytes = next
      return true
    }
    let found = unsafe shape.lastText(of: key)
    unsafe bytes = found == nil ? nil : next
    place = found ?? 0
    return found != nil
  }
}

extension UnsafeRawBufferPointer {
  @inline(__always)
  fileprivate func begins(with start: UnsafeRawPointer, _ length: Int) -> Bool {
    guard count >= length, length >= 4, let mine = baseAddress else { return false }
    // Four bytes are the whole of it unless a scope inside a scene is listed.
    return unsafe mine.loadUnaligned(as: UInt32.self) == start.loadUnaligned(as: UInt32.self)
      && (length == 4 || compareBytes(mine, start, length) == 0)
  }
}

extension CutValue {
  /// What a listing copies of a row: its header if it is long and as long as it says.
  @inline(__always)
  fileprivate static func listed(
    _ row: UnsafeRawBufferPointer, _ pageBytes: Int
  ) -> UnsafeRawBufferPointer {
    guard row.count > CopiedRows.listedBytes else { return unsafe row }
    let view = unsafe PageView(row)
    guard told(view, at: 0) == row.count || lacking(view, count: row.count, pageBytes) != nil
    else { return unsafe row }
    return unsafe row[rebased: 0..<valueHeaderBytes]
  }
}

extension UnsafeRawBufferPointer {
  @inline(__always)
  fileprivate subscript(rebased range: Range<Int>) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: self[range])
  }
}
