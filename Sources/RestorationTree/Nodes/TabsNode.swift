/// A container of tabs; keeps which tab is selected.
///
/// The selection is found again by the tab's identifier, wherever the tab is now. If that tab is
/// gone, or has no identifier, the selection stays as the container was made.
///
/// ```swift
/// let tabs = TabsNode("root", tabs: [world, settings])
/// tabs.select(1)
/// ```
public final class TabsNode: AppearingNode {
  /// The node's name among its siblings.
  public var restorationIdentifier: String?
  /// Who makes the node again.
  public var restorationClass: (any NodeRestoring.Type)?
  /// The content of the tabs in order.
  public var tabs: [any RestorableNode]
  /// The place of the selected tab; may be out of range after tabs were taken away.
  public private(set) var selectedIndex = 0
  /// Whether the container was restored and has not appeared since.
  public private(set) var restoringState = false
  private var isVisible = false

  /// Makes a container that shows the first tab.
  public init(
    _ identifier: String?, tabs: [any RestorableNode] = [],
    restorationClass: (any NodeRestoring.Type)? = nil
  ) {
    restorationIdentifier = identifier
    self.tabs = tabs
    self.restorationClass = restorationClass
  }

  /// The content of the selected tab; nil without tabs.
  public var selected: (any RestorableNode)? {
    tabs.indices.contains(selectedIndex) ? tabs[selectedIndex] : nil
  }

  /// Selects a tab; one that is not there changes nothing.
  public func select(_ index: Int) {
    guard tabs.indices.contains(index) else { return }
    selectedIndex = index
    if isVisible { selected?.tellAppeared() }
  }

  /// The content of the tabs.
  public var restorableChildren: [any RestorableNode] { tabs }

  /// Keeps the identifier of the selected tab.
  public func encodeRestorableState(with coder: RestorationCoder) {
    coder.encode(selected?.restorationIdentifier, forKey: "selected")
  }

  /// Selects the tab with the identifier that was kept.
  public func decodeRestorableState(with coder: RestorationCoder) {
    restoringState = true
    guard let name = coder.decode(String?.self, forKey: "selected").flatMap({ $0 }),
      let index = tabs.firstIndex(where: { $0.restorationIdentifier == name })
    else { return }
    selectedIndex = index
  }

  /// Tells the selected tab.
  public func appeared() {
    restoringState = false
    isVisible = true
    selected?.tellAppeared()
  }
}

extension RestorableNode {
  /// Tells the node, if it wants to know.
  func tellAppeared() { (self as? any AppearingNode)?.appeared() }
}
