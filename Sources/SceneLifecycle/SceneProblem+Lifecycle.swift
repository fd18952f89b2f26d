import SceneState

extension SceneProblem {
  /// No session bears the identifier.
  static func noSuchWindow(_ id: SceneID) -> SceneProblem {
    lifecycle("no-such-window", id)
  }

  /// The session exists, but no window shows it.
  static func windowNotConnected(_ id: SceneID) -> SceneProblem {
    lifecycle("window-not-connected", id)
  }

  /// A session bears the identifier already.
  static func windowExists(_ id: SceneID) -> SceneProblem {
    lifecycle("window-exists", id)
  }

  /// The manifest allows one window, and there is one.
  static func oneWindowApp(_ id: SceneID) -> SceneProblem {
    lifecycle("one-window-app", id)
  }

  /// No direct way leads from one state to the other.
  static func wrongPhase(_ id: SceneID, from: ActivationState, to: ActivationState) -> SceneProblem
  {
    lifecycle("wrong-phase", id, "from \(from.rawValue) to \(to.rawValue)")
  }

  private static func lifecycle(
    _ code: String, _ id: SceneID, _ detail: String = ""
  ) -> SceneProblem {
    SceneProblem(Code(rawValue: code), address: id.rawValue, detail: detail)
  }
}
