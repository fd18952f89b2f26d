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

  /// Whether values of a window were set aside, because it could not come back with them.
  ///
  /// The problem `partly-restored` says why: two launches that ended before a window was active, or
  /// a delegate that failed to restore it.
  public func hasStateSetAside(_ id: SceneID) -> Bool { store.hasGivenUp(id) }

  /// Shows a window with the values that were set aside, for a user who wants them back.
  ///
  /// What the window has now is set aside in their place: doing it again undoes it. Values come
  /// back, not the activity, the trees and the positions of lists. A window that is shown
  /// disconnects first and connects again. Should its values end the app once more, they
  /// are set aside once more.
  ///
  /// ```swift
  /// if host.hasStateSetAside("B") { showWindow(try host.bringBackStateSetAside("B")) }
  /// ```
  /// - Parameter id: The window. With nothing set aside it only connects.
  /// - Returns: The connected scene, which is in front.
  /// - Throws: `no-such-window`; what keeps the store from writing: the window is connected as it
  ///   was then; and as ``reconnect(_:sessionsInUse:)``.
  @discardableResult
  public func bringBackStateSetAside(_ id: SceneID) throws(SceneProblem) -> ConnectedScene {
    guard roster[id] != nil else { throw .noSuchWindow(id) }
    if scene(id) != nil { try bring(id, to: .unattached) }
    do throws(SceneProblem) {
      // One that cannot be written to says so before anything waits to change places.
      try store.makeDurable()
      try store.scene(id).exchangeGivenUp()
      try store.makeDurable()
    } catch {
      try reconnect(id)
      throw error
    }
    return try reconnect(id)
  }
}
