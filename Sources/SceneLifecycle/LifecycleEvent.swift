package import SceneState

/// What a host tells whoever watches it, in the order in which it happens.
package enum LifecycleEvent: Hashable, Sendable {
  case willFinishLaunching
  case didFinishLaunching
  /// A session was made; its scene connects next.
  case configurationForConnecting(SceneID)
  case willConnect(SceneID, session: UInt32, isNew: Bool)
  case didChange(SceneID, ActivationState.Callback)
  /// The scene was asked for its state restoration activity; this version has none to give.
  case askedForActivity(SceneID)
  case didDiscard(SceneID)
  /// Something of the session's record could not be read.
  case partlyRestored(SceneID)
}
