import LMDB

/// Features that a store's file may use, as bits of the rows `compat`, `ro-compat` and `incompat`.
package enum StoreFeature {
  /// The bit of `incompat` that says that long values are cut in two, see `CutValue`.
  ///
  /// A version that does not know it would find them damaged.
  package static let cutValues: UInt64 = 1

  /// What a row of `info` says of the content, as backups and dumps have it: there values are whole.
  static func ofContent(_ key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
    guard key == InfoKey.incompatibleFeatures, let bits = InfoKey.number(bytes, UInt64.self) else {
      return bytes
    }
    return InfoKey.bytes(bits & ~cutValues)
  }

  /// Notes that values of the store are cut.
  static func noteCuts(info: Database, _ txn: inout WriteTransaction) throws(LMDBError) {
    let key = InfoKey.incompatibleFeatures
    let bits = try txn.get(key, in: info).flatMap { InfoKey.number($0, UInt64.self) } ?? 0
    guard bits & cutValues == 0 else { return }
    try txn.put(key, InfoKey.bytes(bits | cutValues), in: info)
  }
}
