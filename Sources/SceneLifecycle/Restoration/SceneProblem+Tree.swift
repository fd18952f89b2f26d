import SceneState

extension SceneProblem {
  /// Two nodes of one window have the same path; the later one is left out with its subtree.
  static func duplicatePath(
    _ scene: SceneID?, path: [String], _ detail: String = ""
  ) -> SceneProblem {
    SceneProblem(.duplicatePath, address: TreeAddress.text(scene, path: path), detail: detail)
  }

  /// A node kept two values under one key; the later one counts.
  static func duplicateKey(_ address: String) -> SceneProblem {
    SceneProblem(.duplicateKey, address: address)
  }

  /// A node was kept by a class that the app does not know any more.
  static func unknownRestorationClass(
    _ name: String, _ scene: SceneID?, path: [String]
  ) -> SceneProblem {
    SceneProblem(
      .screenNotRestored, address: TreeAddress.text(scene, path: path),
      detail: "the app has no restoration class '\(name)'")
  }

  /// Nodes nest deeper than the limit; those below it are left out.
  static func treeTooDeep(_ scene: SceneID?, path: [String], limit: Int) -> SceneProblem {
    SceneProblem(
      .treeTooDeep, address: TreeAddress.text(scene, path: path),
      detail: "the limit is \(limit) levels")
  }

  /// A window has more nodes than the limit; the rest is left out.
  static func treeTooLarge(_ scene: SceneID?, limit: Int) -> SceneProblem {
    SceneProblem(
      .sceneTooLarge, address: TreeAddress.text(scene, path: []),
      detail: "the limit is \(limit) nodes of a tree")
  }

  /// What the nodes of a window encoded is too much; the older archive stays.
  static func archiveTooLarge(_ scene: SceneID, bytes: Int) -> SceneProblem {
    SceneProblem(
      .sceneTooLarge, address: TreeAddress.text(scene, path: []),
      detail: "\(bytes) bytes of tree, the limit is \(RestorationArchive.limitBytes)")
  }

  /// A position was saved, but the list has no rows yet.
  static func listWasEmpty(_ address: String) -> SceneProblem {
    SceneProblem(
      .listWasEmpty, address: address, detail: "load the rows before it is registered or decoded")
  }

  /// A list has no such row.
  static func noSuchRow(_ row: Int, rowCount: Int) -> SceneProblem {
    SceneProblem(.noSuchRow, detail: "row \(row) of \(rowCount)")
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
