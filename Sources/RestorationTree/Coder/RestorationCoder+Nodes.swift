import SceneState

/// Nodes of the same window, kept by their path: a controller's stack, a split view's detail.
extension RestorationCoder {
  /// Keeps which node it is; a node that is not in the tree is kept as none.
  ///
  /// Its state is kept only if it is one of its parent's children.
  ///
  /// - Parameters:
  ///   - node: A node of the same window.
  ///   - key: The key of the reference.
  public func encodeNode(_ node: (any RestorableNode)?, forKey key: String) {
    encode(node.flatMap(links.path), forKey: key)
  }

  /// Keeps which nodes they are, in order; those that are not in the tree are kept as none.
  public func encodeNodes(_ nodes: [any RestorableNode], forKey key: String) {
    encode(nodes.map(links.path), forKey: key)
  }

  /// Finds the node made again at the path of the one that was kept.
  ///
  /// - Parameter key: The key of the reference.
  /// - Returns: The node; nil if it was left out.
  public func decodeNode(forKey key: String) -> (any RestorableNode)? {
    decode([String]?.self, forKey: key).flatMap { $0 }.flatMap(links.node)
  }

  /// The nodes made again, with nil for each that was left out; nil without the key.
  public func decodeNodes(forKey key: String) -> [(any RestorableNode)?]? {
    decode([[String]?].self, forKey: key)?.map { path in path.flatMap(links.node) }
  }
}

extension RestorationCoder {
  /// The app whose nodes are made again, for restoration classes that need to know it; nil while
  /// state is kept, and after the call that handed the coder over.
  package var app: (any RestorableTreeApp)? { links.app }

  /// What a node by itself encodes; nodes that it refers to are left out.
  package static func contents(of node: any RestorableNode) -> [String: String] {
    let coder = RestorationCoder(encoding: [], scene: nil, links: .none)
    node.encodeRestorableState(with: coder)
    return coder.contents
  }

  /// Lets a node decode what such a node has encoded.
  package static func fill(_ node: any RestorableNode, with contents: [String: String]) {
    let coder = RestorationCoder(decoding: contents, path: [], scene: nil, links: .none)
    node.decodeRestorableState(with: coder)
  }
}

/// How a coder finds nodes and reports problems while its call lasts.
final class NodeLinks {
  private(set) var path: (any RestorableNode) -> [String]?
  private(set) var node: ([String]) -> (any RestorableNode)?
  private(set) var report: (SceneProblem) -> Void
  /// The app that restores; nil while state is kept.
  private(set) var app: (any RestorableTreeApp)?

  init(
    path: @escaping (any RestorableNode) -> [String]?,
    node: @escaping ([String]) -> (any RestorableNode)?,
    report: @escaping (SceneProblem) -> Void, app: (any RestorableTreeApp)? = nil
  ) {
    self.path = path
    self.node = node
    self.report = report
    self.app = app
  }

  /// Links that lead nowhere.
  static var none: NodeLinks { NodeLinks(path: { _ in nil }, node: { _ in nil }, report: { _ in }) }

  /// The same links with an end of their own.
  func branch() -> NodeLinks {
    NodeLinks(
      path: { self.path($0) }, node: { self.node($0) }, report: { self.report($0) }, app: app)
  }

  /// Lets go of the tree; a coder that somebody keeps finds and reports nothing more.
  func close() {
    path = { _ in nil }
    node = { _ in nil }
    report = { _ in }
    app = nil
  }
}
