package import SceneState

/// Paths of nodes as people read them: `root/list`, with the window in front `A/root/list`.
package enum TreeAddress {
  /// The path with `%` and `/` escaped in its parts.
  package static func text(_ path: [String]) -> String {
    path.map(Address.escaped).joined(separator: "/")
  }

  /// The path with the window in front, and a key of the node behind.
  package static func text(_ scene: SceneID?, path: [String], key: String? = nil) -> String {
    var parts = scene.map { [$0.rawValue] } ?? []
    parts += path
    if let key { parts.append(key) }
    return text(parts)
  }
}
