import LMDB
import SceneState
import StoreFormat

/// A store folder written below the store's own classes, so that odd contents can be made.
struct SampleStore {
  let folder: TemporaryFolder
  var path: String { folder.file("demo.store") }

  /// One value to put in.
  struct Value {
    var session: UInt32 = 1
    var path: [ScopePath.Component] = []
    var key: String
    var type = "string"
    var tag: UInt8 = 5
    var payload: [UInt8]
    var transaction: UInt64 = 1

    static func text(
      _ text: String, _ key: String, session: UInt32 = 1, tab: String? = nil,
      transaction: UInt64 = 1
    ) -> Value {
      Value(
        session: session, path: tab.map { [.tab($0)] } ?? [], key: key,
        payload: Array(text.utf8), transaction: transaction)
    }

    static func list(
      _ json: String, _ key: String, session: UInt32 = 1, tab: String, transaction: UInt64
    ) -> Value {
      Value(
        session: session, path: [.tab(tab)], key: key, type: "[string]", tag: 10,
        payload: Array(json.utf8), transaction: transaction)
    }
  }

  /// The store of the help pages: two windows, two tabs.
  static func demo() throws -> SampleStore {
    try SampleStore(
      sessions: [(1, "A", ""), (2, "B", "")],
      values: [
        .text("raven", "selectedTab", transaction: 12),
        .text("Tala is brave", "draft", tab: "hawk", transaction: 4),
        .list(#"["character/tala"]"#, "path", tab: "raven", transaction: 11),
        .text("hawk", "selectedTab", session: 2, transaction: 14),
      ])
  }

  init(sessions: [(UInt32, String, String)], values: [Value], format: UInt32 = 1) throws {
    folder = try TemporaryFolder()
    let environment = try Environment.open(
      folder.file("demo.store"),
      options: .init(
        mapSizeBytes: 16 << 20, allowsAnyFileSystem: true,
        databases: ["info", "sessions", "values", "set-aside"]))
    defer { environment.close() }
    guard let info = environment.database("info"),
      let sessionTable = environment.database("sessions"),
      let valueTable = environment.database("values")
    else { return }
    try environment.write { (transaction) throws(LMDBError) in
      try transaction.put(InfoKey.format, InfoKey.bytes(format), in: info)
      for (number, id, alias) in sessions {
        let record = SessionRecord(number: number, sequence: 1, id: id, alias: alias)
        try transaction.put(record.key, record.bytes(), in: sessionTable)
        try transaction.put(
          Array("session/\(id)".utf8), InfoKey.bytes(number), in: info)
      }
      let next = (sessions.map(\.0).max() ?? 0) + 1
      try transaction.put(Array("next-session".utf8), InfoKey.bytes(next), in: info)
      for value in values {
        let address = ValueAddress(
          session: value.session, path: ScopePath(value.path), key: value.key)
        let number = TypeName.number(of: value.type)
        try transaction.put(InfoKey.type(number), Array(value.type.utf8), in: info)
        let envelope = Envelope(
          tag: value.tag, sequence: value.transaction, typeNumber: number,
          names: StoredKey.names(of: address), payload: value.payload)
        guard let key = StoredKey.bytes(of: address) else { continue }
        try transaction.put(key, envelope.bytes(forKey: key), in: valueTable)
      }
      // What the samples say of their transactions was long ago.
      let commit = CommitRecord(
        transaction: transaction.id, epoch: 1_000,
        entryCount: UInt64(try transaction.count(of: valueTable)))
      try transaction.put(InfoKey.commit, commit.bytes, in: info)
    }
  }
}

extension SampleStore {
  /// Puts other rows into the tables, or none for nil, in a commit as the library makes them.
  func put(_ rows: [(table: String, key: [UInt8], bytes: [UInt8]?)]) throws {
    let environment = try Environment.open(
      path,
      options: .init(
        mapSizeBytes: 16 << 20, allowsAnyFileSystem: true,
        databases: ["info", "sessions", "values", "set-aside"]))
    defer { environment.close() }
    guard let info = environment.database("info"), let values = environment.database("values")
    else { return }
    try environment.write { txn throws(LMDBError) in
      for row in rows {
        guard let table = environment.database(row.table) else { continue }
        if let bytes = row.bytes {
          try txn.put(row.key, bytes, in: table)
        } else {
          _ = try txn.delete(row.key, in: table)
        }
      }
      let commit = CommitRecord(
        transaction: txn.id, epoch: 1_000, entryCount: UInt64(try txn.count(of: values)))
      try txn.put(InfoKey.commit, commit.bytes, in: info)
    }
  }

  /// Damages the bytes of one value.
  func damage(_ key: String, session: UInt32 = 1, tab: String? = nil) throws {
    let path = ScopePath(tab.map { [.tab($0)] } ?? [])
    let address = ValueAddress(session: session, path: path, key: key)
    guard let key = StoredKey.bytes(of: address) else { return }
    try put([("values", key, [1, 2, 3])])
  }
}
