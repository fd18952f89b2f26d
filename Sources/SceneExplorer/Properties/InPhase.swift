import SceneLifecycle
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
    switch action.verb {
    case "background":
      let behind = windows.filter { named == nil || $0.name == named }
      return behind.first { $0.phase != .background }.map {
        not(in: .background, $0, action)
      }
    case "resign":
      return windows.first { $0.name == named && $0.phase == .active }.map {
        not(in: .inactive, $0, action)
      }
    case "activate", "open", "reconnect":
      guard let named else { return nil }
      guard let window = moment.after.window(named) else { return absent(named, action) }
      return window.phase == .active ? nil : not(in: .active, window, action)
    case "launch", "foreground":
      guard action.argument == nil, let front = moment.after.front.flatMap(moment.after.window)
      else { return nil }
      return front.phase == .active ? nil : not(in: .active, front, action)
    case "disconnect":
      return windows.first { $0.name == named }.map { window in
        Violation(
          property: name, cause: action.verb,
          sentence: "window \(window.name) is connected still after `\(action.verb)`",
          expectation: "{ \(window.name): { phase: disconnected } }",
          lookedAt: "\(window.name).phase")
      }
    default: return nil
    }
  }

  private static func not(
    in phase: WindowPhase, _ window: StageLook.Window, _ action: Action
  ) -> Violation {
    Violation(
      property: name, cause: action.verb,
      sentence: "window \(window.name) is \(window.phase.rawValue) after `\(action.verb)`",
      expectation: "{ \(window.name): { phase: \(phase.rawValue) } }",
      lookedAt: "\(window.name).phase")
  }

  private static func absent(_ window: String, _ action: Action) -> Violation {
    Violation(
      property: name, cause: action.verb,
      sentence: "window \(window) is not connected after `\(action.verb)`",
      expectation: "{ \(window): { phase: active } }", lookedAt: "\(window).phase")
  }
}
