import SceneLifecycle
import SceneState

/// Makes the tree of one window again, in three passes over what was kept.
final class TreeRestorer {
  let window: TreeArchiver.Window
  private(set) var tree = RestoredTree()
  private let archive: RestorationArchive
  private let app: any RestorableTreeApp
  private let tell: ((String) -> Void)?
  private let report: (SceneProblem, SceneID) -> Void
  private let classes: [String: any NodeRestoring.Type]
  private var found: FoundNodes
  private var created: [Created] = []
  private var told: Set<SceneProblem> = []

  private struct Created {
    let saved: RestorationArchive.Node
    let node: any RestorableNode
    let coder: RestorationCoder
    var hasDecoded = false
  }

  init(
    _ window: TreeArchiver.Window, _ archive: RestorationArchive,
    of app: any RestorableTreeApp, tell: ((String) -> Void)?,
    report: @escaping (SceneProblem, SceneID) -> Void
  ) {
    self.window = window
    self.archive = archive
    self.app = app
    self.tell = tell
    self.report = report
    found = window.run { FoundNodes(roots: window.roots) }
    // The tree that exists names the classes of its nodes; a list may name those of others.
    var classes = found.restorationClasses
    for type in app.restorationClasses { classes[NodeClass.name(type)] = type }
    self.classes = classes
  }

  func createAll() {
    // Parents come first: what hangs below a node that its class refused is refused with it.
    var refused: Set<[String]> = []
    for saved in archive.nodes {
      if refused.contains(Array(saved.path.dropLast())) {
        refused.insert(saved.path)
        continue
      }
      let coder = RestorationCoder(
        decoding: saved.state, path: saved.path, scene: window.id, links: links())
      guard let node = window.run({ make(saved, coder) }) else {
        if saved.restorationClass != nil { refused.insert(saved.path) }
        continue
      }
      found.place(node, at: saved.path)
      tree.nodes[saved.path] = node
      if saved.path.count == 1 { tree.roots.append(node) }
      created.append(Created(saved: saved, node: node, coder: coder))
      tell?("create \(TreeAddress.text(saved.path))")
    }
  }

  func decodeAll() {
    for index in created.indices {
      let (saved, node) = (created[index].saved, created[index].node)
      // An object of another class than the one that encoded does not understand what was kept.
      guard NodeClass.name(of: node) == saved.className else { continue }
      tell?("decodeRestorableState \(TreeAddress.text(saved.path))")
      window.run { node.decodeRestorableState(with: created[index].coder) }
      created[index].hasDecoded = true
    }
    // The state has been handed over; whoever kept a coder cannot reach the tree through it.
    for item in created { item.coder.close() }
  }

  func finishAll() {
    for item in created where item.hasDecoded {
      tell?("applicationFinishedRestoringState \(TreeAddress.text(item.saved.path))")
      window.run { item.node.applicationFinishedRestoringState() }
    }
  }

  /// The node of the path; nil if nobody makes it, which is told if the app has no such class.
  private func make(
    _ saved: RestorationArchive.Node, _ coder: RestorationCoder
  ) -> (any RestorableNode)? {
    let path = saved.path
    guard let name = saved.restorationClass else {
      return app.node(path: path, coder: coder) ?? found.node(at: path)
        ?? app.templateNode(path: path, coder: coder)
    }
    guard let type = classes[name] else {
      note(.unknownRestorationClass(name, window.id, path: path))
      return nil
    }
    return type.node(path: path, coder: coder)
  }

  private func links() -> NodeLinks {
    NodeLinks(
      path: { _ in nil }, node: { [weak self] path in self?.tree.nodes[path] },
      report: { [weak self] in self?.note($0) }, app: app)
  }

  private func note(_ problem: SceneProblem) {
    guard told.insert(problem).inserted else { return }
    report(problem, window.id)
  }
}
