public import SceneState

extension SceneHost {
  /// Shows what was saved in a window whose kind restores on demand.
  ///
  /// What was written since the window came back stays as it is; everything else is as it was
  /// saved. A window that does not wait stays as it is.
  ///
  /// ```swift
  /// if scene.awaitsRestoration { try host.restore(scene.id) }  // the user looks at it now
  /// ```
  /// - Parameter id: The window.
  /// - Throws: `window-not-connected` without such a scene.
  public func restore(_ id: SceneID) throws(SceneProblem) {
    try call(HostEvent("restore", id)) { () throws(SceneProblem) in
      guard let scene = scene(id) else { throw .windowNotConnected(id) }
      calls.change { restoring.restoreNow(scene) }
    }
  }
}
