import LMDB

extension StoreEditor {
  /// What became of a load.
  package enum LoadOutcome: Sendable {
    case loaded(LoadPlan.Counts)
    /// Sessions that a process has open stand in the way; nothing was changed.
    case inUse([SessionUse])
    /// No app could use what the dump would make, for this reason; nothing was changed.
    case refused(String)
  }

  /// Loads a dump in one transaction.
  ///
  /// - Parameters:
  ///   - dump: What to load.
  ///   - policy: Who wins; in a new store everything is as it was dumped.
  ///   - isNew: Whether the store was made for it.
  /// - Returns: What was done, or who is in the way.
  /// - Throws: `store-not-usable`; nothing was changed.
  package func load(
    _ dump: StoreContents, _ policy: LoadPolicy, isNew: Bool
  ) throws(SceneProblem) -> LoadOutcome {
    try write { writer, txn throws(LMDBError) in
      let current = try StoreContents(writer.open, txn)
      if policy == .replace, !isNew {
        let uses = try writer.uses(txn)
        if !uses.isEmpty { return .inUse(uses) }
      }
      let plan =
        isNew
        ? LoadPlan(new: dump)
        : LoadPlan(dump, into: current, policy, sequence: writer.sequence)
      if let fault = plan.fault { return .refused(fault) }
      try writer.replace(current, with: plan.target, &txn)
      try StoreFeature.noteOwnRows(info: writer.open.info, &txn)
      return .loaded(plan.counts)
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
    try txn.forEach(in: open.info, prefix: []) { key, bytes in
      if !InfoKey.isOfThisFile(key) {
        info.append(Row(key: key, bytes: StoreFeature.ofContent(key, bytes)))
      }
      return true
    }
    try txn.forEach(in: open.sessions, prefix: []) { key, bytes in
      sessions.append(Row(key: key, bytes: bytes))
      return true
    }
    try txn.forEach(in: open.values, prefix: []) { key, bytes in
      values.append(Row(key: key, bytes: bytes))
      return true
    }
    try txn.forEach(in: open.setAside, prefix: []) { key, bytes in
      setAside.append(Row(key: key, bytes: bytes))
      return true
    }
  }
}
