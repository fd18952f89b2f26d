import SceneLifecycle
import SceneState

/// A candidate that is in the foreground and says nothing, but for what is given.
func candidate(
  _ id: SceneID, _ number: UInt32, connected: Bool = true, foreground: Bool = true,
  front: Bool = false, identity: String? = nil, can: [String] = ["*"], prefers: [String] = [],
  active: Int64 = 0, restorable: Bool = true
) -> RouteCandidate {
  RouteCandidate(
    id: id, number: number, isConnected: connected, isForeground: connected && foreground,
    isFront: front, identity: identity,
    conditions: ActivationConditions(can: can, prefers: prefers), lastActive: active,
    isRestorable: restorable)
}
