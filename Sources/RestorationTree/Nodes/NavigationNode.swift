/// A stack of screens; keeps which screens are on it.
///
/// Screens made again are put back in order. Where one was left out, those above it are left out,
/// too: nobody could have got there. If the first one is missing, the stack stays as it was made.
///
/// ```swift
/// let navigation = NavigationNode("navigation", stack: [table])
/// navigation.push(detail)
/// ```
public final class NavigationNode: AppearingNode {
  /// The node's name among its siblings.
  public var restorationIdentifier: String?
  /// Who makes the node again.
  public var restorationClass: (any NodeRestoring.Type)?
  /// The screens, the visible one last.
  public private(set) var stack: [any RestorableNode]
  /// Whether the container was restored and has not appeared since.
  public private(set) var restoringState = false
  private var isVisible = false

  /// Makes a container with these screens.
  public init(
    _ identifier: String?, stack: [any RestorableNode] = [],
    restorationClass: (any NodeRestoring.Type)? = nil
  ) {
    restorationIdentifier = identifier
    self.stack = stack
    self.restorationClass = restorationClass
  }

  /// The visible screen.
  public var top: (any RestorableNode)? { stack.last }

  /// Puts a screen on the stack.
  public func push(_ screen: any RestorableNode) {
    stack.append(screen)
    if isVisible { screen.tellAppeared() }
  }

  /// Takes the visible screen away; the first one stays.
  @discardableResult
  public func pop() -> (any RestorableNode)? {
    guard stack.count > 1 else { return nil }
    let screen = stack.removeLast()
    if isVisible { top?.tellAppeared() }
    return screen
  }

  /// The screens on the stack.
  public var restorableChildren: [any RestorableNode] { stack }

  /// Keeps which screens are on the stack.
  public func encodeRestorableState(with coder: RestorationCoder) {
    coder.encodeNodes(stack, forKey: "stack")
  }

  /// Puts the screens made again on the stack, up to the first that is missing.
  public func decodeRestorableState(with coder: RestorationCoder) {
    restoringState = true
    var screens: [any RestorableNode] = []
    for screen in coder.decodeNodes(forKey: "stack") ?? [] {
      guard let screen else { break }
      screens.append(screen)
    }
    if !screens.isEmpty { stack = screens }
  }

  /// Tells the visible screen.
  public func appeared() {
    restoringState = false
    isVisible = true
    top?.tellAppeared()
  }
}
