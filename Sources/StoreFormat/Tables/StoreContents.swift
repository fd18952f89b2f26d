import LMDB

/// Everything a store holds at one moment as it stands in its databases, byte by byte.
///
/// What belongs to running processes (which of them has a scene open) and to one file only (the
/// number of its last transaction) is no content. Two stores with equal contents hold the same
/// sessions, values and set-aside values with all their facts.
package struct StoreContents: Hashable, Sendable {
  /// One entry of a database.
  package struct Row: Hashable, Sendable {
    package var key: [UInt8]
    package var bytes: [UInt8]

    package init(key: [UInt8], bytes: [UInt8]) {
      (self.key, self.bytes) = (key, bytes)
    }
  }

  /// Facts about the store and names of types, without commit record and owners.
  package var info: [Row] = []
  package var sessions: [Row] = []
  package var values: [Row] = []
  package var setAside: [Row] = []
  /// The number of the last commit, as values carry it.
  package var sequence: UInt64 = 0
  /// Where values stood that a dump does not show.
  package var redactedKeys: [[UInt8]] = []

  package init() {}

  /// Each database in the order in which dumps have them.
  package var databases: [(name: String, rows: [Row])] {
    [("info", info), ("sessions", sessions), ("values", values), ("set-aside", setAside)]
  }

  /// The names of types by their numbers.
  package var types: [UInt32: String] {
    var types: [UInt32: String] = [:]
    for row in info {
      if let number = InfoKey.typeNumber(of: row.key),
        let name = String(validating: row.bytes, as: UTF8.self)
      {
        types[number] = name
      }
    }
    return types
  }

  /// The session records that can be read, by number; those of destroyed sessions too.
  package var sessionRecords: [SessionRecord] {
    sessions.compactMap { SessionRecord(readable: $0.bytes, key: $0.key) }
  }
}

extension StoreContents {
  /// What stands in copies of whole tables, in the order `info`, `sessions`, `values`, `set-aside`.
  package init(_ copied: CopiedRanges) {
    self.init()
    let rows = copied.rows.map { rows in
      (0..<rows.count).map { Row(key: rows.key($0), bytes: rows.value($0)) }
    }
    if let commit = rows[0].first(where: { $0.key == InfoKey.commit }),
      let record = CommitRecord(commit.bytes)
    {
      sequence = record.transaction &+ record.epoch
    }
    info = rows[0].filter { !InfoKey.isOfThisFile($0.key) }.map {
      Row(key: $0.key, bytes: StoreFeature.ofContent($0.key, $0.bytes))
    }
    (sessions, values, setAside) = (rows[1], rows[2], rows[3])
  }
}
