import FoundationEssentials
import SceneState

/// The windows whose restoring goes on after their connect, each until a deadline.
final class LongRestorations {
  private unowned let host: SceneHost
  private var windows: [SceneID] = []

  init(_ host: SceneHost) { self.host = host }

  func extend(_ scene: ConnectedScene, by limit: Duration) {
    scene.restorationDeadline = host.clock() + limit.inSeconds
    if !windows.contains(scene.id) { windows.append(scene.id) }
  }

  func complete(_ scene: ConnectedScene) {
    scene.restorationDeadline = nil
    windows.removeAll { $0 == scene.id }
  }

  /// Reports the restorations that took too long.
  func timePassed() {
    for id in windows {
      guard let scene = host.scene(id), let deadline = scene.restorationDeadline else {
        windows.removeAll { $0 == id }
        continue
      }
      guard host.clock() >= deadline else { continue }
      complete(scene)
      host.report(.partlyRestored(id, "it was not complete in time"), id)
    }
  }
}

extension Duration {
  /// The same in seconds; one divided by another is not exact: `.seconds(39600) / .seconds(1)`.
  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
