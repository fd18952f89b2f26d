public import SceneState

extension SceneHost {
  /// Whether closing a window ends the app instead, so that the window comes back.
  ///
  /// Under ``RestorationProfile/wayland`` an app has no life without windows: its user ends it by
  /// closing the last one. A toolkit then calls ``willQuit(keepsWindows:)``, else ``discard(_:)``.
  ///
  /// - Parameter id: The window that the user closes.
  /// - Returns: Whether it is the last one of such an app.
  public func closingEndsApp(_ id: SceneID) -> Bool {
    profile == .wayland && scene(id) != nil && scenes.count == 1
  }
}
