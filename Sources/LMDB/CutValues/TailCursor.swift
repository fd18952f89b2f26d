internal import CLMDB

/// Finds the ends of cut values while a scan goes through their beginnings.
///
/// A second cursor that walks beside the first: a scope's tails stand together as its values do.
/// It is opened at the first value that is cut, so others cost nothing.
@safe struct TailCursor: ~Copyable {
  private let reader: Reader
  private let database: Database
  private let pageBytes: Int
  private var cursor: OpaquePointer?
  private var key = unsafe MDB_val()
  private var value = unsafe MDB_val()
  private var isOnTail = false

  /// Nil for a database whose values are never cut.
  init?(_ reader: Reader, _ database: Database) {
    guard let tails = database.tails else { return nil }
    self.reader = reader
    self.database = Database(handle: tails, environment: database.environment)
    pageBytes = database.pageBytes
  }

  deinit {
    if let cursor = unsafe cursor { unsafe mdb_cursor_close(cursor) }
  }

  /// What a row lacks; nothing for one that is not cut, or whose tail is lost.
  ///
  /// Keys must be asked for in their order.
  @inline(__always)
  mutating func end(
    of name: UnsafeRawBufferPointer, _ head: UnsafeRawBufferPointer
  ) throws(LMDBError) -> UnsafeRawBufferPointer {
    guard CutValue.canBeHead(head.count, pageBytes) else {
      return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return try unsafe find(name, head)
  }

  private mutating func find(
    _ name: UnsafeRawBufferPointer, _ head: UnsafeRawBufferPointer
  ) throws(LMDBError) -> UnsafeRawBufferPointer {
    let none = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    let view = unsafe PageView(head)
    guard let lacking = CutValue.lacking(view, count: head.count, pageBytes) else {
      return unsafe none
    }
    try unsafe move(to: name)
    guard isOnTail, unsafe order(name) == 0,
      unsafe CutValue.continues(PageView(value.bytes), view, lacking: lacking)
    else { return unsafe none }
    return unsafe UnsafeRawBufferPointer(rebasing: value.bytes[CutValue.headerBytes...])
  }

  /// Moves to the first tail at or after a key: nearly always the next one.
  private mutating func move(to name: UnsafeRawBufferPointer) throws(LMDBError) {
    var code: Int32 = 0
    if let cursor = unsafe cursor {
      guard isOnTail, unsafe order(name) < 0 else { return }
      code = unsafe mdb_cursor_get(cursor, &key, &value, MDB_NEXT)
      if code == 0, unsafe order(name) < 0 { code = unsafe seek(cursor, name) }
    } else {
      let opened = try unsafe reader.openCursor(database)
      unsafe cursor = opened
      code = unsafe seek(opened, name)
    }
    isOnTail = code == 0
    guard code == 0 || code == MDB_NOTFOUND else { throw .from(code, "scanning") }
  }

  private mutating func seek(_ cursor: OpaquePointer, _ name: UnsafeRawBufferPointer) -> Int32 {
    unsafe key = MDB_val(name)
    return unsafe mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE)
  }

  /// Whether the tail in hand stands before a key (below 0), under it, or behind it.
  private func order(_ name: UnsafeRawBufferPointer) -> Int {
    let (mine, other) = unsafe (PageView(key.bytes), PageView(name))
    return mine.compare(0..<mine.count, with: other, 0..<other.count)
  }
}
