import FoundationEssentials
import RestorationTree
import SceneLifecycle

/// One object of a scenario's tree: a real node of its kind, with what is declared for it.
///
/// The kind's own node does the work; this one names the class, keeps the declared values under
/// the same keys, and puts children that were made again in their places.
final class ScenarioTreeNode: AppearingNode, ClassNamingNode {
  /// The name of the node, or the text of a screen that the tree does not declare.
  let name: String
  let className: String
  /// The tabs, the stack, the list, the web view or the screen.
  let body: any AppearingNode
  let restorationIdentifier: String?
  let restorationClass: (any NodeRestoring.Type)?
  /// The coder keys that the object's version of the app knows.
  let keys: [String]
  /// What the object holds under those keys.
  var values: [String: ScenarioValue]
  /// Who made the object when it was restored; nil if it was not.
  var madeBy: String?
  var hasDecoded = false
  var hasAppeared = false
  /// Counts how often a web view was loaded.
  let loads: LoadCounter

  final class LoadCounter {
    var count = 0
  }

  init(
    name: String, className: String, body: any AppearingNode, identifier: String?,
    restorationClass: (any NodeRestoring.Type)? = nil, keys: [String] = [],
    values: [String: ScenarioValue] = [:], loads: LoadCounter = LoadCounter()
  ) {
    self.name = name
    self.className = className
    self.body = body
    restorationIdentifier = identifier
    self.restorationClass = restorationClass
    self.keys = keys
    self.values = values
    self.loads = loads
  }

  var restoringState: Bool { body.restoringState }

  var restorableChildren: [any RestorableNode] { body.restorableChildren }

  var children: [ScenarioTreeNode] { restorableChildren.compactMap { $0 as? ScenarioTreeNode } }

  func encodeRestorableState(with coder: RestorationCoder) {
    body.encodeRestorableState(with: coder)
    if !(body is NavigationNode), !restorableChildren.isEmpty {
      coder.encodeNodes(restorableChildren, forKey: Self.childrenKey)
    }
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      // Activities carry every type of value but nil, which a coder has.
      coder.encode(try? value.activityValue(), forKey: key)
    }
  }

  func decodeRestorableState(with coder: RestorationCoder) {
    hasDecoded = true
    replaceChildren(coder.decodeNodes(forKey: Self.childrenKey) ?? [])
    body.decodeRestorableState(with: coder)
    for key in keys {
      let value = coder.decode(ActivityValue?.self, forKey: key)
      values[key] = value.map { value in value.map { ScenarioValue($0) } ?? .null }
    }
  }

  func appeared() {
    hasAppeared = true
    body.appeared()
  }

  private static let childrenKey = "children"

  /// Children that somebody made anew take the places of those that came with this object.
  private func replaceChildren(_ made: [(any RestorableNode)?]) {
    var children = restorableChildren
    for case let node as ScenarioTreeNode in made {
      let index = children.firstIndex { ($0 as? ScenarioTreeNode)?.name == node.name }
      if let index { children[index] = node }
    }
    switch body {
    case let tabs as TabsNode: tabs.tabs = children
    case let list as ListNode: list.children = children
    case let screen as ScreenNode: screen.children = children
    default: break
    }
  }
}

extension ScenarioTreeNode {
  /// What `expect` sees of the object.
  var facts: ScenarioValue {
    var facts: [String: ScenarioValue] = [
      "restoring": .bool(restoringState), "decoded": .bool(hasDecoded), "class": .text(className),
    ]
    facts["made-by"] = madeBy.map { .text($0) }
    switch body {
    case let tabs as TabsNode:
      facts["selected"] = (tabs.selected as? ScenarioTreeNode).map { .text($0.name) }
    case let navigation as NavigationNode:
      let stack = navigation.stack.compactMap { ($0 as? ScenarioTreeNode)?.name }
      facts["stack"] = .list(stack.map { .text($0) })
    case let node as ListNode:
      facts["top-row"] = .int(node.list.top)
      facts["picked-row"] = node.list.picked.map { .int($0) } ?? .null
    case let web as WebNode:
      facts["history"] = .list(web.history.map { .url($0.absoluteString) })
      facts["page"] = web.page.map { .url($0.absoluteString) } ?? .null
      facts["shown"] = web.shown.map { .url($0.absoluteString) } ?? .null
      facts["zoom"] = .double(web.zoom)
      facts["scroll"] = .double(web.scroll)
      facts["loads"] = .int(loads.count)
    default: break
    }
    if !values.isEmpty { facts["saved"] = .map(values) }
    return .map(facts)
  }
}
