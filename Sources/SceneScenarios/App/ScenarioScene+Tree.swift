import SceneLifecycle
import SceneState

// The window and its tree: each follows the other.
extension ScenarioScene {
  /// Brings the tree up to date before it is kept or seen.
  ///
  /// A tab or a path that lives under a key, or in the navigator, is what the tree shows; a value
  /// that lives in the tree goes to the nodes that save it.
  func moveTree() {
    guard let tree else { return }
    tree.forEach { node in
      for name in node.keys where declaration.key(name)?.via == .tree {
        node.values[name] = memory.heldValues[name]
      }
    }
    let hasNavigator = scene.navigator != nil
    if hasNavigator || declaration.key(StorageKey.selectedTab) != nil, let selectedTab {
      tree.select(selectedTab)
    }
    guard hasNavigator || declaration.key(StorageKey.path) != nil else { return }
    let tabs: [String?] = declaration.tabs.isEmpty ? [nil] : declaration.tabs
    for tab in tabs { tree.show(path(in: tab), in: tab) }
    adoptLists()
  }

  /// Values that live in the tree come from the first node that has decoded them.
  func takeTreeValues() {
    for key in declaration.keys where key.via == .tree {
      var found: ScenarioValue?
      tree?.forEach { node in
        if found == nil, node.hasDecoded, node.keys.contains(key.name) {
          found = node.values[key.name]
        }
      }
      guard let found else { continue }
      do throws(ValueFault) {
        memory.heldValues[key.name] = try key.type.value(from: found)
      } catch {
        scene.report(
          .valueNotReadable, address: "\(scene.id.rawValue)/\(key.name)",
          error.text(key: key.name))
      }
    }
  }

  /// Lists in the tree are kept by their nodes.
  func adoptLists() {
    for list in declaration.lists {
      if let state = tree?.list(list.name) { scene.lists.adopt(state, as: list.name) }
    }
  }
}
