import SceneLifecycle
import SceneState
import StoreFormat

/// The nodes of a window that can be kept, each after its parent.
final class NodeWalk {
  private(set) var nodes: [(path: [String], node: any RestorableNode)] = []
  private var paths: [ObjectIdentifier: [String]] = [:]
  private var knownPaths: Set<[String]> = []
  private let window: TreeArchiver.Window
  private let report: (TreeEvent) -> Void
  private var isFull = false

  init(_ window: TreeArchiver.Window, report: @escaping (TreeEvent) -> Void) {
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
    guard let name = node.restorationIdentifier?.normalFormC, !name.isEmpty else {
      return report(.unnamed(window.id, under: parent, className: NodeClass.name(of: node)))
    }
    let path = parent + [name]
    let identity = ObjectIdentifier(node)
    guard !ancestors.contains(identity) else {
      return tell(.duplicatePath(window.id, path: path, "the node is below itself"))
    }
    guard knownPaths.insert(path).inserted else {
      return tell(.duplicatePath(window.id, path: path))
    }
    guard path.count <= RestorationArchive.depthLimit else {
      return tell(.treeTooDeep(window.id, path: parent, limit: RestorationArchive.depthLimit))
    }
    guard nodes.count < RestorationArchive.nodeLimit else {
      isFull = true
      return tell(.treeTooLarge(window.id, limit: RestorationArchive.nodeLimit))
    }
    nodes.append((path, node))
    if paths[identity] == nil { paths[identity] = path }
    ancestors.insert(identity)
    for child in window.run({ node.restorableChildren }) { visit(child, under: path, &ancestors) }
    ancestors.remove(identity)
  }

  private func tell(_ problem: SceneProblem) { report(.problem(window.id, problem)) }
}
