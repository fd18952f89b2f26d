package import LMDB
import StoreFormat

/// The rows of one scene as one commit left them.
package struct SceneRows: Sendable {
  package let session: StoredSession
  package let values: CopiedRows
  package let setAside: CopiedRows
}

/// Rows of several scenes at one moment.
package struct RowsOfScenes: Sendable {
  /// The commit that was seen, as values carry its number.
  package let sequence: UInt64
  /// All sessions there are, whether or not their rows were asked for.
  package let sessions: Set<SceneID>
  package let types: [UInt32: String]
  package let scenes: [SceneRows]
}

extension SceneStore {
  /// LMDB's number of the last commit of any process; nil while the store cannot be used.
  package var lastTransaction: UInt64? { core.connection.current?.environment.lastTransactionID }

  /// The identifier of the app that the store was opened for.
  package var appID: String { core.options.appID }

  /// Copies what is committed of the scenes that changed: whole commits, and so whole ticks.
  ///
  /// One read transaction; nobody who writes waits for it.
  ///
  /// - Parameters:
  ///   - seen: The sequence up to which the caller knows everything; nil for all scenes.
  ///   - others: Scenes that are wanted in any case.
  /// - Returns: The rows, and what is known of the whole store at that moment.
  /// - Throws: `store-not-usable`.
  package func rows(
    changedAfter seen: UInt64?, and others: Set<SceneID>
  ) throws(SceneProblem) -> RowsOfScenes {
    let open = try core.connection.open()
    do throws(LMDBError) {
      return try open.environment.read { txn throws(LMDBError) in
        try Self.rows(open, txn, changedAfter: seen, and: others)
      }
    } catch { throw SceneProblem(error) }
  }

  private static func rows(
    _ open: Connection.Open, _ txn: borrowing ReadTransaction, changedAfter seen: UInt64?,
    and others: Set<SceneID>
  ) throws(LMDBError) -> RowsOfScenes {
    let sequence = txn.id &+ open.epoch
    let recent = try txn.get(InfoKey.recentSessions, in: open.info).flatMap { RecentSessions($0) }
    let places = seen.map { recent?.changed(after: $0, upTo: sequence) ?? .max } ?? .max
    var records: [SessionRecord] = []
    try txn.forEach(in: open.sessions, prefix: []) { key, bytes throws(LMDBError) in
      // A damaged record is the business of `check`.
      if let record = SessionRecord(readable: bytes, key: key), record.kind == .live {
        records.append(record)
      }
      return true
    }
    var scenes: [SceneRows] = []
    for record in records {
      let id = SceneID(rawValue: record.id)
      let isChanged = places & RecentSessions.place(of: record.number) != 0
      guard isChanged || others.contains(id) else { continue }
      scenes.append(
        SceneRows(
          session: StoredSession(
            number: record.number, id: id, alias: record.alias, record: record.record),
          values: try txn.copyRows(of: open.values, prefix: record.key),
          setAside: try txn.copyRows(of: open.setAside, prefix: record.key)))
    }
    var types: [UInt32: String] = [:]
    try txn.forEach(in: open.info, prefix: InfoKey.typePrefix) { key, bytes throws(LMDBError) in
      if let number = InfoKey.typeNumber(of: key) {
        types[number] = String(decoding: bytes, as: UTF8.self)
      }
      return true
    }
    return RowsOfScenes(
      sequence: sequence, sessions: Set(records.map { SceneID(rawValue: $0.id) }), types: types,
      scenes: scenes)
  }
}
