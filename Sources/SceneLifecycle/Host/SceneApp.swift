/// An app as the windows see it: the one door for apps in Swift, apps of scenarios and toolkits.
///
/// The protocol is synchronous and bound to no actor. A class on the main actor says so twice, once
/// for itself and once for its conformance; where everything is on the main actor by default, not
/// at all. So it does with ``SceneDelegate``.
///
/// ```swift
/// @MainActor final class Notes: @MainActor SceneApp {
///   let manifest = SceneManifest(id: "com.example.notes")
///
///   func makeDelegate(
///     for scene: ConnectedScene, options: ConnectionOptions
///   ) -> any SceneDelegate { NotesScene(scene.scope) }
/// }
/// ```
public protocol SceneApp: AnyObject {
  /// What the app says about itself.
  var manifest: SceneManifest { get }

  /// Runs first in a new process, before anything is restored. Does nothing by default.
  func willFinishLaunching()

  /// Runs before the first scene connects. Does nothing by default.
  func didFinishLaunching()

  /// Makes the object that follows a scene while it is connected; runs inside the scene's scope.
  func makeDelegate(for scene: ConnectedScene, options: ConnectionOptions) -> any SceneDelegate

  /// Whether a window may come back, asked before it connects: one whose document is gone is thrown
  /// away with its values. True by default.
  func comesBack(_ session: SceneSession) -> Bool

  /// Whether a window that comes back waits with what was saved, asked before it connects, of a
  /// kind with ``SceneDeclaration/restoresOnDemand``. True by default.
  func restoresOnDemand(_ session: SceneSession) -> Bool

  /// Runs after the user has thrown windows away; their values are gone. Does nothing by default.
  func didDiscardSceneSessions(_ sessions: [SceneSession])
}

extension SceneApp {
  /// Does nothing.
  public func willFinishLaunching() {}

  /// Does nothing.
  public func didFinishLaunching() {}

  /// Lets all windows come back.
  public func comesBack(_ session: SceneSession) -> Bool { true }

  /// Lets all windows wait whose kind does.
  public func restoresOnDemand(_ session: SceneSession) -> Bool { true }

  /// Does nothing.
  public func didDiscardSceneSessions(_ sessions: [SceneSession]) {}
}

/// What became of an activity that a scene was to restore.
public enum RestorationOutcome: Hashable, Sendable {
  /// The scene shows again what the activity says.
  case restored
  /// The scene does not know the type: it is reported, the scene is usable, nothing is lost.
  case notRecognised
  /// Restoring failed, for this reason: the scene's state is destroyed on iPadOS and set aside
  /// elsewhere, so that the next connect does not fail again.
  case failed(String)
}

/// Follows one scene from its connection to its disconnection.
///
/// Values written inside a callback belong to the same transaction as the change it reports.
public protocol SceneDelegate: AnyObject {
  /// Runs once after the delegate was made, before the scene becomes visible: register handlers.
  func scene(_ scene: ConnectedScene, willConnectWith options: ConnectionOptions)

  /// Runs once per connect with the activity that was handed over last, unless something from
  /// outside decides what is shown. Answers `notRecognised` by default.
  func scene(_ scene: ConnectedScene, restore activity: UserActivity) -> RestorationOutcome

  /// Runs once per connect after `restore`, before the scene becomes visible: for what a user was
  /// doing, such as a selection. Does nothing by default.
  func sceneRestoreInteractionState(_ scene: ConnectedScene)

  /// Runs after each change of state but the last one. Does nothing by default.
  func scene(_ scene: ConnectedScene, didChange state: ActivationState)

  /// Runs when the scene has come to the front: another one was, or none was on the screen.
  ///
  /// Where windows stay active beside others, as on a desktop, nothing else tells of it; AppKit's
  /// `windowDidBecomeMain`. It comes at the end of the call that brought it about, for the scene
  /// that is in front then. Does nothing by default.
  func sceneDidComeToFront(_ scene: ConnectedScene)

  /// The activity to keep with the session; asked for after each change to the background.
  ///
  /// Nil clears what is kept. The scene's `userActivity` by default.
  func stateRestorationActivity(for scene: ConnectedScene) -> UserActivity?

  /// Runs before an activity arrives at the connected scene. Does nothing by default.
  func scene(_ scene: ConnectedScene, willContinueUserActivityOfType type: String)

  /// Runs after a handler has failed. Does nothing by default.
  func scene(
    _ scene: ConnectedScene, didFailToContinueUserActivityOfType type: String, error: any Error)

  /// Runs when another process has taken the session over, before the scene is disconnected.
  ///
  /// What the scene's objects write from now on is refused with the problem `session-in-use`, and
  /// what was not committed yet is gone; values read as the other process writes them. Does nothing
  /// by default.
  func sceneWasTakenOver(_ scene: ConnectedScene)

  /// Runs when the scene has lost its window; the session stays. Does nothing by default.
  func sceneDidDisconnect(_ scene: ConnectedScene)
}

extension SceneDelegate {
  /// Does nothing.
  public func scene(_ scene: ConnectedScene, willConnectWith options: ConnectionOptions) {}

  /// Answers that the activity is not known.
  public func scene(
    _ scene: ConnectedScene, restore activity: UserActivity
  ) -> RestorationOutcome { .notRecognised }

  /// Does nothing.
  public func sceneRestoreInteractionState(_ scene: ConnectedScene) {}

  /// Does nothing.
  public func scene(_ scene: ConnectedScene, didChange state: ActivationState) {}

  /// Does nothing.
  public func sceneDidComeToFront(_ scene: ConnectedScene) {}

  /// The scene's own activity.
  public func stateRestorationActivity(for scene: ConnectedScene) -> UserActivity? {
    scene.userActivity
  }

  /// Does nothing.
  public func scene(_ scene: ConnectedScene, willContinueUserActivityOfType type: String) {}

  /// Does nothing.
  public func scene(
    _ scene: ConnectedScene, didFailToContinueUserActivityOfType type: String, error: any Error
  ) {}

  /// Does nothing.
  public func sceneWasTakenOver(_ scene: ConnectedScene) {}

  /// Does nothing.
  public func sceneDidDisconnect(_ scene: ConnectedScene) {}
}

/// An app that can be taken back to an earlier moment while it runs, as a simulation's rewind does.
///
/// Not needed to be simulated: without it a simulation goes back only to moments at which the app
/// did not run.
public protocol SnapshotApp: SceneApp {
  /// Everything the app holds in memory, as a value.
  func snapshot() -> any Sendable

  /// Takes over what `snapshot()` gave; runs in a new object instead of the launch callbacks.
  func restore(_ snapshot: any Sendable)

  /// Everything that the delegate of a scene holds in memory, as a value.
  func snapshot(of scene: ConnectedScene) -> any Sendable

  /// Makes the delegate of a scene as it was; registers its handlers anew and tells nobody.
  func makeDelegate(for scene: ConnectedScene, from snapshot: any Sendable) -> any SceneDelegate
}
