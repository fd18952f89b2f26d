/// An app as the windows see it: the one door for apps in Swift, apps of scenarios and toolkits.
///
/// The protocol is synchronous and bound to no actor; a class on the main actor conforms as it is.
public protocol SceneApp: AnyObject {
  /// What the app says about itself.
  var manifest: SceneManifest { get }

  /// Runs first in a new process, before anything is restored. Does nothing by default.
  func willFinishLaunching()

  /// Runs before the first scene connects. Does nothing by default.
  func didFinishLaunching()

  /// Makes the object that follows a scene while it is connected; runs inside the scene's scope.
  func makeDelegate(for scene: ConnectedScene, options: ConnectionOptions) -> any SceneDelegate

  /// Runs after the user has thrown windows away; their values are gone. Does nothing by default.
  func didDiscardSceneSessions(_ sessions: [SceneSession])
}

extension SceneApp {
  /// Does nothing.
  public func willFinishLaunching() {}

  /// Does nothing.
  public func didFinishLaunching() {}

  /// Does nothing.
  public func didDiscardSceneSessions(_ sessions: [SceneSession]) {}
}

/// Follows one scene from its connection to its disconnection.
///
/// Values written inside a callback belong to the same transaction as the change it reports.
public protocol SceneDelegate: AnyObject {
  /// Runs once after the delegate was made, before the scene becomes visible.
  func scene(_ scene: ConnectedScene, willConnectWith options: ConnectionOptions)

  /// Runs after each change of state but the last one. Does nothing by default.
  func scene(_ scene: ConnectedScene, didChange state: ActivationState)

  /// Runs when the scene has lost its window; the session stays. Does nothing by default.
  func sceneDidDisconnect(_ scene: ConnectedScene)
}

extension SceneDelegate {
  /// Does nothing.
  public func scene(_ scene: ConnectedScene, willConnectWith options: ConnectionOptions) {}

  /// Does nothing.
  public func scene(_ scene: ConnectedScene, didChange state: ActivationState) {}

  /// Does nothing.
  public func sceneDidDisconnect(_ scene: ConnectedScene) {}
}
