package import SceneState

/// Says why a simulated step was refused; nothing has changed then.
public struct StepFailure: Error, Hashable, Sendable {
  /// The stable name of the reason, as in scenarios.
  public let code: String
  /// The reason as a sentence: lower case, no final stop.
  public let message: String
  /// What to do instead, if there is advice.
  public let hint: String?

  /// Makes a failure.
  ///
  /// - Parameters:
  ///   - code: The stable name of the reason.
  ///   - message: The reason as a sentence.
  ///   - hint: What to do instead.
  public init(_ code: String, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

extension StepFailure {
  static let appNotRunning = StepFailure(
    "app-not-running", "the app is not running", hint: "`launch` first")

  static func alreadyRunning(_ name: String) -> StepFailure {
    StepFailure(
      "already-running", "\(name) is running already",
      hint: "`open` opens one more window, `foreground` brings the app back")
  }

  static func appInForeground(_ windows: String) -> StepFailure {
    StepFailure(
      "app-in-foreground", "the system does not take an app that is in front (\(windows))",
      hint: "`background` first – or `stop` if you mean Xcode's stop button, which saves nothing")
  }

  static func noSuchWindow(_ name: String, known: [String]) -> StepFailure {
    let list =
      known.isEmpty ? "no window was opened yet" : "there are \(known.joined(separator: ", "))"
    return StepFailure("no-such-window", "no window is called \(name): \(list)")
  }

  static func windowNotConnected(_ name: String, isClosed: Bool) -> StepFailure {
    StepFailure(
      "window-not-connected", "\(name) is \(isClosed ? "closed" : "disconnected")",
      hint: isClosed ? nil : "`reconnect: \(name)` brings it back")
  }

  static func windowExists(_ name: String, isConnected: Bool) -> StepFailure {
    StepFailure(
      "window-exists", "\(name) is \(isConnected ? "open" : "disconnected") already",
      hint: isConnected ? "`activate: \(name)` brings it to the front" : "`reconnect: \(name)`")
  }

  static func wrongPhase(_ name: String, is phase: String, needs: String) -> StepFailure {
    StepFailure("wrong-phase", "\(name) is \(phase), not \(needs)")
  }

  static let oneWindowApp = StepFailure(
    "one-window-app", "this app has one window (`windows: one`), and it exists already")

  /// Wraps what the store or the lifecycle refused.
  package init(_ problem: SceneProblem) {
    self.init(problem.code.rawValue, problem.description)
  }
}
