/// A screen that keeps what its app encodes, for trees without classes of their own.
///
/// ```swift
/// let detail = ScreenNode("detail")
/// detail.encode = { coder in coder.encode(country, forKey: "country") }
/// detail.decode = { coder in country = coder.decode(String.self, forKey: "country") ?? "" }
/// ```
public final class ScreenNode: AppearingNode {
  /// The node's name among its siblings.
  public var restorationIdentifier: String?
  /// Who makes the node again.
  public var restorationClass: (any NodeRestoring.Type)?
  /// The nodes directly below.
  public var children: [any RestorableNode]
  /// Puts what is to come back into the coder.
  public var encode: (RestorationCoder) -> Void = { _ in }
  /// Takes it out again.
  public var decode: (RestorationCoder) -> Void = { _ in }
  /// Runs after all nodes have decoded.
  public var finish: () -> Void = {}
  /// Runs at each appearance, with whether it is the first after a restore.
  public var appear: (_ isFirstAfterRestoring: Bool) -> Void = { _ in }
  /// Whether the screen was restored and has not appeared since.
  public private(set) var restoringState = false

  /// Makes a screen that keeps nothing yet.
  public init(
    _ identifier: String?, children: [any RestorableNode] = [],
    restorationClass: (any NodeRestoring.Type)? = nil
  ) {
    restorationIdentifier = identifier
    self.children = children
    self.restorationClass = restorationClass
  }

  /// The nodes directly below.
  public var restorableChildren: [any RestorableNode] { children }

  /// Runs the closure.
  public func encodeRestorableState(with coder: RestorationCoder) { encode(coder) }

  /// Runs the closure in the restoring state.
  public func decodeRestorableState(with coder: RestorationCoder) {
    restoringState = true
    decode(coder)
  }

  /// Runs the closure.
  public func applicationFinishedRestoringState() { finish() }

  /// Ends the restoring state and tells the nodes below.
  public func appeared() {
    let isFirst = restoringState
    restoringState = false
    appear(isFirst)
    for child in children { child.tellAppeared() }
  }
}
