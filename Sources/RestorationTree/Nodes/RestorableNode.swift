/// A view or controller whose state comes back at its place in the tree.
///
/// The tree is walked from each root of a window. Only nodes with an identifier are kept; a node
/// without one takes its whole subtree out. What a node encodes, it gets back at the next launch,
/// after every node of the tree exists. The protocol is bound to no actor; a class on the main
/// actor conforms as it is.
///
/// A subclass calls `super` in `encodeRestorableState(with:)` and `decodeRestorableState(with:)`,
/// and shares one set of keys with it: of two values under one key the later one is kept, and
/// the problem `duplicate-key` names it.
///
/// ```swift
/// final class DetailScreen: RestorableNode {
///   var restorationIdentifier: String? = "detail"
///   var country = ""
///   func encodeRestorableState(with coder: RestorationCoder) {
///     coder.encode(country, forKey: "country")
///   }
///   func decodeRestorableState(with coder: RestorationCoder) {
///     country = coder.decode(String.self, forKey: "country") ?? country
///   }
/// }
/// ```
public protocol RestorableNode: AnyObject {
  /// The node's name among its siblings; nil or empty leaves this subtree out.
  ///
  /// Names are compared in Unicode normal form C. Two siblings of one name are the problem
  /// `duplicate-path`: the first one is kept, the second leaves its subtree out.
  var restorationIdentifier: String? { get }

  /// Who makes the node again; nil asks the app. Nil by default.
  ///
  /// Whoever makes the node has to set the identifier and this again, or the node is missing
  /// from the next archive.
  var restorationClass: (any NodeRestoring.Type)? { get }

  /// The nodes directly below, in order. None by default.
  var restorableChildren: [any RestorableNode] { get }

  /// Puts what is to come back into the coder. Does nothing by default.
  func encodeRestorableState(with coder: RestorationCoder)

  /// Takes it out again; runs after all nodes have been made. Does nothing by default.
  ///
  /// It does not run on an object of another class than the one that encoded.
  func decodeRestorableState(with coder: RestorationCoder)

  /// Runs after all nodes have decoded, on each node that did. Does nothing by default.
  func applicationFinishedRestoringState()
}

extension RestorableNode {
  /// Nil: the app is asked to make the node.
  public var restorationClass: (any NodeRestoring.Type)? { nil }

  /// No nodes.
  public var restorableChildren: [any RestorableNode] { [] }

  /// Does nothing.
  public func encodeRestorableState(with coder: RestorationCoder) {}

  /// Does nothing.
  public func decodeRestorableState(with coder: RestorationCoder) {}

  /// Does nothing.
  public func applicationFinishedRestoringState() {}
}

/// A class that makes nodes again; its name is kept with them.
///
/// Classes are found by name in ``RestorableTreeApp/restorationClasses`` and in the tree that
/// exists already, never by looking up a stored name in the program.
///
/// ```swift
/// extension DetailScreen: NodeRestoring {
///   static func node(path: [String], coder: RestorationCoder) -> (any RestorableNode)? {
///     guard let id = coder.decode(String.self, forKey: "country"), Countries.has(id)
///     else { return nil }
///     return DetailScreen(identifier: path.last, country: id)
///   }
/// }
/// ```
public protocol NodeRestoring {
  /// Makes the node of that path; the coder holds what it encoded.
  ///
  /// - Parameters:
  ///   - path: The identifiers from the root to the node.
  ///   - coder: What the node encoded, and the window it belongs to.
  /// - Returns: The node; nil leaves it out, and nobody else is asked.
  static func node(path: [String], coder: RestorationCoder) -> (any RestorableNode)?
}

/// A node that learns when it is seen, so that it can reload what cannot be kept.
public protocol AppearingNode: RestorableNode {
  /// Whether the node was restored and has not appeared since.
  var restoringState: Bool { get }

  /// Runs whenever the node becomes visible; the first time ends the restoring state.
  func appeared()
}
