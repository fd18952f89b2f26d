public import SceneLifecycle

/// A list in the tree; keeps its position and selection by the identifiers of the rows' models.
///
/// It behaves the same at the root and inside any container. Rows that are not loaded when the
/// node decodes give the problem `list-was-empty`, the first row and no selection.
///
/// ```swift
/// let table = ListNode("table", list: ListState(of: countries) { countries.count })
/// try table.list.scroll(to: 4)
/// ```
public final class ListNode: AppearingNode {
  /// The node's name among its siblings.
  public var restorationIdentifier: String?
  /// Who makes the node again.
  public var restorationClass: (any NodeRestoring.Type)?
  /// The rows, position and selection.
  public let list: ListState
  /// Nodes inside the list, such as the controllers of its cells.
  public var children: [any RestorableNode]
  /// Whether the list was restored and has not appeared since.
  public private(set) var restoringState = false

  /// Makes the node of a list.
  public init(
    _ identifier: String?, list: ListState, children: [any RestorableNode] = [],
    restorationClass: (any NodeRestoring.Type)? = nil
  ) {
    restorationIdentifier = identifier
    self.list = list
    self.children = children
    self.restorationClass = restorationClass
  }

  /// The nodes inside the list.
  public var restorableChildren: [any RestorableNode] { children }

  /// Keeps the position and the selection.
  public func encodeRestorableState(with coder: RestorationCoder) {
    coder.encode(list.position, forKey: "position")
  }

  /// Finds the rows again.
  public func decodeRestorableState(with coder: RestorationCoder) {
    restoringState = true
    guard let position = coder.decode(ListPosition.self, forKey: "position") else { return }
    if list.restore(position) == .wasEmpty {
      coder.links.report(.listWasEmpty(TreeAddress.text(coder.sceneID, path: coder.path)))
    }
  }

  /// Ends the restoring state.
  public func appeared() { restoringState = false }
}
