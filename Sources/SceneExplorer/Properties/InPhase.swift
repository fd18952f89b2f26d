import SceneScenarios
import SceneSimulator

/// Each window is in the phase to which the step brings it.
enum InPhase: Property {
  static let name = "phases"

  static func violation(in moment: ExploredStep, after history: History) -> Violation? {
    guard !history.isFaulted, !moment.isKilled, moment.after.isRunning, !moment.movesWindows
    else { return nil }
    return phase(moment) ?? OnScreen.violation(in: moment, after: history)
  }

  private static func phase(_ moment: ExploredStep) -> Violation? {
    let (action, windows) = (moment.action, moment.after.windows)
    let named = action.argument?.text
    func wrong(_ window: String, _ shown: WindowPhase?, _ wanted: WindowPhase) -> Violation {
      let isLeft = wanted == .disconnected
      let words = isLeft ? "connected still" : shown?.rawValue ?? "not connected"
      return found(
        action.verb, "window \(window) is \(words) after `\(action.verb)`",
        .of(window, "phase", wanted.rawValue))
    }
    switch action.verb {
    case "background":
      return windows.first { (named == nil || $0.name == named) && $0.phase != .background }
        .map { wrong($0.name, $0.phase, .background) }
    case "resign":
      return windows.first { $0.name == named && $0.phase == .active }
        .map { wrong($0.name, $0.phase, .inactive) }
    case "disconnect":
      return windows.first { $0.name == named }.map { wrong($0.name, $0.phase, .disconnected) }
    case "activate", "open", "reconnect", "launch", "foreground":
      let isStart = ["launch", "foreground"].contains(action.verb)
      let front = action.argument == nil ? moment.after.front : nil
      guard let name = isStart ? front : named else { return nil }
      let window = moment.after.window(name)
      guard window?.phase != .active, window != nil || !isStart else { return nil }
      return wrong(name, window?.phase, .active)
    default: return nil
    }
  }
}
