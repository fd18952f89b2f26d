import LMDB
import StoreFormat

extension CommitWriter {
  /// Sets all values of a session aside, for people to look at: no later read takes them back.
  mutating func giveUp(
    _ handle: SceneHandle, _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    guard let number = try knownNumber(of: handle, txn),
      let prefix = StoredKey.prefix(session: number, path: .root)
    else { return }
    var found: [(key: [UInt8], bytes: [UInt8])] = []
    try txn.forEach(in: open.values, prefix: prefix) { key, bytes throws(LMDBError) in
      found.append((key, bytes))
      return true
    }
    for (key, bytes) in found {
      try removeNotes(of: key, &txn)
      let record = SetAsideRecord(
        valueKey: key, sequence: sequence, reason: .givenUp, kind: .givenUp,
        reasonText: "the scene could not be restored", envelope: bytes)
      try putAside(record, &txn)
    }
    try logRemoval(below: prefix, handle.id, isSetAside: true, txn)
    _ = try txn.deleteAll(in: open.values, prefix: prefix)
    noteRemoval(of: prefix, isPrefix: true)
    outcome.reread.append(handle)
  }
}
