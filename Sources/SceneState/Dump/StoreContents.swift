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
    sessions.compactMap { try? SessionRecord.decode($0.bytes, key: $0.key) }
  }
}

extension StoreInspector {
  /// Takes everything out of a store in one short read transaction.
  package static func contents(_ directory: String) throws(Failure) -> StoreContents {
    let environment = try open(directory)
    defer { environment.close() }
    guard let format = try format(of: environment) else { throw .notAStore }
    guard format <= UInt32(Envelope.format) else { throw .newerFormat(Int(format)) }
    do throws(LMDBError) {
      return try environment.read { txn throws(LMDBError) in
        try StoreContents(of: environment, txn)
      }
    } catch {
      throw .unusable(error.description)
    }
  }
}

extension StoreContents {
  /// What stands in the databases of an open store.
  init(of environment: Environment, _ txn: borrowing ReadTransaction) throws(LMDBError) {
    self.init()
    var commit: [UInt8] = []
    try Self.visit("info", environment, txn) { key, bytes in
      if key == InfoKey.commit {
        commit = bytes
      } else if !key.starts(with: InfoKey.ownerPrefix) {
        info.append(Row(key: key, bytes: bytes))
      }
    }
    try Self.visit("sessions", environment, txn) { sessions.append(Row(key: $0, bytes: $1)) }
    try Self.visit("values", environment, txn) { values.append(Row(key: $0, bytes: $1)) }
    try Self.visit("set-aside", environment, txn) { setAside.append(Row(key: $0, bytes: $1)) }
    if let record = CommitRecord(commit) { sequence = record.transaction &+ record.epoch }
  }

  private static func visit(
    _ name: String, _ environment: Environment, _ txn: borrowing ReadTransaction,
    _ body: (_ key: [UInt8], _ bytes: [UInt8]) -> Void
  ) throws(LMDBError) {
    guard let database = environment.database(name) else {
      throw .damaged(reason: "the database '\(name)' is missing")
    }
    try txn.forEach(in: database, prefix: []) { key, bytes throws(LMDBError) in
      body(key, bytes)
      return true
    }
  }
}
