import SceneState

/// Counts launches that end the process before a scene is active.
///
/// Each launch is counted durably on the sessions that come back, and taken back when they are
/// active. After a launch that failed, the next one is careful: each window comes back by itself
/// and is counted by itself, so that only the state that ends the process is set aside.
final class LaunchGuard {
  private unowned let host: SceneHost

  init(_ host: SceneHost) { self.host = host }

  /// How many launches in a row may end before a scene is active.
  private static let launchLimit: Int64 = 2

  /// Counts this launch on the sessions that come back, on the disk.
  ///
  /// A launch that ends the process is known by a count that was not taken back. After two such
  /// ends the state is set aside.
  ///
  /// - Returns: Whether the launch before this one failed.
  func begin(with sessions: [SceneSession]) -> Bool {
    guard host.guardsLaunch, !sessions.isEmpty else { return false }
    let isCareful = sessions.contains { $0.record.failedLaunches > 0 }
    host.calls.change {
      for session in sessions {
        if session.record.failedLaunches >= Self.launchLimit {
          host.restoring.giveUp(
            session.id, "the app ended \(session.record.failedLaunches) times while it came back")
          host.roster.update(session.id) { $0.failedLaunches = 0 }
        }
        host.roster.update(session.id) { $0.failedLaunches += 1 }
      }
    }
    // Without a usable store nothing comes back that could end the process.
    try? host.store.makeDurable()
    return isCareful
  }

  /// Changes the count of sessions, on the disk.
  func count(_ sessions: [SceneSession], by number: Int64) {
    host.calls.change {
      for session in sessions {
        host.roster.update(session.id) { $0.failedLaunches = max(0, $0.failedLaunches + number) }
      }
    }
    // A count that is not written guards nothing, and the store tells why.
    try? host.store.makeDurable()
  }

  /// A scene became active: its launch has not failed.
  func succeeded(_ scene: ConnectedScene) {
    host.roster.update(scene.id) { $0.failedLaunches = 0 }
  }
}
