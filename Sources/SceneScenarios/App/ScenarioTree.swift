import FoundationEssentials
import RestorationTree
import SceneLifecycle
import StoreFormat

/// Makes the objects of a scenario's tree, as the app's storyboard, its delegate and its
/// restoration classes do.
struct ScenarioTree {
  let declaration: AppDeclaration
  private let box: WorldBox
  private let isLoaded: () -> Bool

  init(_ declaration: AppDeclaration, _ box: WorldBox, isLoaded: @escaping () -> Bool) {
    self.declaration = declaration
    self.box = box
    self.isLoaded = isLoaded
  }

  var isDeclared: Bool { !declaration.tree.roots.isEmpty }

  /// The objects that are there when the process begins.
  func existingRoots() -> [ScenarioTreeNode] {
    declaration.tree.roots.filter { $0.maker == .existing }.map { fresh($0) }
  }

  /// A new object with its first content and the objects that come along with it.
  func fresh(_ node: TreeNodeDeclaration) -> ScenarioTreeNode {
    make(node, identifier: node.hasIdentifier ? node.id : nil, isEmpty: false)
  }

  /// A screen on top of a stack: the declared one of that name, or one without an identifier,
  /// which is never kept.
  func screen(_ name: String, on stack: String) -> ScenarioTreeNode {
    let parent = all(declaration.tree.roots).first { $0.id == stack && $0.kind == .navigation }
    if let node = parent?.children.first(where: { $0.id == name }) { return fresh(node) }
    return ScenarioTreeNode(
      name: name, className: TreeNodeDeclaration.Kind.screen.rawValue, body: ScreenNode(nil),
      identifier: nil)
  }

  private func all(_ nodes: [TreeNodeDeclaration]) -> [TreeNodeDeclaration] {
    nodes.flatMap { [$0] + all($0.children) }
  }

  /// What a maker answers when it is asked for the object of that path; nil if it is another's.
  func again(_ path: [String], by maker: TreeNodeDeclaration.Maker) -> ScenarioTreeNode? {
    guard let node = declared(path), node.maker == maker else { return nil }
    let made: ScenarioTreeNode
    switch node.returns {
    case .nil: return nil
    case .other:
      made = ScenarioTreeNode(
        name: node.id, className: TreeNodeDeclaration.Answer.other.rawValue,
        body: ScreenNode(nil), identifier: node.id, restorationClass: restorationClass(of: node))
    case nil:
      let identifier = node.forgetsIdentifier || !node.hasIdentifier ? nil : node.id
      made = make(node, identifier: identifier, isEmpty: true)
    }
    made.madeBy = maker.rawValue
    return made
  }

  private func declared(_ path: [String]) -> TreeNodeDeclaration? {
    var nodes = declaration.tree.roots
    var found: TreeNodeDeclaration?
    for name in path {
      found = nodes.first { $0.id.normalFormC == name }
      nodes = found?.children ?? []
    }
    return found
  }

  private func restorationClass(of node: TreeNodeDeclaration) -> (any NodeRestoring.Type)? {
    node.maker == .class ? ScenarioTreeMaker.self : nil
  }

  /// Makes the object; an empty one gets its content out of a coder.
  private func make(
    _ node: TreeNodeDeclaration, identifier: String?, isEmpty: Bool
  ) -> ScenarioTreeNode {
    let loads = ScenarioTreeNode.LoadCounter()
    let body = body(of: node, isEmpty: isEmpty, loads)
    let own = node.saves.filter { node.kind != .web || !Self.webKeys.contains($0.key) }
    var values: [String: ScenarioValue] = [:]
    if !isEmpty {
      for saved in own { values[saved.key] = saved.value.map { ScenarioValue($0.content) } }
    }
    return ScenarioTreeNode(
      name: node.id, className: node.className, body: body, identifier: identifier,
      restorationClass: restorationClass(of: node), keys: own.map(\.key), values: values,
      loads: loads)
  }

  private func body(
    of node: TreeNodeDeclaration, isEmpty: Bool, _ loads: ScenarioTreeNode.LoadCounter
  ) -> any AppearingNode {
    switch node.kind {
    case .tabs: return TabsNode(nil, tabs: node.children.map { fresh($0) })
    // The first screen is always there, the others are pushed.
    case .navigation: return NavigationNode(nil, stack: node.children.prefix(1).map { fresh($0) })
    case .list:
      return ListNode(nil, list: rows(of: node.id), children: node.children.map { fresh($0) })
    case .web:
      let web = WebNode(nil) { _ in loads.count += 1 }
      if !isEmpty { fill(web, node.saves) }
      return web
    case .screen: return ScreenNode(nil, children: node.children.map { fresh($0) })
    }
  }

  /// The keys under which a web view keeps its own state.
  private static let webKeys: Set<String> = ["history", "zoom", "scroll"]

  private func fill(_ web: WebNode, _ saves: [TreeNodeDeclaration.Saved]) {
    let first = { (key: String) in saves.first { $0.key == key }?.value }
    for page in first("history")?.list ?? [] {
      if let url = page.text.flatMap({ URL(string: $0) }) { web.open(url) }
    }
    if let zoom = first("zoom")?.number { web.zoom = zoom }
    if let scroll = first("scroll")?.number { web.scroll = scroll }
  }

  /// The rows of the declared list with the node's name; a list without one has no rows.
  func rows(of name: String) -> ListState {
    guard let list = declaration.lists.first(where: { $0.name == name }) else {
      return ListState(of: NoRows()) { 0 }
    }
    let source = TableSource(list, in: box, isLoaded: isLoaded)
    return ListState(of: source) { source.rows.count }
  }
}

/// The rows of a list that shows no table.
private final class NoRows: DataSourceModelAssociation {
  func modelIdentifier(at row: Int) -> String? { nil }

  func row(of modelIdentifier: String) -> Int? { nil }
}

extension Node {
  /// The value of an integer or a decimal.
  fileprivate var number: Double? { int.map { Double($0) } ?? double }
}
