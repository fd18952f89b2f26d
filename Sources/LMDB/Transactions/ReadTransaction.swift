/// What reads the rows of an environment: either kind of transaction.
package protocol RowReading: ~Copyable {
  var reader: Reader { get }
}

extension RowReading where Self: ~Copyable {
  /// Copies the value of a key; `nil` when there is none.
  package func get(_ key: [UInt8], in database: Database) throws(LMDBError) -> [UInt8]? {
    try reader.get(key, database)
  }

  package func count(of database: Database) throws(LMDBError) -> Int {
    try reader.count(database)
  }

  /// Visits the entries whose keys start with a prefix, in the order of their bytes.
  ///
  /// - Parameters:
  ///   - database: The database to scan.
  ///   - prefix: The start of the keys; empty for all of them.
  ///   - body: Gets copies of key and value; returns `false` to stop.
  /// - Throws: What LMDB reports, or what the body throws.
  package func forEach(
    in database: Database,
    prefix: [UInt8],
    _ body: (_ key: [UInt8], _ value: [UInt8]) throws(LMDBError) -> Bool
  ) throws(LMDBError) {
    try unsafe reader.scan(database, prefix: prefix) { (key, value, end) throws(LMDBError) in
      try unsafe body([UInt8](key), value.copied(with: end))
    }
  }
}

/// An unchanging view of an environment, valid inside the closure it is given to.
///
/// It can't be copied, kept, or carried across an `await`.
package struct ReadTransaction: ~Copyable, RowReading {
  package let reader: Reader

  /// The number of the last commit that is seen.
  package var id: UInt64 { reader.id }
}
