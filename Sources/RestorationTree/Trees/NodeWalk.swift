import SceneLifecycle
import SceneState
import StoreFormat

/// The nodes of a window that can be kept, each after its parent.
final class NodeWalk {
  private(set) var nodes: [(path: [String], node: any RestorableNode)] = []
  private var paths: [ObjectIdentifier: [String]] = [:]
  private var knownPaths: Set<[String]> = []
  private let window: TreeArchiver.Window
  private let report: (SceneProblem) -> Void
  private var isFull = false

  init(_ window: TreeArchiver.Window, report: @escaping (SceneProblem) -> Void) {
    self.window = window
    self.report = report
    var ancestors: Set<ObjectIdentifier> = []
    for root in window.roots { visit(root, under: [], &ancestors) }
  }

  /// The path of a node of this tree; the first one if it has several.
  func path(of node: any RestorableNode) -> [String]? { paths[ObjectIdentifier(node)] }

  private func visit(
    _ node: any RestorableNode, under parent: [String], _ ancestors: inout Set<ObjectIdentifier>
  ) {
    guard !isFull else { return }
    // A node without a name is left out with all below it.
    guard let name = node.restorationIdentifier?.normalFormC, !name.isEmpty else { return }
    let path = parent + [name]
    let identity = ObjectIdentifier(node)
    guard !ancestors.contains(identity) else {
      return report(.duplicatePath(window.id, path: path, "the node is below itself"))
    }
    guard knownPaths.insert(path).inserted else {
      return report(.duplicatePath(window.id, path: path))
    }
    guard path.count <= RestorationArchive.depthLimit else {
      return report(.treeTooDeep(window.id, path: parent, limit: RestorationArchive.depthLimit))
    }
    guard nodes.count < RestorationArchive.nodeLimit else {
      isFull = true
      return report(.treeTooLarge(window.id, limit: RestorationArchive.nodeLimit))
    }
    nodes.append((path, node))
    if paths[identity] == nil { paths[identity] = path }
    ancestors.insert(identity)
    for child in window.run({ node.restorableChildren }) { visit(child, under: path, &ancestors) }
    ancestors.remove(identity)
  }
}
