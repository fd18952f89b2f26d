public import SceneLifecycle
public import SceneState

/// An app that keeps its tree of views and controllers, as apps did before scenes had activities.
///
/// When a window goes to the background its tree is walked and kept with its session. At the next
/// launch, between `willFinishLaunching()` and `didFinishLaunching()`, every node is made again,
/// then every node decodes, then the app and each node hear that it is done. Who makes a node:
/// its restoration class, which alone decides; else `node(path:coder:)`; else an object that has
/// exactly that path already; else `templateNode(path:coder:)`. Each path is asked for on its own,
/// also below a node that was left out.
///
/// ```swift
/// final class Atlas: RestorableTreeApp {
///   lazy var root = TabsNode("root", tabs: [world, settings])
///   var restorationClasses: [any NodeRestoring.Type] { [DetailScreen.self] }
///   func rootNodes(for scene: SceneID) -> [any RestorableNode] { [root] }
///   func acceptsState(savedBy version: Int) -> Bool { version >= 3 }
/// }
/// ```
public protocol RestorableTreeApp: TreeRestoringApp {
  /// The classes that make nodes again. None by default.
  var restorationClasses: [any NodeRestoring.Type] { get }

  /// The nodes without a parent, in order; asked when a window is kept and when it is restored.
  func rootNodes(for scene: SceneID) -> [any RestorableNode]

  /// Whether the state may be kept; if not, what was kept before stays. Yes by default.
  func shouldSaveState() -> Bool

  /// Whether what was kept may be restored; asked only if there is something. Yes by default.
  func shouldRestoreState() -> Bool

  /// Whether a tree that this version of the app kept may be restored. Yes by default.
  func acceptsState(savedBy version: Int) -> Bool

  /// Makes a node that has no restoration class; nil looks for an existing object.
  func node(path: [String], coder: RestorationCoder) -> (any RestorableNode)?

  /// Makes a node that nobody else made, as a storyboard does; nil leaves it out.
  func templateNode(path: [String], coder: RestorationCoder) -> (any RestorableNode)?

  /// Runs after all nodes of all windows have decoded. Does nothing by default.
  func didDecodeRestorableState()
}

extension RestorableTreeApp {
  /// No classes.
  public var restorationClasses: [any NodeRestoring.Type] { [] }

  /// Yes.
  public func shouldSaveState() -> Bool { true }

  /// Yes.
  public func shouldRestoreState() -> Bool { true }

  /// Yes.
  public func acceptsState(savedBy version: Int) -> Bool { true }

  /// Nil: an existing object is looked for.
  public func node(path: [String], coder: RestorationCoder) -> (any RestorableNode)? { nil }

  /// Nil: the node is left out.
  public func templateNode(path: [String], coder: RestorationCoder) -> (any RestorableNode)? { nil }

  /// Does nothing.
  public func didDecodeRestorableState() {}

  /// What a host asks for the trees of this app.
  public func makeTreeHook() -> TreeHook { TreeHook(AppTrees(self)) }
}
