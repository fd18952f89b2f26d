import RestorationTree
import SceneLifecycle

/// One object of a tree with all below it, as a value.
struct TreeNodeMoment: Sendable {
  let name: String
  let className: String
  let kind: TreeNodeDeclaration.Kind
  let identifier: String?
  let isMadeByClass: Bool
  let keys: [String]
  let values: [String: ScenarioValue]
  let madeBy: String?
  let hasDecoded: Bool
  let hasAppeared: Bool
  let isRestoring: Bool
  let loads: Int
  let selectedIndex: Int
  /// What the node of the kind encodes by itself.
  let contents: [String: String]
  let children: [TreeNodeMoment]
}

extension ScenarioTreeNode {
  /// The object and all below it at this moment.
  var moment: TreeNodeMoment {
    let kind: TreeNodeDeclaration.Kind =
      switch body {
      case is TabsNode: .tabs
      case is NavigationNode: .navigation
      case is ListNode: .list
      case is WebNode: .web
      default: .screen
      }
    return TreeNodeMoment(
      name: name, className: className, kind: kind, identifier: restorationIdentifier,
      isMadeByClass: restorationClass != nil, keys: keys, values: values, madeBy: madeBy,
      hasDecoded: hasDecoded, hasAppeared: hasAppeared, isRestoring: restoringState,
      loads: loads.count, selectedIndex: (body as? TabsNode)?.selectedIndex ?? 0,
      contents: RestorationCoder.contents(of: body), children: children.map(\.moment))
  }

  /// Makes the object again as it was.
  static func again(_ moment: TreeNodeMoment, in tree: ScenarioTree) -> ScenarioTreeNode {
    let children = moment.children.map { again($0, in: tree) }
    let loads = LoadCounter()
    let body: any AppearingNode
    switch moment.kind {
    case .tabs:
      let tabs = TabsNode(nil, tabs: children)
      tabs.select(moment.selectedIndex)
      body = tabs
    case .navigation: body = NavigationNode(nil, stack: children)
    case .list: body = ListNode(nil, list: tree.rows(of: moment.name), children: children)
    case .web: body = WebNode(nil) { _ in loads.count += 1 }
    case .screen: body = ScreenNode(nil, children: children)
    }
    let node = ScenarioTreeNode(
      name: moment.name, className: moment.className, body: body, identifier: moment.identifier,
      restorationClass: moment.isMadeByClass ? ScenarioTreeMaker.self : nil, keys: moment.keys,
      values: moment.values, loads: loads)
    node.madeBy = moment.madeBy
    node.hasDecoded = moment.hasDecoded
    // Only decoding begins the restoring state, and fills lists and web views.
    if moment.isRestoring || moment.kind == .list || moment.kind == .web {
      RestorationCoder.fill(body, with: moment.contents)
    }
    if let tabs = body as? TabsNode { tabs.select(moment.selectedIndex) }
    return node
  }

  /// Lets the objects know again that they were seen, parents first.
  func appearAgain(_ moment: TreeNodeMoment) {
    if moment.hasAppeared {
      appeared()
    } else if !moment.isRestoring, moment.kind == .list || moment.kind == .web {
      // It was filled by decoding, but never restored.
      body.appeared()
    }
    loads.count = moment.loads
    for (child, moment) in zip(children, moment.children) { child.appearAgain(moment) }
  }
}

extension ScenarioWindowTree {
  var moments: [TreeNodeMoment] { roots.map(\.moment) }

  convenience init(_ tree: ScenarioTree, moments: [TreeNodeMoment]) {
    let roots = moments.map { ScenarioTreeNode.again($0, in: tree) }
    for (root, moment) in zip(roots, moments) { root.appearAgain(moment) }
    self.init(tree, roots: roots)
  }
}
