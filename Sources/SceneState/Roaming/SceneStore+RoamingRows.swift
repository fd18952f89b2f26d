import LMDB
package import StoreFormat
import Synchronization

extension SceneStore {
  /// Writes down, in one durable commit, what is known of sessions that roam; nil forgets it.
  ///
  /// - Parameters:
  ///   - rows: By the session's number.
  ///   - names: Names of more keys whose values stay on this machine.
  /// - Throws: `store-not-usable`.
  package func setRoaming(
    _ rows: [UInt32: RoamingRow?], alsoStaying names: Set<String> = []
  ) throws(SceneProblem) {
    let changes = rows.sorted { $0.key < $1.key }
    try core.transactAlone { writer, txn throws(LMDBError) in
      for (number, row) in changes {
        if let row {
          try txn.put(InfoKey.roaming(number), row.bytes, in: writer.open.info)
        } else {
          _ = try txn.delete(InfoKey.roaming(number), in: writer.open.info)
        }
      }
      guard !names.isEmpty else { return }
      let known = try txn.get(InfoKey.deviceKeys, in: writer.open.info)
      let all = Self.stayingKeys(known).union(names).sorted()
      let text = all.joined(separator: "\n")
      try txn.put(InfoKey.deviceKeys, Array(text.utf8), in: writer.open.info)
    }
    try makeDurable()
  }

  /// Hears from now on that something was committed, inside the commit: no more than a word; and
  /// that a flush has ended.
  package func onCommit(_ listener: (@Sendable (_ isFlush: Bool) -> Void)?) {
    core.commitListener.withLock { $0 = listener.map { Callback($0) } }
  }

  /// What is committed survives a loss of power from now on; nobody who commits waits for it.
  /// - Throws: `store-not-usable`.
  package func keepCommitted() throws(SceneProblem) {
    let open = try core.connection.open()
    do throws(LMDBError) { try open.environment.sync() } catch { throw SceneProblem(error) }
  }

  /// What is known of a session that roams; nil if the session does not, or cannot be read.
  package func roaming(_ id: SceneID) -> RoamingRow? {
    guard let open = core.connection.current else { return nil }
    // A store that cannot be read tells so at the next commit; here nothing is known.
    let row = try? open.environment.read { txn throws(LMDBError) -> RoamingRow? in
      let id = SceneID(rawValue: id.rawValue.normalFormC)
      guard let number = try txn.sessionNumber(of: id, open) else { return nil }
      return try txn.get(InfoKey.roaming(number), in: open.info).flatMap { RoamingRow($0) }
    }
    return row.flatMap(\.self)
  }

  /// The numbers of the sessions that another machine has; none in a store that does not roam.
  package var roamingElsewhere: Set<UInt32> {
    guard let open = core.connection.current else { return [] }
    // As above.
    let rows = try? open.environment.read { txn throws(LMDBError) in
      try Self.roaming(open, txn)
    }
    return Set((rows ?? [:]).filter(\.value.isElsewhere).keys)
  }

  /// Learns which store this is, and sees to it that the mark of this opening is the last one; both are
  /// durable before they are used.
  ///
  /// - Parameter make: A new number, for a store that has none and for a copy of another one's file.
  /// - Throws: `store-not-usable` for a store that got no number; one that is full and has one does.
  package func beginCarrying(orNew make: @Sendable () -> UInt128) throws(SceneProblem) {
    let open = try core.connection.open()
    let stored: [UInt8]?
    do throws(LMDBError) {
      stored = try open.environment.get(InfoKey.storeID, in: open.info)
    } catch { throw SceneProblem(error) }
    let file = open.environment.fileNumber
    let identity = stored.flatMap { StoreIdentity($0) }
    let isKnown = identity?.file == file
    if isKnown, let last = identity?.marks.last?.name, last != 0, last == open.mark.name { return }
    do throws(SceneProblem) {
      try core.transactAlone { writer, txn throws(LMDBError) in
        // Not before: a commit without the row would count for the one that has it.
        writer.open.mark.carry()
        guard !isKnown else { return }
        let row = StoreIdentity(number: make(), file: file).bytes
        try txn.put(InfoKey.storeID, row, in: writer.open.info)
      }
    } catch {
      // What is there is carried all the same; its last commit is that of before.
      if isKnown { return }
      throw error
    }
    try makeDurable()
  }
}
