import RestorationTree
import SceneLifecycle

/// The tree of one connected window, and how the window's user moves in it.
final class ScenarioWindowTree {
  let roots: [ScenarioTreeNode]
  private let tree: ScenarioTree

  /// Takes the objects that were restored; for roots that were not, the existing or new ones.
  init(_ tree: ScenarioTree, restored: RestoredTree?, existing: [ScenarioTreeNode]) {
    self.tree = tree
    let nodes = restored?.nodes.values.compactMap { $0 as? ScenarioTreeNode } ?? []
    for node in nodes where node.madeBy == nil {
      node.madeBy = TreeNodeDeclaration.Maker.existing.rawValue
    }
    let known = (restored?.roots.compactMap { $0 as? ScenarioTreeNode } ?? []) + existing
    roots = tree.declaration.tree.roots.map { root in
      known.first { $0.name == root.id } ?? tree.fresh(root)
    }
  }

  init(_ tree: ScenarioTree, roots: [ScenarioTreeNode]) {
    self.tree = tree
    self.roots = roots
  }

  /// What `expect` sees of all objects, by path.
  var facts: [String: ScenarioValue] {
    var facts: [String: ScenarioValue] = [:]
    visit(roots, under: []) { node, path in
      let text = TreeAddress.text(path)
      if facts[text] == nil { facts[text] = node.facts }
    }
    return facts
  }

  /// Runs `body` for each object, parents first.
  func forEach(_ body: (ScenarioTreeNode) -> Void) {
    visit(roots, under: []) { node, _ in body(node) }
  }

  private func visit(
    _ nodes: [ScenarioTreeNode], under parent: [String],
    _ body: (ScenarioTreeNode, [String]) -> Void
  ) {
    for node in nodes {
      let path = parent + [node.name]
      body(node, path)
      visit(node.children, under: path, body)
    }
  }

  /// The paths of all nodes that the app declares.
  var declaredPaths: [String] { paths(of: tree.declaration.tree.roots, under: []) }

  private func paths(of nodes: [TreeNodeDeclaration], under parent: [String]) -> [String] {
    nodes.flatMap { node in
      [TreeAddress.text(parent + [node.id])] + paths(of: node.children, under: parent + [node.id])
    }
  }

  /// The list of that name, if one is in the tree now.
  func list(_ name: String) -> ListState? {
    var found: ListState?
    visit(roots, under: []) { node, _ in
      if node.name == name, let list = node.body as? ListNode, found == nil { found = list.list }
    }
    return found
  }

  // MARK: Tabs

  private var tabs: TabsNode? { first(TabsNode.self, among: roots)?.1 }

  /// The tab that is shown; nil if the tree has no such tabs.
  var selectedTab: String? {
    guard let name = (tabs?.selected as? ScenarioTreeNode)?.name,
      tree.declaration.tabs.contains(name)
    else { return nil }
    return name
  }

  /// Shows a tab.
  ///
  /// - Returns: Whether the tree has it.
  @discardableResult
  func select(_ tab: String) -> Bool {
    guard let tabs,
      let index = tabs.tabs.firstIndex(where: { ($0 as? ScenarioTreeNode)?.name == tab })
    else { return false }
    if index != tabs.selectedIndex { tabs.select(index) }
    return true
  }

  // MARK: Screens

  /// The screens above the first one; nil if there is no stack in that tab.
  func path(in tab: String?) -> [String]? {
    navigation(in: tab)?.1.stack.dropFirst().compactMap { ($0 as? ScenarioTreeNode)?.name }
  }

  /// Replaces the screens above the first one; those that stay are the same objects.
  ///
  /// - Returns: Whether there is a stack in that tab.
  @discardableResult
  func show(_ path: [String], in tab: String?) -> Bool {
    guard let (owner, stack) = navigation(in: tab), let old = self.path(in: tab) else {
      return false
    }
    let common = zip(old, path).prefix { $0 == $1 }.count
    for _ in common..<old.count { stack.pop() }
    for name in path[common...] { stack.push(tree.screen(name, on: owner.name)) }
    return true
  }

  private func navigation(in tab: String?) -> (ScenarioTreeNode, NavigationNode)? {
    guard let tab else { return first(NavigationNode.self, among: roots) }
    let content = tabs?.tabs.compactMap { $0 as? ScenarioTreeNode }.first { $0.name == tab }
    return content.flatMap { first(NavigationNode.self, among: [$0]) }
  }

  /// The first node of that kind, parents before children.
  private func first<Body>(
    _ kind: Body.Type, among nodes: [ScenarioTreeNode]
  ) -> (ScenarioTreeNode, Body)? {
    for node in nodes {
      if let body = node.body as? Body { return (node, body) }
      if let found = first(kind, among: node.children) { return found }
    }
    return nil
  }
}
