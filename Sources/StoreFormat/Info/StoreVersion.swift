package import LMDB

/// Which versions of the format are known here, and what rows say of others.
package enum StoreVersion {
  package static let format: UInt32 = 1
  /// Bits of features that this version knows.
  package static let knownIncompatible: UInt64 = StoreFeature.cutValues
  package static let knownReadOnly: UInt64 = 0
  package static let newerPrefix = "written by a newer version"

  /// What tells a newer version, as far as it is there.
  private static let versionKeys = [
    InfoKey.format, InfoKey.incompatibleFeatures, InfoKey.readOnlyFeatures,
  ]

  /// Refuses what a newer version wrote; that is no damage, and nothing of it is changed.
  ///
  /// - Returns: Why the store may be read but not written; nil if it may be.
  @discardableResult
  package static func requireKnown(
    _ row: ([UInt8]) throws(LMDBError) -> [UInt8]?
  ) throws(LMDBError) -> String? {
    for key in versionKeys {
      guard let bytes = try row(key), let newer = newerFormat(key, bytes) else { continue }
      guard key == InfoKey.readOnlyFeatures else {
        throw .foreign(reason: "\(newerPrefix): \(newer)")
      }
      return newer
    }
    return nil
  }

  /// What a row was before damage made it tell a newer version: what this version writes there, if
  /// then the rows come to what the last commit wrote down.
  ///
  /// - Parameters:
  ///   - key: The key of the row.
  ///   - bytes: What stands there.
  ///   - found: What the rows come to with them, see ``RowSums/others``.
  ///   - wanted: What they came to at the last commit.
  /// - Returns: The bytes; nil if nothing proves that others stood there.
  package static func undamaged(
    _ key: [UInt8], _ bytes: [UInt8], found: UInt64, wanted: UInt64
  ) -> [UInt8]? {
    guard newerFormat(key, bytes) != nil else { return nil }
    let known =
      switch key {
      case InfoKey.format: [InfoKey.bytes(format)]
      case InfoKey.incompatibleFeatures: [0, knownIncompatible].map { InfoKey.bytes($0) }
      default: [InfoKey.bytes(knownReadOnly)]
      }
    let others = found &- RowSums.number(of: key, bytes, in: StoreTable.info.name)
    return known.first {
      others &+ RowSums.number(of: key, $0, in: StoreTable.info.name) == wanted
    }
  }

  /// Whether what stands beside a row that tells a newer version is not what was written there: then
  /// the row may be damaged, too.
  ///
  /// - Parameters:
  ///   - digest: What the commit wrote down of all rows.
  ///   - transaction: The one of the snapshot; another version may write without the sums.
  ///   - found: What the rows come to, see ``RowSums/others``.
  /// - Returns: True only if something is known to be damaged.
  package static func isDisproved(
    _ digest: [UInt8]?, of transaction: UInt64, found: UInt64
  ) -> Bool {
    // A row of another size is a newer version's.
    guard let digest, digest.count == StoreDigest.size else { return false }
    guard let known = StoreDigest(digest) else { return true }
    return known.transaction == transaction && known.sums.others != found
  }

  /// What a row says of a version that this one does not know; nil if it says nothing of it.
  package static func newerFormat(_ key: [UInt8], _ bytes: [UInt8]) -> String? {
    switch key {
    case InfoKey.format:
      guard let number = InfoKey.number(bytes, UInt32.self), number > format else { return nil }
      return "format \(number), this one knows \(format)"
    case InfoKey.incompatibleFeatures:
      guard let bits = InfoKey.number(bytes, UInt64.self), bits & ~knownIncompatible != 0
      else { return nil }
      return "features \(bits) are not known here"
    case InfoKey.readOnlyFeatures:
      guard let bits = InfoKey.number(bytes, UInt64.self), bits & ~knownReadOnly != 0
      else { return nil }
      return "features \(bits) forbid writing here"
    default: return nil
    }
  }
}
