import SceneState

extension SceneProblem {
  /// Two nodes of one window have the same path; the later one is left out with its subtree.
  static func duplicatePath(
    _ scene: SceneID?, path: [String], _ detail: String = ""
  ) -> SceneProblem {
    tree("duplicate-path", TreeAddress.text(scene, path: path), detail)
  }

  /// A node kept two values under one key; the later one counts.
  static func duplicateKey(_ address: String) -> SceneProblem {
    tree("duplicate-key", address, "encoded twice, the later value counts")
  }

  /// A node was kept by a class that the app does not know any more.
  static func unknownRestorationClass(
    _ name: String, _ scene: SceneID?, path: [String]
  ) -> SceneProblem {
    tree(
      "screen-not-restored", TreeAddress.text(scene, path: path),
      "the app has no restoration class '\(name)'")
  }

  /// Nodes nest deeper than the limit; those below it are left out.
  static func treeTooDeep(_ scene: SceneID?, path: [String], limit: Int) -> SceneProblem {
    tree("scope-too-deep", TreeAddress.text(scene, path: path), "the limit is \(limit) levels")
  }

  /// A window has more nodes than the limit; the rest is left out.
  static func treeTooLarge(_ scene: SceneID?, limit: Int) -> SceneProblem {
    tree("scene-too-large", TreeAddress.text(scene, path: []), "the limit is \(limit) nodes")
  }

  /// What the nodes of a window encoded is too much; the older archive stays.
  static func archiveTooLarge(_ scene: SceneID, bytes: Int) -> SceneProblem {
    tree(
      "scene-too-large", TreeAddress.text(scene, path: []),
      "\(bytes) bytes of tree, the limit is \(RestorationArchive.limitBytes)")
  }

  /// A position was saved, but the list has no rows yet.
  static func listWasEmpty(_ address: String) -> SceneProblem {
    tree("list-was-empty", address, "load the rows before the list is restored")
  }

  /// A list has no such row.
  static func noSuchRow(_ row: Int, rowCount: Int) -> SceneProblem {
    tree("no-such-row", "", "row \(row) of \(rowCount)")
  }

  private static func tree(_ code: String, _ address: String, _ detail: String) -> SceneProblem {
    SceneProblem(Code(rawValue: code), address: address, detail: detail)
  }
}

/// Paths of nodes as people read them: `root/list`, with the window in front `A/root/list`.
package enum TreeAddress {
  /// The path with `%` and `/` escaped in its parts.
  package static func text(_ path: [String]) -> String {
    path.map(Address.escaped).joined(separator: "/")
  }

  static func text(_ scene: SceneID?, path: [String], key: String? = nil) -> String {
    var parts = scene.map { [$0.rawValue] } ?? []
    parts += path
    if let key { parts.append(key) }
    return text(parts)
  }
}
