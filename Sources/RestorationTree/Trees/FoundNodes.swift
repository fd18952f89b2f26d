import SceneLifecycle
import StoreFormat

/// The objects that exist, by path: the window's tree and what has been made since.
struct FoundNodes {
  private var children: [[String]: [String: any RestorableNode]] = [:]
  private var placed: [[String]: any RestorableNode] = [:]
  /// The restoration classes that the tree names itself.
  let restorationClasses: [String: any NodeRestoring.Type]

  init(roots: [any RestorableNode]) {
    children[[]] = Self.named(roots)
    restorationClasses = Self.classes(in: roots)
  }

  /// Takes over an object that was made; its children are found below it from now on.
  mutating func place(_ node: any RestorableNode, at path: [String]) { placed[path] = node }

  /// The object with exactly that path.
  mutating func node(at path: [String]) -> (any RestorableNode)? {
    if let node = placed[path] { return node }
    guard let name = path.last else { return nil }
    let parent = Array(path.dropLast())
    if children[parent] == nil {
      children[parent] = node(at: parent).map { Self.named($0.restorableChildren) } ?? [:]
    }
    return children[parent]?[name]
  }

  private static func named(_ nodes: [any RestorableNode]) -> [String: any RestorableNode] {
    let pairs = nodes.compactMap { node in
      node.restorationIdentifier.map { ($0.normalFormC, node) }
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  private static func classes(
    in roots: [any RestorableNode]
  ) -> [String: any NodeRestoring.Type] {
    var classes: [String: any NodeRestoring.Type] = [:]
    var known: Set<ObjectIdentifier> = []
    var waiting = roots
    // Each object once: a tree that holds itself must end, too.
    while let node = waiting.popLast(), known.count < RestorationArchive.nodeLimit {
      guard known.insert(ObjectIdentifier(node)).inserted else { continue }
      if let type = node.restorationClass { classes[NodeClass.name(type)] = type }
      waiting += node.restorableChildren
    }
    return classes
  }
}
