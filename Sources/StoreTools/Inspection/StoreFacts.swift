import LMDB
package import StoreFormat

/// What a store says of itself in its header.
package struct StoreFacts: Sendable, Hashable {
  package var format: Int?
  package var app: String?
  package var appVersion: Int?
  /// The number that the store was given, if it roams.
  package var number: String?
  package var incompatibleFeatures: UInt64 = 0
  package var readOnlyFeatures: UInt64 = 0
  package var commit: CommitRecord?
  package var typeCount = 0

  /// Takes the rows of `info`, in one piece or in several.
  init(_ info: CopiedRows...) {
    for rows in info { add(rows) }
  }

  private mutating func add(_ info: CopiedRows) {
    for index in 0..<info.count {
      let value = info.value(index)
      switch info.key(index) {
      case InfoKey.format: format = InfoKey.number(value, UInt32.self).map { Int($0) }
      case InfoKey.app: app = String(decoding: value, as: UTF8.self)
      case InfoKey.storeID:
        number = StoreIdentity(value).map { String($0.number, radix: 16) }
      case InfoKey.appVersion: appVersion = InfoKey.number(value, UInt32.self).map { Int($0) }
      case InfoKey.incompatibleFeatures:
        incompatibleFeatures = InfoKey.number(value, UInt64.self) ?? 0
      case InfoKey.readOnlyFeatures: readOnlyFeatures = InfoKey.number(value, UInt64.self) ?? 0
      case InfoKey.commit: commit = CommitRecord(value)
      case let key where InfoKey.typeNumber(of: key) != nil: typeCount += 1
      default: break
      }
    }
  }

  /// The rows that tell of a newer version.
  static let versionRanges = [
    InfoKey.format, InfoKey.incompatibleFeatures, InfoKey.readOnlyFeatures,
  ].map { RowRange(.info, prefix: $0, byteLimit: 1) }

  /// Whether what stands in the store may mean something else than this version knows.
  var isForeign: Bool {
    (format ?? 0) > Int(StoreVersion.format)
      || incompatibleFeatures & ~StoreVersion.knownIncompatible != 0
  }

  /// What of the store this version does not know, one sentence each.
  package var notUnderstood: [String] {
    var sentences: [String] = []
    if let format, format > Int(StoreVersion.format) {
      sentences.append("format \(format) is newer than this version's \(StoreVersion.format)")
    }
    let incompatible = incompatibleFeatures & ~StoreVersion.knownIncompatible
    if incompatible != 0 { sentences.append("features \(incompatible) are not known here") }
    let readOnly = readOnlyFeatures & ~StoreVersion.knownReadOnly
    if readOnly != 0 { sentences.append("features \(readOnly) are not known here: read only") }
    return sentences
  }
}
