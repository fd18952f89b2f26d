import LMDB
import StoreFormat

extension CommitWriter {
  /// Remembers that a value was removed, or everything below a prefix.
  mutating func noteRemoval(of place: [UInt8], isPrefix: Bool = false) {
    guard removals.count < RemovalRecord.limit else { return }
    removals.append(
      RemovalRecord(
        sequence: sequence, number: UInt16(removals.count), place: place, isPrefix: isPrefix))
  }

  /// Writes the removals of this commit down, and forgets the oldest ones.
  mutating func writeRemovals(_ txn: inout WriteTransaction) throws(LMDBError) {
    guard !removals.isEmpty else { return }
    var known: [[UInt8]] = []
    try txn.forEach(in: open.info, prefix: RemovalRecord.keyPrefix) { key, _ throws(LMDBError) in
      known.append(key)
      return true
    }
    for key in known.prefix(max(0, known.count + removals.count - RemovalRecord.limit)) {
      _ = try txn.delete(key, in: open.info)
    }
    for removal in removals { try txn.put(removal.key, removal.bytes, in: open.info) }
    removals = []
  }
}
