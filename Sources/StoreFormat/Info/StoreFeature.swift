package import LMDB

/// Features that a store's file may use, as bits of the rows `compat`, `ro-compat` and `incompat`.
package enum StoreFeature {
  /// The bit of `incompat` that says that long values are cut in two, see `CutValue`.
  ///
  /// A version that does not know it would find them damaged.
  package static let cutValues: UInt64 = 1

  /// The bit of `compat` that says that the file tells more of itself than older versions know:
  /// the rows ``InfoKey/digest``, ``InfoKey/storeID`` and those of ``InfoKey/reportPrefix``.
  ///
  /// Such a version writes without them, so what they say counts only of the commit they name.
  package static let ownRows: UInt64 = 1

  /// What a row of `info` says of the content, as backups and dumps have it: there values are
  /// whole, and nothing is said of a file.
  package static func ofContent(_ key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
    guard let bits = InfoKey.number(bytes, UInt64.self) else { return bytes }
    switch key {
    case InfoKey.incompatibleFeatures: return InfoKey.bytes(bits & ~cutValues)
    case InfoKey.compatibleFeatures: return InfoKey.bytes(bits & ~ownRows)
    default: return bytes
    }
  }

  package static func noteCuts(info: Database, _ txn: inout WriteTransaction) throws(LMDBError) {
    try note(cutValues, in: InfoKey.incompatibleFeatures, info: info, &txn)
  }

  /// Notes that the store tells more of itself.
  package static func noteOwnRows(info: Database, _ txn: inout WriteTransaction) throws(LMDBError) {
    try note(ownRows, in: InfoKey.compatibleFeatures, info: info, &txn)
  }

  private static func note(
    _ bit: UInt64, in key: [UInt8], info: Database, _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    let bits = try txn.get(key, in: info).flatMap { InfoKey.number($0, UInt64.self) } ?? 0
    guard bits & bit == 0 else { return }
    try txn.put(key, InfoKey.bytes(bits | bit), in: info)
  }
}
