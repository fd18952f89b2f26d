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
