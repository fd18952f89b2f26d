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
      guard let before = last.look.window(window.name),
        let part = WindowDifference(window, from: before, moment.facts)
      else { continue }
      return found(
        part.name, "`\(part.name)` of window \(window.name) is another one each time it comes back",
        Expected(part.expected.text, at: ""))
    }
    let names = last.look.windows.map(\.name)
    if names != moment.after.windows.map(\.name) {
      // Those that the app itself opens are new each time.
      if moment.movesWindows { return nil }
      return found(
        "windows", "other windows come back each time",
        Expected("{ windows: \(last.look.names.flowList) }", at: "windows"))
    }
    let (stored, old) = (moment.stage.stored, last.stored)
    let facts = moment.facts
    let left = facts.phaseWrites.union(facts.app.keys.filter(facts.forgets).map(\.name))
    return stored.difference(old, leavingOut: left).map { place in
      let wanted =
        stored.count == old.count ? "bytes: \(old.bytes)" : "entries: \(old.count)"
      return found(
        "store \(place.key)", "\(place) is stored otherwise each time the app starts",
        Expected("{ store: { \(wanted) } }", at: "store"))
    }
  }
}
