import LMDB
package import StoreFormat

/// Writes what a store holds as LMDB's own `mdb_load` reads it.
///
/// The commit record names the transaction that wrote it. In a store that `mdb_load` makes that is
/// its last one, whose number follows from what it loads: it commits each 100 entries and at the
/// end of each database. Values are whole; the database for the ends of long ones is empty.
package struct ToolDump {
  /// So many entries `mdb_load` puts into one transaction.
  private static let batch = 100

  /// How large the new store may become.
  private static let mapSizeBytes = 1 << 30

  private let contents: StoreContents

  package init(_ contents: StoreContents) { self.contents = contents }

  /// Hands over line after line without their ends.
  package func forEachLine<Failure: Error>(
    _ body: (String) throws(Failure) -> Void
  ) throws(Failure) {
    for (name, rows) in databases {
      for line in [
        "VERSION=3", "format=bytevalue", "database=\(name)", "type=btree",
        "mapsize=\(Self.mapSizeBytes)", "maxreaders=126", "HEADER=END",
      ] { try body(line) }
      for row in rows {
        try body(" " + hex(row.key))
        try body(" " + hex(row.bytes))
      }
      try body("DATA=END")
    }
  }

  private var databases: [(name: String, rows: [StoreContents.Row])] {
    contents.databases.map { name, rows in
      guard name == "info" else { return (name, rows) }
      let record = StoreContents.Row(key: InfoKey.commit, bytes: commitRecord.bytes)
      return (name, [record] + rows)
    } + [(CutValue.tails, [])]
  }

  /// What the last transaction of `mdb_load` would have left.
  private var commitRecord: CommitRecord {
    let counts = [contents.info.count + 1] + contents.databases.dropFirst().map(\.rows.count) + [0]
    // A transaction that changes nothing gets no number; opening a new database is a change.
    let transactions = counts.reduce(0) { sum, count in
      sum + max(1, (count + Self.batch - 1) / Self.batch)
    }
    let number = UInt64(transactions)
    // Sequences go on from the largest there is.
    return CommitRecord(
      transaction: number,
      epoch: contents.sequence > number ? contents.sequence - number : 0,
      entryCount: UInt64(contents.values.count))
  }
}
