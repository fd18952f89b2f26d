import SceneState

extension SceneProblem {
  /// No session bears the identifier.
  static func noSuchWindow(_ id: SceneID) -> SceneProblem { lifecycle("no-such-window", id) }

  /// The session exists, but no window shows it.
  static func windowNotConnected(_ id: SceneID) -> SceneProblem {
    lifecycle("window-not-connected", id)
  }

  /// Another process that still runs has the session open.
  static func sessionInUse(_ id: SceneID) -> SceneProblem { lifecycle("session-in-use", id) }

  /// A session bears the identifier already.
  static func windowExists(_ id: SceneID) -> SceneProblem { lifecycle("window-exists", id) }

  /// The manifest allows one window, and there is one.
  static func oneWindowApp(_ id: SceneID) -> SceneProblem { lifecycle("one-window-app", id) }

  /// No direct way leads from one state to the other.
  static func wrongPhase(_ id: SceneID, from: ActivationState, to: ActivationState) -> SceneProblem
  {
    lifecycle("wrong-phase", id, "from \(from.rawValue) to \(to.rawValue)")
  }

  /// The manifest declares no scene of this name.
  static func noSuchScene(_ name: String) -> SceneProblem {
    lifecycle("no-such-scene", nil, "the app declares no scene `\(name)`")
  }

  /// The manifest does not declare the activity type.
  static func activityNotDeclared(_ type: String) -> SceneProblem {
    lifecycle("activity-not-declared", nil, "the app does not declare \(type)")
  }

  /// The content of an activity is not what the manifest declares for its type.
  static func payloadMismatch(_ type: String, _ reason: String) -> SceneProblem {
    lifecycle("payload-mismatch", nil, "\(type): \(reason)")
  }

  /// No window and no scene declaration takes what came from outside.
  static func noRoute(_ text: String?) -> SceneProblem {
    lifecycle("no-route", nil, text.map { "nothing takes \($0)" } ?? "nothing takes it")
  }

  /// The value a window was to be opened for cannot be encoded.
  static func valueNotEncodable() -> SceneProblem {
    lifecycle("value-not-encodable", nil, "the value of the window")
  }

  /// A handler of the app failed.
  static func handlerFailed(_ id: SceneID, _ reason: String) -> SceneProblem {
    lifecycle("handler-failed", id, reason)
  }

  /// The app does not know the activity that was saved.
  static func activityNotRecognised(_ id: SceneID, _ type: String) -> SceneProblem {
    lifecycle("activity-not-recognised", id, type)
  }

  /// Something of a session could not come back.
  static func partlyRestored(_ id: SceneID, _ what: String) -> SceneProblem {
    lifecycle("partly-restored", id, what)
  }

  private static func lifecycle(
    _ code: String, _ id: SceneID?, _ detail: String = ""
  ) -> SceneProblem {
    SceneProblem(Code(rawValue: code), address: id?.rawValue ?? "", detail: detail)
  }
}
