import SceneScenarios
import SceneSimulator

/// Restoring twice without input gives the same windows and the same values.
enum Steady: Property {
  static let name = "steady"

  static func violation(in moment: ExploredStep, after history: History) -> Violation? {
    // The first launch may settle what the last one could not.
    guard moment.action.verb == "launch", moment.action.argument == nil, !history.isFaulted,
      history.restarts.count >= 2, let last = history.restarts.last
    else { return nil }
    for window in moment.after.windows {
      guard let before = last.look.window(window.name) else { continue }
      guard let found = LookDifference(before, window, moment.facts) else { continue }
      return Violation(
        property: name, cause: found.what,
        sentence: "`\(found.what)` of window \(window.name) is another one each time it comes back",
        expectation: found.expectation, lookedAt: "")
    }
    let names = last.look.windows.map(\.name)
    if names != moment.after.windows.map(\.name) {
      return Violation(
        property: name, cause: "windows", sentence: "other windows come back each time",
        expectation: "{ windows: [\(last.look.names.map(\.flowScalar).joined(separator: ", "))] }",
        lookedAt: "windows")
    }
    return dump(last, moment)
  }

  private static func dump(_ last: History.Restart, _ moment: ExploredStep) -> Violation? {
    let stored = moment.stage.stored
    guard let place = stored.difference(last.stored, leavingOut: moment.facts.phaseWrites) else {
      return nil
    }
    let count = last.stored.count
    return Violation(
      property: name, cause: "store \(place.key)",
      sentence: "\(place) is stored otherwise each time the app starts",
      expectation: stored.count == count
        ? "{ store: { bytes: \(last.stored.bytes) } }" : "{ store: { entries: \(count) } }",
      lookedAt: "store")
  }
}
