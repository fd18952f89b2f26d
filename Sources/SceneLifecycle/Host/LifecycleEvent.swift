package import SceneState

/// What a host tells whoever watches it, in the order in which it happens.
package enum LifecycleEvent: Hashable, Sendable {
  case willFinishLaunching
  case didFinishLaunching
  /// A session was made; its scene connects next.
  case configurationForConnecting(SceneID)
  /// A window comes to the front instead of a new one: it was opened for the same value.
  case valueIsShown(SceneID)
  case willConnect(SceneID, session: UInt32, isNew: Bool)
  case didChange(SceneID, ActivationState.Callback)
  /// The scene was asked for its state restoration activity; nil is none, which clears what was
  /// stored.
  case stateRestorationActivity(SceneID, type: String?, hasCleared: Bool)
  case didDiscard(SceneID)
  /// The session went because more windows that are not open are kept than retention allows.
  case forgotten(SceneID)
  /// The session went at the launch: its kind is not restored, or declared no more, or the app said
  /// no.
  case notRestored(SceneID, kind: String)
  /// What the window handed over last was too old when it came back.
  case expired(SceneID)
  /// An activity is about to arrive at a connected scene.
  case willContinue(SceneID, type: String)
  /// An activity arrives; so many handlers are live.
  case continuing(SceneID, type: String, handlers: Int)
  /// A handler has its turn: of the window, a tab, or a place inside it.
  case handled(SceneID, type: String, at: String)
  case didFail(SceneID, type: String)
  /// Nobody takes the activity yet.
  case queued(SceneID, type: String)
  /// Nobody took the activity before the scene went away.
  case dropped(SceneID, type: String)
  case openURL(SceneID, String)
  /// Something of the restoration tree, in its own words.
  case tree(String)
  /// Something was noticed while the scene went on.
  case problem(SceneProblem, SceneID?)
  /// It was decided where something from outside goes; for explanations.
  case routed(RouteDecision)
  /// More came with a connection than one scene can take.
  case ignored(SceneID, String)
}
