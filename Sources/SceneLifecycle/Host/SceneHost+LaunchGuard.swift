import SceneState

/// Launches that end the process before a scene is active.
///
/// Each launch is counted durably on the sessions that come back, and taken back when they are
/// active. After a launch that failed, the next one is careful: each window comes back by itself
/// and is counted by itself, so that only the state that ends the process is set aside.
extension SceneHost {
  /// How many launches in a row may end before a scene is active.
  private static let launchLimit: Int64 = 2

  /// Counts this launch on the sessions that come back, on the disk.
  ///
  /// A launch that ends the process is known by a count that was not taken back. After two such
  /// ends the state is set aside.
  ///
  /// - Returns: Whether the launch before this one failed.
  func countLaunch(of sessions: [SceneSession]) -> Bool {
    guard guardsLaunch, !sessions.isEmpty else { return false }
    let isCareful = sessions.contains { $0.record.failedLaunches > 0 }
    change {
      for session in sessions {
        if session.record.failedLaunches >= Self.launchLimit {
          giveUp(
            session.id, "the app ended \(session.record.failedLaunches) times while it came back")
          roster.update(session.id) { $0.failedLaunches = 0 }
        }
        roster.update(session.id) { $0.failedLaunches += 1 }
      }
    }
    // Without a usable store nothing comes back that could end the process.
    try? store.makeDurable()
    return isCareful
  }

  /// Connects the windows one by one, each count on the disk before and after.
  func connectCarefully(_ request: LaunchRequest) {
    // The app itself has come up: from here on it is the windows that are counted.
    count(sessionsToConnect(naming: request.id), by: -1)
    connectWindows(request) { session, external in
      count([session], by: 1)
      change { connect(roster[session.id] ?? session, external) }
      // As above; a commit that fails is among the problems of the store.
      try? store.makeDurable()
    }
    // What was opened beside them is written too.
    change {}
  }

  private func count(_ sessions: [SceneSession], by number: Int64) {
    change {
      for session in sessions {
        roster.update(session.id) { $0.failedLaunches = max(0, $0.failedLaunches + number) }
      }
    }
    // As above: a count that is not written guards nothing, and the store tells why.
    try? store.makeDurable()
  }

  /// A scene became active: its launch has not failed.
  func noteLaunched(_ scene: ConnectedScene) {
    roster.update(scene.id) { $0.failedLaunches = 0 }
  }

  /// Takes the state of a scene away that cannot be restored, as the profile says.
  func giveUp(_ id: SceneID, _ reason: String) {
    let isKept = profile.fateAfterFailedRestoration == .setAside
    store.giveUp(id, keepingSetAside: isKept)
    scene(id)?.identity = nil
    roster.update(id) { record in
      record.activity = nil
      record.lists = ListPositions()
      record.archive = nil
      record.title = nil
      record.identity = nil
    }
    report(.partlyRestored(id, reason), id)
  }
}
