public import SceneState

extension SceneProblem.Code {
  /// No session bears the identifier.
  public static let noSuchWindow = Self(rawValue: "no-such-window")
  /// The session exists, but no window shows it.
  public static let windowNotConnected = Self(rawValue: "window-not-connected")
  /// A session bears the identifier already.
  public static let windowExists = Self(rawValue: "window-exists")
  /// Another window was opened for the same value.
  public static let valueIsShown = Self(rawValue: "value-is-shown")
  /// The manifest allows one window, and there is one.
  public static let oneWindowApp = Self(rawValue: "one-window-app")
  /// No direct way leads from the state of the window to the wanted one.
  public static let wrongPhase = Self(rawValue: "wrong-phase")
  /// The manifest declares no scene of this name.
  public static let noSuchScene = Self(rawValue: "no-such-scene")
  /// The manifest does not declare the type of an activity; nothing is delivered.
  public static let activityNotDeclared = Self(rawValue: "activity-not-declared")
  /// The content of an activity is not what the manifest declares for its type.
  public static let payloadMismatch = Self(rawValue: "payload-mismatch")
  /// No window and no scene declaration takes what came from outside.
  public static let noRoute = Self(rawValue: "no-route")
  /// A handler of the app failed; the window is told with `didFail`.
  public static let handlerFailed = Self(rawValue: "handler-failed")
  /// The app does not know the activity that was saved; its values are left out.
  public static let activityNotRecognised = Self(rawValue: "activity-not-recognised")
  /// Something of a session could not come back; the rest did.
  public static let partlyRestored = Self(rawValue: "partly-restored")
}

extension SceneProblem {
  /// No session bears the identifier.
  static func noSuchWindow(_ id: SceneID) -> SceneProblem { lifecycle(.noSuchWindow, id) }

  /// The session exists, but no window shows it.
  static func windowNotConnected(_ id: SceneID) -> SceneProblem {
    lifecycle(.windowNotConnected, id)
  }

  /// Another process that still runs has the session open.
  static func sessionInUse(_ id: SceneID) -> SceneProblem { lifecycle(.sessionInUse, id) }

  /// A session bears the identifier already.
  static func windowExists(_ id: SceneID) -> SceneProblem { lifecycle(.windowExists, id) }

  /// Another window was opened for the same value.
  static func valueIsShown(_ id: SceneID) -> SceneProblem {
    lifecycle(.valueIsShown, id, "\(id.rawValue) was opened for this value")
  }

  /// The manifest allows one window, and there is one.
  static func oneWindowApp(_ id: SceneID) -> SceneProblem { lifecycle(.oneWindowApp, id) }

  /// No direct way leads from one state to the other.
  static func wrongPhase(_ id: SceneID, from: ActivationState, to: ActivationState) -> SceneProblem
  {
    lifecycle(.wrongPhase, id, "from \(from.rawValue) to \(to.rawValue)")
  }

  /// The manifest declares no scene of this name.
  static func noSuchScene(_ name: String) -> SceneProblem {
    lifecycle(.noSuchScene, nil, "the app declares no scene `\(name)`")
  }

  static func activityNotDeclared(_ type: String) -> SceneProblem {
    lifecycle(.activityNotDeclared, nil, "the app does not declare \(type)")
  }

  /// The content of an activity is not what the manifest declares for its type.
  static func payloadMismatch(_ type: String, _ reason: String) -> SceneProblem {
    lifecycle(.payloadMismatch, nil, "\(type): \(reason)")
  }

  /// No window and no scene declaration takes what came from outside.
  static func noRoute(_ text: String?) -> SceneProblem {
    lifecycle(.noRoute, nil, text.map { "nothing takes \($0)" } ?? "nothing takes it")
  }

  /// The value a window was to be opened for cannot be encoded.
  static func valueNotEncodable() -> SceneProblem {
    lifecycle(.valueNotEncodable, nil, "the value of the window")
  }

  static func handlerFailed(_ id: SceneID, _ reason: String) -> SceneProblem {
    lifecycle(.handlerFailed, id, reason)
  }

  /// The app does not know the activity that was saved.
  static func activityNotRecognised(_ id: SceneID, _ type: String) -> SceneProblem {
    lifecycle(.activityNotRecognised, id, type)
  }

  /// Something of a session could not come back.
  static func partlyRestored(_ id: SceneID, _ what: String) -> SceneProblem {
    lifecycle(.partlyRestored, id, what)
  }

  private static func lifecycle(
    _ code: Code, _ id: SceneID?, _ detail: String = ""
  ) -> SceneProblem {
    SceneProblem(code, address: id?.rawValue ?? "", detail: detail)
  }
}
