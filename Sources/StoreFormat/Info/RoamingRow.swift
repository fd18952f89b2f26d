/// What a store knows of a session that roams; it stays when the session goes, until the cluster
/// knows that too.
///
/// It stands beside the session, and not among its values: neither copies nor moves take it along.
package struct RoamingRow: Hashable, Sendable {
  /// The scene's name in the cluster.
  package var id: String
  /// Whether another machine has the scene, and this store no more than a copy.
  package var isElsewhere: Bool
  /// What the session held when it arrived or became a copy; nil for one that did neither.
  package var digest: UInt128?

  package init(id: String, isElsewhere: Bool = false, digest: UInt128? = nil) {
    (self.id, self.isElsewhere, self.digest) = (id, isElsewhere, digest)
  }

  /// Three words, for people who look into the file.
  package var bytes: [UInt8] {
    let digits = digest.map { String($0, radix: 16) } ?? "-"
    return Array("\(id) \(isElsewhere ? Self.elsewhere : Self.here) \(digits)".utf8)
  }

  /// Nil for bytes that are none; the session gets a new name then, and nothing is lost.
  package init?(_ bytes: [UInt8]) {
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard words.count == 3, [Self.here, Self.elsewhere].contains(String(words[1])) else {
      return nil
    }
    self.init(id: String(words[0]), isElsewhere: words[1] == Self.elsewhere)
    guard words[2] != "-" else { return }
    guard let digest = UInt128(words[2], radix: 16) else { return nil }
    self.digest = digest
  }

  private static let here = "here"
  private static let elsewhere = "elsewhere"
}
