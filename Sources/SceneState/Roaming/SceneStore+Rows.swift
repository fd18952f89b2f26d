package import LMDB
package import StoreFormat
import Synchronization

/// The rows of one scene as one commit left them.
package struct SceneRows: Sendable {
  package let session: StoredSession
  package let values: CopiedRows
  package let setAside: CopiedRows
  /// The names of keys that stay on this machine.
  package var staying: Set<String>
}

package struct RowsOfScenes: Sendable {
  /// The commit that was seen, as values carry its number.
  package let sequence: UInt64
  /// Which store it is; nil for one that never carried.
  package let identity: StoreIdentity?
  /// All sessions there are, by their numbers, whether or not their rows were asked for.
  package let sessions: [UInt32: SceneID]
  /// What is known of sessions that roam, also of those that were discarded.
  package var roaming: [UInt32: RoamingRow]
  /// The names of keys that stay on this machine, and those of which the file does not know yet.
  package let staying: Set<String>
  package let newlyStaying: Set<String>
  package let types: [UInt32: String]
  package let scenes: [SceneRows]
}

extension SceneStore {
  /// LMDB's number of the last commit of any process; nil while the store cannot be used.
  package var lastTransaction: UInt64? { core.connection.current?.environment.lastTransactionID }

  /// The identifier of the app that the store was opened for.
  package var appID: String { core.options.appID }

  /// The identifier of the app that the store was made for; nil if it was for none, or cannot be read.
  package var appOfFile: String? {
    guard let open = core.connection.current else { return nil }
    // A store that cannot be read tells so at the next commit; here nothing is known.
    let row = try? open.environment.get(InfoKey.app, in: open.info)
    return row.flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
  }

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
    changedAfter seen: UInt64?, and others: Set<UInt32>
  ) throws(SceneProblem) -> RowsOfScenes {
    let open = try core.connection.open()
    do throws(LMDBError) {
      return try open.environment.read { txn throws(LMDBError) in
        try rows(open, txn, changedAfter: seen, and: others)
      }
    } catch { throw SceneProblem(error) }
  }

  private func rows(
    _ open: Connection.Open, _ txn: borrowing ReadTransaction, changedAfter seen: UInt64?,
    and others: Set<UInt32>
  ) throws(LMDBError) -> RowsOfScenes {
    let sequence = txn.id &+ open.epoch
    let recent = try txn.get(InfoKey.recentSessions, in: open.info).flatMap { RecentSessions($0) }
    let places = seen.map { recent?.changed(after: $0, upTo: sequence) ?? .max } ?? .max
    var records: [SessionRecord] = []
    var roaming = try Self.roaming(open, txn)
    let staying = Self.stayingKeys(try txn.get(InfoKey.deviceKeys, in: open.info))
    let declared = core.deviceKeys.withLock { $0 }
    try txn.forEach(in: open.sessions, prefix: []) { key, bytes throws(LMDBError) in
      let record = SessionRecord(readable: bytes, key: key)
      if let record, record.kind == .live { records.append(record) }
      // A damaged record is the business of `check`: whether it is gone nobody knows.
      if record == nil, let number = InfoKey.number(key, UInt32.self) { roaming[number] = nil }
      return true
    }
    var scenes: [SceneRows] = []
    for record in records {
      let id = SceneID(rawValue: record.id)
      let isChanged = places & RecentSessions.place(of: record.number) != 0
      guard isChanged || others.contains(record.number) else { continue }
      scenes.append(
        SceneRows(
          session: StoredSession(
            number: record.number, id: id, alias: record.alias, record: record.record),
          values: try txn.copyRows(of: open.values, prefix: record.key),
          setAside: try txn.copyRows(of: open.setAside, prefix: record.key),
          staying: staying.union(declared)))
    }
    var types: [UInt32: String] = [:]
    try txn.forEach(in: open.info, prefix: InfoKey.typePrefix) { key, bytes throws(LMDBError) in
      if let number = InfoKey.typeNumber(of: key) {
        types[number] = String(decoding: bytes, as: UTF8.self)
      }
      return true
    }
    return RowsOfScenes(
      sequence: sequence,
      identity: try txn.get(InfoKey.storeID, in: open.info).flatMap { StoreIdentity($0) },
      sessions: Dictionary(
        records.map { ($0.number, SceneID(rawValue: $0.id)) }, uniquingKeysWith: { $1 }),
      roaming: roaming, staying: staying.union(declared),
      newlyStaying: declared.subtracting(staying), types: types, scenes: scenes)
  }

  /// The names that the row of the file's keys for one machine has.
  static func stayingKeys(_ row: [UInt8]?) -> Set<String> {
    Set(String(decoding: row ?? [], as: UTF8.self).split(separator: "\n").map(String.init))
  }

  static func roaming(
    _ open: Connection.Open, _ txn: borrowing ReadTransaction
  ) throws(LMDBError) -> [UInt32: RoamingRow] {
    var rows: [UInt32: RoamingRow] = [:]
    try txn.forEach(in: open.info, prefix: InfoKey.roamingPrefix) { key, bytes in
      let digits = Array(key.dropFirst(InfoKey.roamingPrefix.count))
      if let number = InfoKey.number(digits, UInt32.self) { rows[number] = RoamingRow(bytes) }
      return true
    }
    return rows
  }
}
