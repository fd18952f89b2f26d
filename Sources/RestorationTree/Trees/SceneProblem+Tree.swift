import SceneLifecycle
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
}
