internal import CLMDB

/// The one transaction that changes an environment, valid inside the closure it is given to.
///
/// It sees its own changes. When any of its operations fails, nothing of it is kept.
package struct WriteTransaction: ~Copyable, RowReading {
  package let reader: Reader
  /// The first failure: a batch with a hole in it must not commit, even if the body went on.
  var failure: LMDBError?
  var size: BatchSize
  /// By how much this transaction changes the sums of the rows; who writes them down begins anew.
  package var sums = RowSums()
  /// Whether this transaction has cut a value in two.
  package var hasCut = false
  /// Go through a database whose values are put one after the other, and through its tails.
  var valueCursor: WriteCursor?
  var tailCursor: WriteCursor?
  /// No key of the database of ``valueCursor`` is behind this one, once that is known.
  var lastKey: [UInt8] = []
  var isLastKeyKnown = false

  /// The number this commit will have.
  package var id: UInt64 { reader.id }

  /// Stores a value, in the place of an older one if there is one.
  ///
  /// - Parameters:
  ///   - key: 1 to 511 bytes.
  ///   - value: Any bytes, also none.
  ///   - database: Where to store it.
  /// - Throws: ``LMDBError/batchTooLarge(pages:limit:)`` when the transaction grows too large, or what LMDB reports; the transaction can't commit after that.
  package mutating func put(
    _ key: [UInt8], _ value: [UInt8], in database: Database
  ) throws(LMDBError) {
    do throws(LMDBError) {
      try reader.requireOwn(database)
      try reader.requireKeySize(key)
      if let tails = database.tails { return try putCut(key, value, database, tails) }
      try size.add(keyBytes: key.count, valueBytes: value.count, reader)
      try check(putWhole(key, value, database), "writing a value")
    } catch {
      throw failing(error)
    }
  }

  /// Puts a row that is not cut, and counts it in the place of the one that stood there.
  private mutating func putWhole(
    _ key: [UInt8], _ value: [UInt8], _ database: Database
  ) -> Int32 {
    let isCounted = key[0] != RowSums.uncounted || database.holdsValues
    return unsafe key.withUnsafeBytes { keyBytes in
      unsafe value.withUnsafeBytes { valueBytes in
        var name = unsafe MDB_val(keyBytes)
        var content = unsafe MDB_val(valueBytes)
        var code = unsafe mdb_put(
          reader.transaction, database.handle, &name, &content,
          isCounted ? UInt32(MDB_NOOVERWRITE) : 0)
        if code == MDB_KEYEXIST {
          unsafe sums.count(keyBytes, content.bytes, in: database, isGone: true)
          unsafe content = MDB_val(valueBytes)
          code = unsafe mdb_put(reader.transaction, database.handle, &name, &content, 0)
        }
        if isCounted { unsafe sums.count(keyBytes, valueBytes, in: database) }
        return code
      }
    }
  }

  /// Adds a database; environments that are opened after the commit can name it.
  package mutating func create(_ database: String) throws(LMDBError) {
    var handle: MDB_dbi = 0
    do throws(LMDBError) {
      try unsafe check(
        mdb_dbi_open(reader.transaction, database, UInt32(MDB_CREATE), &handle),
        "adding the database '\(database)'")
    } catch {
      throw failing(error)
    }
  }

  /// Removes a key.
  ///
  /// - Returns: Whether it was there.
  package mutating func delete(
    _ key: [UInt8], in database: Database
  ) throws(LMDBError) -> Bool {
    do throws(LMDBError) {
      try reader.requireOwn(database)
      try reader.requireKeySize(key)
      if let tails = database.tails { return try deleteCut(key, database, tails) }
      try size.add(keyBytes: 0, valueBytes: 0, reader)
      let code = unsafe key.withUnsafeBytes { bytes in
        var name = unsafe MDB_val(bytes)
        var old = unsafe MDB_val()
        let code = unsafe mdb_get(reader.transaction, database.handle, &name, &old)
        guard code == 0 else { return code }
        unsafe sums.count(bytes, old.bytes, in: database, isGone: true)
        return unsafe mdb_del(reader.transaction, database.handle, &name, nil)
      }
      if code == MDB_NOTFOUND { return false }
      try check(code, "deleting a value")
      return true
    } catch {
      throw failing(error)
    }
  }

  /// Removes every key that starts with a prefix; an empty prefix empties the database.
  ///
  /// - Returns: How many there were.
  package mutating func deleteAll(
    in database: Database, prefix: [UInt8]
  ) throws(LMDBError) -> Int {
    do throws(LMDBError) {
      return try removeRange(database, prefix)
    } catch {
      throw failing(error)
    }
  }

  private mutating func removeRange(
    _ database: Database, _ prefix: [UInt8]
  ) throws(LMDBError) -> Int {
    try reader.requireOwn(database)
    if prefix.isEmpty {
      let count = try reader.count(database)
      try unsafe reader.scan(database, prefix: []) { (key, value, _) throws(LMDBError) in
        unsafe sums.count(key, value, in: database, isGone: true)
        return true
      }
      for handle in [database.handle, database.tails].compactMap(\.self) {
        try unsafe check(mdb_drop(reader.transaction, handle, 0), "emptying a database")
      }
      return count
    }
    let (count, hasTails) = try removeRows(database, prefix, areCounted: true)
    if hasTails, let tails = database.tails {
      let ends = Database(handle: tails, environment: database.environment)
      _ = try removeRows(ends, prefix, areCounted: false)
    }
    return count
  }

  /// - Returns: How many there were, and whether one of them may be cut.
  private mutating func removeRows(
    _ database: Database, _ prefix: [UInt8], areCounted: Bool
  ) throws(LMDBError) -> (count: Int, areCut: Bool) {
    let cursor = try unsafe reader.openCursor(database)
    defer { unsafe mdb_cursor_close(cursor) }
    var key = unsafe MDB_val()
    var value = unsafe MDB_val()
    var (count, areCut) = (0, false)
    var code = unsafe reader.seek(cursor, prefix, &key, &value)
    while code == 0, unsafe key.bytes.starts(withPrefix: prefix) {
      try size.add(keyBytes: 0, valueBytes: 0, reader)
      if unsafe CutValue.canBeHead(value.mv_size, database.pageBytes) { areCut = true }
      if areCounted { unsafe sums.count(key.bytes, value.bytes, in: database, isGone: true) }
      try unsafe check(mdb_cursor_del(cursor, 0), "deleting a value")
      count += 1
      // After a deletion the cursor stands before the next entry, which `MDB_NEXT` then gives.
      code = unsafe mdb_cursor_get(cursor, &key, &value, MDB_NEXT)
    }
    guard code == 0 || code == MDB_NOTFOUND else { throw .from(code, "deleting values") }
    return (count, areCut)
  }

  mutating func failing(_ error: LMDBError) -> LMDBError {
    if failure == nil { failure = error }
    return error
  }
}
