import LMDB
package import StoreFormat
extension StoreEditor {
  /// Puts other rows in the place of all that stand in the store, in one transaction.
  ///
  /// Only what differs is written.
  ///
  /// - Parameters:
  ///   - isAnother: Whether it is another store from then on, for those to whom it told its number.
  ///   - body: Gets what is there, the sessions that running processes have open, and the
  ///     number of this commit; its contents are written unless they are nil.
  /// - Returns: What the body says became of it.
  /// - Throws: `store-not-usable`; nothing was changed.
  package func replaceContents<Outcome>(
    asAnother isAnother: Bool,
    _ body: (_ current: StoreContents, _ uses: [SessionUse], _ sequence: UInt64) -> (
      new: StoreContents?, outcome: Outcome
    )
  ) throws(SceneProblem) -> Outcome {
    try write { writer, txn throws(LMDBError) in
      let current = try StoreContents(writer.open, txn)
      let (new, outcome) = body(current, try writer.uses(txn), writer.sequence)
      guard let new else { return outcome }
      try writer.replace(current, with: new, &txn)
      if isAnother { _ = try txn.delete(InfoKey.storeID, in: writer.open.info) }
      try StoreFeature.noteOwnRows(info: writer.open.info, &txn)
      return outcome
    }
  }
}

/// A session that a running process has open.
package struct SessionUse: Hashable, Sendable {
  package let id: SceneID
  package let process: Int32
  /// What the system calls the process.
  package let name: String?
}

extension CommitWriter {
  /// The sessions that processes have open that run.
  func uses(_ txn: borrowing WriteTransaction) throws(LMDBError) -> [SessionUse] {
    var uses: [SessionUse] = []
    try txn.forEach(in: open.info, prefix: InfoKey.ownerPrefix) { key, bytes in
      let owner = String(decoding: bytes, as: UTF8.self)
      if ProcessIdentity.isRunning(owner),
        let number = owner.split(separator: " ").first.flatMap({ Int32($0) })
      {
        uses.append(
          SessionUse(
            id: InfoKey.ownedScene(of: key), process: number,
            name: ProcessIdentity.name(of: number)))
      }
      return true
    }
    return uses
  }

  /// Puts and removes what differs, and nothing else.
  fileprivate func replace(
    _ old: StoreContents, with new: StoreContents, _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    try replace(old.info, with: new.info, in: open.info, &txn)
    try replace(old.sessions, with: new.sessions, in: open.sessions, &txn)
    try replace(old.values, with: new.values, in: open.values, &txn)
    try replace(old.setAside, with: new.setAside, in: open.setAside, &txn)
  }

  private func replace(
    _ old: [StoreContents.Row], with new: [StoreContents.Row], in database: Database,
    _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    var rest = Dictionary(old.map { ($0.key, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    for row in new where rest.removeValue(forKey: row.key) != row.bytes {
      try txn.put(row.key, row.bytes, in: database)
    }
    for key in rest.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      _ = try txn.delete(key, in: database)
    }
  }
}

extension StoreContents {
  /// What stands in the databases, inside the transaction that changes them.
  init(_ open: Connection.Open, _ txn: borrowing WriteTransaction) throws(LMDBError) {
    self.init()
    info = try txn.rows(of: open.info).compactMap { row in
      InfoKey.isOfThisFile(row.key)
        ? nil : Row(key: row.key, bytes: StoreFeature.ofContent(row.key, row.bytes))
    }
    sessions = try txn.rows(of: open.sessions)
    values = try txn.rows(of: open.values)
    setAside = try txn.rows(of: open.setAside)
  }
}

extension WriteTransaction {
  fileprivate func rows(of database: Database) throws(LMDBError) -> [StoreContents.Row] {
    var rows: [StoreContents.Row] = []
    try forEach(in: database, prefix: []) { key, bytes in
      rows.append(StoreContents.Row(key: key, bytes: bytes))
      return true
    }
    return rows
  }
}
