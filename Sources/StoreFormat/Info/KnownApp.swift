/// Which app's store a file is, as far as a file that may be damaged tells.
///
/// The row has no checksum of its own. Where nothing proves it, a name that differs in a byte or
/// two from another one may be the same, damaged: what could be saved with it is not kept away.
package struct KnownApp {
  private let names: Set<[UInt8]>
  private let isProved: Bool

  /// An app that is known for certain; nil if the store names none.
  package init(_ name: [UInt8]?) {
    names = name.map { $0.isEmpty ? [] : [$0] } ?? []
    isProved = true
  }

  /// What was found in a damaged file.
  package init(found names: Set<[UInt8]>) {
    self.names = names
    isProved = false
  }

  /// Whether a store or a backup that names an app is another app's; unknown is not another.
  package func excludes(_ other: [UInt8]?) -> Bool {
    guard let other, !other.isEmpty, !names.isEmpty else { return false }
    return isProved ? !names.contains(other) : names.allSatisfy { !Self.mayBe($0, other) }
  }

  private static func mayBe(_ name: [UInt8], _ other: [UInt8]) -> Bool {
    name.count == other.count && zip(name, other).count { $0 != $1 } <= 2
  }
}
