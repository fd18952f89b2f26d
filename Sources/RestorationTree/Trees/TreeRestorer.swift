import SceneLifecycle
import SceneState

/// Makes the tree of one window again, in three passes over what was kept.
final class TreeRestorer {
  let window: TreeArchiver.Window
  private(set) var tree = RestoredTree()
  private let archive: RestorationArchive
  private let makers: TreeArchiver.Makers
  private let report: (TreeEvent) -> Void
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
    makers: TreeArchiver.Makers, report: @escaping (TreeEvent) -> Void
  ) {
    self.window = window
    self.archive = archive
    self.makers = makers
    self.report = report
    found = window.run { FoundNodes(roots: window.roots) }
    // The tree that exists names the classes of its nodes; a list may name those of others.
    var classes = found.restorationClasses
    for type in makers.classes { classes[NodeClass.name(type)] = type }
    self.classes = classes
  }

  func createAll() {
    // Parents come first: what hangs below a node that its class refused is refused with it.
    var refused: Set<[String]> = []
    for saved in archive.nodes {
      if refused.contains(Array(saved.path.dropLast())) {
        refused.insert(saved.path)
        report(.leftOut(window.id, path: saved.path, .parent))
        continue
      }
      let coder = RestorationCoder(
        decoding: saved.state, path: saved.path, scene: window.id, links: links())
      guard let (node, maker) = window.run({ make(saved, coder) }) else {
        if saved.restorationClass != nil { refused.insert(saved.path) }
        continue
      }
      found.place(node, at: saved.path)
      tree.nodes[saved.path] = node
      if saved.path.count == 1 { tree.roots.append(node) }
      created.append(Created(saved: saved, node: node, coder: coder))
      report(.created(window.id, path: saved.path, by: maker))
    }
  }

  func decodeAll() {
    for index in created.indices {
      let (saved, node) = (created[index].saved, created[index].node)
      let name = NodeClass.name(of: node)
      guard name == saved.className else {
        report(
          .notDecoded(window.id, path: saved.path, archived: saved.className, found: name))
        continue
      }
      report(.decoded(window.id, path: saved.path))
      window.run { node.decodeRestorableState(with: created[index].coder) }
      created[index].hasDecoded = true
    }
    // The state has been handed over; whoever kept a coder cannot reach the tree through it.
    for item in created { item.coder.close() }
  }

  func finishAll() {
    for item in created where item.hasDecoded {
      report(.applicationFinishedRestoringState(window.id, path: item.saved.path))
      window.run { item.node.applicationFinishedRestoringState() }
    }
  }

  private func make(
    _ saved: RestorationArchive.Node, _ coder: RestorationCoder
  ) -> (any RestorableNode, TreeEvent.Maker)? {
    let path = saved.path
    if let name = saved.restorationClass {
      guard let type = classes[name] else {
        report(.leftOut(window.id, path: path, .unknownClass(name)))
        tell(.unknownRestorationClass(name, window.id, path: path))
        return nil
      }
      if let node = type.node(path: path, coder: coder) { return (node, .restorationClass) }
      report(.leftOut(window.id, path: path, .declined))
      return nil
    }
    if let node = makers.app(path, coder) { return (node, .app) }
    if let node = found.node(at: path) { return (node, .existing) }
    if let node = makers.template(path, coder) { return (node, .template) }
    report(.leftOut(window.id, path: path, .nobody))
    return nil
  }

  private func links() -> NodeLinks {
    NodeLinks(
      path: { _ in nil }, node: { [weak self] path in self?.tree.nodes[path] },
      report: { [weak self] in self?.tell($0) }, app: makers.restoredApp)
  }

  private func tell(_ problem: SceneProblem) {
    guard told.insert(problem).inserted else { return }
    report(.problem(window.id, problem))
  }
}
