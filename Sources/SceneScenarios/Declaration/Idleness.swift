import SceneLifecycle
import SceneSimulator

/// Nobody does anything in an app for some time: `on-idle: { 10m: [ … ] }`.
enum Idleness {
  /// The key of the app under which its steps stand.
  static let key = "on-idle"

  /// The steps by which a user does something in an app, or comes to it.
  static let inputs: Set<String> = [
    "act", "activate", "append", "arrange", "clear", "close", "close-tab", "continue", "drag",
    "drop", "foreground", "link", "move-tab", "open", "open-tab", "open-url", "pick", "pop",
    "prepend", "push", "reconnect", "remove", "restore", "scroll", "select", "set", "show",
    "show-place", "undo-close", "undo-close-tab",
  ]

  /// Whether a step of the scenario is something that its user does.
  static func isEnded(by step: ParsedStep) -> Bool { inputs.contains(step.verb.name) }
}

extension StepContext {
  /// Its user does something in the app of the device: what waits until nobody does waits anew.
  func noteUse() {
    (simulation.app as? ScenarioApp)?.usedAt = simulation.now
  }
}
