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
  package var digest: SceneDigest?

  package init(id: String, isElsewhere: Bool = false, digest: SceneDigest? = nil) {
    (self.id, self.isElsewhere, self.digest) = (id, isElsewhere, digest)
  }

  /// Three words or four, for people who look into the file.
  package var bytes: [UInt8] {
    let digits = digest.map { [$0.scene, $0.values].map { String($0, radix: 16) } } ?? ["-"]
    let words = [id, isElsewhere ? Self.elsewhere : Self.here] + digits
    return Array(words.joined(separator: " ").utf8)
  }

  /// Nil for bytes that are none; the session gets a new name then, and nothing is lost.
  package init?(_ bytes: [UInt8]) {
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard 3...4 ~= words.count, [Self.here, Self.elsewhere].contains(String(words[1])) else {
      return nil
    }
    self.init(id: String(words[0]), isElsewhere: words[1] == Self.elsewhere)
    guard words[2] != "-" else { return }
    // Older versions did not tell the values from the rest.
    guard let scene = UInt128(words[2], radix: 16),
      let values = words.count == 3 ? scene : UInt128(words[3], radix: 16)
    else { return nil }
    digest = SceneDigest(scene: scene, values: values)
  }

  private static let here = "here"
  private static let elsewhere = "elsewhere"
}

/// What a scene holds, free of the numbers of one store: equal scenes have equal ones.
package struct SceneDigest: Hashable, Sendable {
  /// All of it that roams.
  package var scene: UInt128
  /// The same without the session's record.
  package var values: UInt128

  package init(scene: UInt128, values: UInt128) { (self.scene, self.values) = (scene, values) }
}
