package import SceneState

/// A session that an external event may be routed to.
package struct RouteCandidate: Hashable, Sendable {
  package var id: SceneID
  /// The session's number: the lower, the older.
  package var number: UInt32
  package var isConnected: Bool
  package var isForeground: Bool
  /// Whether this is the front window; without one the most recent in the foreground counts.
  package var isFront: Bool
  /// What the window last said it shows.
  package var identity: String?
  package var conditions: ActivationConditions
  /// The count of activations when the scene was active last.
  package var lastActive: Int64
  package var isRestorable: Bool

  package init(
    id: SceneID, number: UInt32, isConnected: Bool, isForeground: Bool, isFront: Bool = false,
    identity: String? = nil, conditions: ActivationConditions = ActivationConditions(),
    lastActive: Int64 = 0, isRestorable: Bool = true
  ) {
    self.id = id
    self.number = number
    self.isConnected = isConnected
    self.isForeground = isForeground
    self.isFront = isFront
    self.identity = identity
    self.conditions = conditions
    self.lastActive = lastActive
    self.isRestorable = isRestorable
  }

  /// Whether the session may be chosen: a window that does not come back cannot be.
  var isEligible: Bool { isConnected || isRestorable }

  /// Whether an event goes to this one rather than to the other if it may go to both.
  func precedes(_ other: RouteCandidate) -> Bool {
    if isConnected != other.isConnected { return isConnected }
    // One that is active now is the most recently active, whenever the other was activated.
    if isForeground != other.isForeground { return isForeground }
    if lastActive != other.lastActive { return lastActive > other.lastActive }
    return number < other.number
  }
}
