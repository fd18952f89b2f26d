// Calls that were refused: steps that fail in the same way, where the scenario would refuse them
// for the same reason. What a handler of the app refused is a comment.
extension RecordedSteps {
  mutating func refused(_ event: LoggedEvent, _ code: String) {
    guard let step = refusedStep(event, code) else {
      return comment("refused: \(event.name) \(event.text("scene") ?? "") [\(code)]")
    }
    self.step("{ \(step), fails: \(code) }")
  }

  private func refusedStep(_ event: LoggedEvent, _ code: String) -> String? {
    let id = event.text("scene")
    let window = id.flatMap { windows[$0] }
    let name = window?.name ?? id.flatMap { closed[$0]?.name } ?? nextName
    switch event.name {
    case "open":
      switch code {
      case "one-window-app" where app.header.text("windows") == "one" && !windows.isEmpty:
        return "open: \(nextName)"
      case "window-exists" where window != nil: return "open: \(name)"
      case "no-such-scene":
        return event.text("kind").map {
          "open: { window: \(nextName), scene: \(FlowText.scalar($0)) }"
        }
      default: return nil
      }
    case "drag", "continue": return refusedActivity(event, code)
    case "close", "reconnect", "activate", "resign", "background", "foreground", "disconnect":
      guard id != nil, isRefused(event.name, window, code) else { return nil }
      return "\(event.name): \(name)"
    default: return nil
    }
  }

  /// Whether a step refuses a window in this state for this reason.
  private func isRefused(_ verb: String, _ window: RecordedWindows.Window?, _ code: String) -> Bool
  {
    switch (code, window?.phase) {
    case ("no-such-window", nil): true
    case ("window-not-connected", "disconnected"?): verb != "reconnect" && verb != "close"
    case ("wrong-phase", let phase?):
      switch verb {
      case "resign": phase != "active" && phase != "disconnected"
      case "disconnect": phase == "active" || phase == "inactive"
      case "reconnect": phase != "disconnected"
      default: false
      }
    default: false
    }
  }

  private func refusedActivity(_ event: LoggedEvent, _ code: String) -> String? {
    guard code == "activity-not-declared", let activity = event.map("activity"),
      let from = front.map({ windows[$0] }) ?? windows.firstConnected, from.isConnected
    else { return nil }
    let fields = self.fields(of: activity)
    return event.name == "drag"
      ? "drag: \(FlowText.map(["from: \(from.name)"] + fields + ["drop: right-edge"]))"
      : "continue: \(FlowText.map(fields))"
  }
}
