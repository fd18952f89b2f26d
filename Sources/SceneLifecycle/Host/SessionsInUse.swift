import SceneState

/// What becomes of a window that another process, which still runs, has open.
///
/// ```swift
/// let host = SceneHost(HawkNotes(), store: store, sessionsInUse: .takeOver)
/// ```
public enum SessionsInUse: String, Hashable, Sendable, CaseIterable {
  /// It stays there: a launch leaves it out, asking for it is the problem `session-in-use`.
  case stay
  /// It comes here. The other process is told with `sceneWasTakenOver(_:)`
  /// and the problem `session-in-use`; what it writes into the window after that is not stored.
  case takeOver = "take-over"

  var kind: ClaimKind {
    switch self {
    case .stay: .existing
    case .takeOver: .takeover
    }
  }
}
