package import SceneState

/// An app that keeps trees of views with its windows.
///
/// Apps adopt `RestorableTreeApp` of the module `RestorationTree`, which refines this protocol and
/// has all that is needed for it.
public protocol TreeRestoringApp: SceneApp {
  /// Makes what the host asks for trees; `RestorationTree` does it.
  func makeTreeHook() -> TreeHook
}

/// What a host asks for the trees of an app, made once for each host; `RestorationTree` makes it.
public struct TreeHook {
  let trees: any TreeRestoring

  package init(_ trees: any TreeRestoring) { self.trees = trees }
}

/// Keeps the trees of an app's windows and makes them again when the host says so.
package protocol TreeRestoring: AnyObject {
  /// Whether the app lets state be restored; it is asked once, when there is something.
  var mayRestoreState: Bool { get }

  /// Makes the trees of sessions again, all at once, and has them until their windows connect.
  ///
  /// - Parameters:
  ///   - sessions: Those that connect next; one without an archive has no tree.
  ///   - store: Where the scopes of their windows are.
  ///   - tell: Hears each callback as an event; nil for no events.
  ///   - report: Hears each problem.
  func restore(
    _ sessions: [SceneSession], in store: SceneStore, tell: ((String) -> Void)?,
    report: @escaping (SceneProblem, SceneID) -> Void)

  /// Whether the tree of a window had its turn, and waits for the window to connect.
  func hasRestored(_ window: SceneID) -> Bool

  /// Lets go of what was made again for a window.
  func forget(_ window: SceneID)

  /// Tells the tree of a window that it is seen; runs inside the scope of the window.
  func appeared(_ window: SceneID)

  /// Walks the tree of a window that goes to the background.
  func keep(
    _ scene: ConnectedScene, appVersion: Int, report: @escaping (SceneProblem) -> Void
  ) -> KeptTree
}

/// What became of keeping a tree.
package enum KeptTree {
  case tree(RestorationArchive)
  /// There is nothing new: what was kept before stays.
  case asBefore
  /// The app wants nothing kept, positions of lists neither.
  case refused
}
