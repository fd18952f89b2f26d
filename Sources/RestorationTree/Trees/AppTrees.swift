import SceneLifecycle
import SceneState

/// The trees of an app's windows, as its host asks for them.
final class AppTrees: TreeRestoring {
  private let app: any RestorableTreeApp
  /// What trees became until their windows connect; an empty one was refused.
  private(set) var restored: [SceneID: RestoredTree] = [:]
  private(set) lazy var mayRestoreState = app.shouldRestoreState()

  init(_ app: any RestorableTreeApp) { self.app = app }

  func restore(
    _ sessions: [SceneSession], in store: SceneStore, tell: ((String) -> Void)?,
    report: @escaping (SceneProblem, SceneID) -> Void
  ) {
    let windows = sessions.compactMap { session -> TreeArchiver.Window? in
      guard let archive = session.record.archive else { return nil }
      let scope = store.scene(session.id)
      let roots = scope.run { app.rootNodes(for: session.id) }
      return TreeArchiver.Window(session.id, roots: roots, archive: archive, scope: scope)
    }
    let trees = TreeArchiver.restore(
      windows, of: app, mayRestore: { mayRestoreState }, tell: tell, report: report)
    for window in windows { restored[window.id] = trees[window.id] ?? RestoredTree() }
  }

  func hasRestored(_ window: SceneID) -> Bool { restored[window] != nil }

  func forget(_ window: SceneID) { restored[window] = nil }

  func appeared(_ window: SceneID) {
    for root in app.rootNodes(for: window) { root.tellAppeared() }
  }

  func keep(
    _ scene: ConnectedScene, appVersion: Int, report: @escaping (SceneProblem) -> Void
  ) -> KeptTree {
    let roots = scene.scope.run { app.rootNodes(for: scene.id) }
    guard scene.scope.run({ app.shouldSaveState() }) else { return .refused }
    let window = TreeArchiver.Window(scene.id, roots: roots, scope: scene.scope)
    let archive = TreeArchiver.preserve(window, appVersion: appVersion, report: report)
    // An app without a tree now does not throw away the one it had.
    guard let archive, !roots.isEmpty else { return .asBefore }
    return .tree(archive)
  }
}

extension ConnectedScene {
  /// The nodes that were made again, while the window connects; nil if nothing was kept.
  package var restoredTree: RestoredTree? { (host?.trees as? AppTrees)?.restored[id] }
}
