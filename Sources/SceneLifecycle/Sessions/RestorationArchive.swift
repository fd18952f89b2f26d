/// The tree of one window as it was kept: every node with its class and what it encoded.
package struct RestorationArchive: Hashable, Sendable {
  /// The version of this form; a newer one is not read.
  static let format: Int64 = 1
  /// What any tree that is kept fits into with room to spare.
  package static let limitBytes = 4 << 20
  package static let depthLimit = 64
  package static let nodeLimit = 10_000

  package struct Node: Hashable, Sendable {
    /// The identifiers from the root to the node, in Unicode normal form C.
    package var path: [String]
    /// The name of its class; an object of another class does not decode the state.
    package var className: String
    /// The name of the class that makes it again, if one does.
    package var restorationClass: String?
    /// JSON by key, as the node encoded it.
    package var state: [String: String]

    package init(
      path: [String], className: String, restorationClass: String? = nil,
      state: [String: String] = [:]
    ) {
      self.path = path
      self.className = className
      self.restorationClass = restorationClass
      self.state = state
    }
  }

  /// The version of the app that kept the tree.
  package var appVersion: Int
  /// The nodes, each after its parent.
  package var nodes: [Node]

  package init(appVersion: Int, nodes: [Node] = []) {
    self.appVersion = appVersion
    self.nodes = nodes
  }

  /// The paths as text, in the order of the walk.
  package var paths: [String] { nodes.map { TreeAddress.text($0.path) } }
}
