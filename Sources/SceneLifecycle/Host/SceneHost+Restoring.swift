import FoundationEssentials
import SceneState

extension SceneHost {
  func extendRestoration(of scene: ConnectedScene, by limit: Duration) {
    let (seconds, attoseconds) = limit.components
    scene.restorationDeadline = clock() + Double(seconds) + Double(attoseconds) / 1e18
    if !restoring.contains(scene.id) { restoring.append(scene.id) }
  }

  func completeRestoration(of scene: ConnectedScene) {
    scene.restorationDeadline = nil
    restoring.removeAll { $0 == scene.id }
  }

  /// Tells the host that time has passed: restoring that takes too long is reported, and windows
  /// that another process has taken over are let go.
  ///
  /// A toolkit calls it from a timer of its own while a scene's `isRestoring` is true, and when the
  /// store reports `session-in-use`.
  public func timePassed() {
    noticeTakeovers()
    for id in restoring {
      guard let scene = scene(id), let deadline = scene.restorationDeadline else {
        restoring.removeAll { $0 == id }
        continue
      }
      guard clock() >= deadline else { continue }
      completeRestoration(of: scene)
      report(.partlyRestored(id, "it was not complete in time"), id)
    }
  }
}
