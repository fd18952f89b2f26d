public import FoundationEssentials

/// Why a scene connects: what it was opened for.
///
/// At most one activity or URL is delivered to a connecting scene; what else came with it is here
/// to be looked at, and is reported as ignored.
///
/// ```swift
/// func scene(_ scene: ConnectedScene, willConnectWith options: ConnectionOptions) {
///   if options.isRestoring { showWelcomeBack() }
/// }
/// ```
public struct ConnectionOptions: Sendable {
  /// Whether the session existed before, so that stored values may be there.
  public let isRestoring: Bool
  /// The activities from outside, the delivered one first.
  public let activities: [UserActivity]
  /// The URL from outside.
  public let url: URL?
  /// Why the process started that connects the scene.
  public let reason: LaunchReason
  /// The value that the window was opened for, as JSON; nil for a window without one.
  public let value: Data?

  package init(
    isRestoring: Bool, activities: [UserActivity] = [], url: URL? = nil, value: Data? = nil,
    reason: LaunchReason = .launch
  ) {
    self.isRestoring = isRestoring
    self.reason = reason
    self.activities = activities
    self.url = url
    self.value = value
  }
}

/// Why a process of an app started; mirrors the reasons of the Wayland session protocol.
public enum LaunchReason: String, Hashable, Sendable, CaseIterable {
  /// The user or the system started it in the usual way.
  case launch
  /// The process before it ended while a window was in front: it crashed, or the power went.
  case recover
  /// The desktop session came back and brings its apps back.
  case sessionRestore = "session-restore"
}

/// Where something from outside comes from.
public enum ExternalSource: String, Hashable, Sendable, CaseIterable {
  /// Dropped by the user.
  case drag
  /// Handed over from another device.
  case handoff
  /// Found in the system's search.
  case spotlight
  /// Spoken.
  case siri
  /// Chosen from the app's icon.
  case quickAction = "quick-action"
  /// Opened from a note.
  case note
  /// Tapped in the list of notifications.
  case notification
  /// A link.
  case link
}
