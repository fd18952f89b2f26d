import RestorationTree
import SceneLifecycle
import SceneState

// The app of a scenario as an app of a restoration tree.
extension ScenarioApp: RestorableTreeApp {
  var restorationClasses: [any NodeRestoring.Type] { [ScenarioTreeMaker.self] }

  func rootNodes(for scene: SceneID) -> [any RestorableNode] {
    if let window = windowTrees[scene] {
      window.follow()
      return window.tree.roots
    }
    let roots = existingRoots[scene] ?? tree.existingRoots()
    existingRoots[scene] = roots
    return roots
  }

  func shouldSaveState() -> Bool { declaration.allowsSaving }

  func shouldRestoreState() -> Bool { declaration.allowsRestoring }

  func acceptsState(savedBy version: Int) -> Bool {
    tree.isDeclared && version >= declaration.restoresFrom
  }

  func node(path: [String], coder: RestorationCoder) -> (any RestorableNode)? {
    tree.again(path, by: .app)
  }

  func templateNode(path: [String], coder: RestorationCoder) -> (any RestorableNode)? {
    tree.again(path, by: .storyboard)
  }

  /// The tree of a window that connects; nil in an app without one.
  func connectTree(of scene: ConnectedScene) -> ScenarioWindowTree? {
    guard tree.isDeclared else { return nil }
    let kept = existingRoots.removeValue(forKey: scene.id)
    // Objects that took part in a restore that came to nothing are not shown.
    let existing = (scene.restoredTree == nil ? nil : kept) ?? tree.existingRoots()
    return ScenarioWindowTree(tree, restored: scene.restoredTree, existing: existing)
  }
}

/// The restoration class of all nodes that are made by their class.
enum ScenarioTreeMaker: NodeRestoring {
  static func node(path: [String], coder: RestorationCoder) -> (any RestorableNode)? {
    (coder.app as? ScenarioApp)?.tree.again(path, by: .class)
  }
}

/// The tree of a window, and the window; the app holds it while the window is connected.
struct FollowingTree {
  let tree: ScenarioWindowTree
  weak var scene: ScenarioScene?

  /// Brings tree and keys together: a tab or path under a key of the app is what counts.
  func follow() { scene?.moveTree() }
}
