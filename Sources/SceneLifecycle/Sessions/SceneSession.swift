public import FoundationEssentials
public import SceneState

/// What outlives a window: its identifier, its title and what a launch needs to know.
///
/// A session is made when a window opens first and lives until the window is discarded; ends of
/// the process, disconnecting and reconnecting leave it alone. This is a copy: later changes of
/// the session do not reach it.
public struct SceneSession: Identifiable, Hashable, Sendable {
  /// The persistent identifier of the window.
  public let id: SceneID
  /// The number under which the store keeps the session's values; never used again.
  package internal(set) var number: UInt32
  package var record: SceneRecord

  /// The title the window had last, or nil if it never had one.
  public var title: String? { record.title }

  /// The name of the scene declaration that the window belongs to.
  public var sceneName: String { record.scene }

  /// When the window was active last, also in an earlier process; nil if it never was.
  ///
  /// While it is active, and after a process that ended meanwhile, it is when the window became
  /// active.
  public var lastActive: Date? { record.activation == 0 ? nil : record.lastActive }

  /// The activity that was handed over last, or nil if none was or it was cleared.
  public var stateRestorationActivity: UserActivity? { record.activity }
}
