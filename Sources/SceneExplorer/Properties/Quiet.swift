internal import SceneLifecycle
import SceneScenarios
import SceneSimulator
internal import SceneState

/// No problem is reported but those that the steps so far allow.
enum Quiet: Property {
  static let name = "quiet"

  static func violation(in moment: ExploredStep, after history: History) -> Violation? {
    for problem in moment.problems where !isAllowed(problem, moment, history) {
      let place = problem.address ?? problem.window
      return Violation(
        property: name, cause: "\(problem.code) \(problem.key ?? "")",
        sentence: "`\(problem.code)` is reported" + (place.isEmpty ? "" : " for `\(place)`")
          + (history.isUpdated ? " after an update" : "")
          + (problem.detail.isEmpty ? "" : ": \(problem.detail)"),
        expectation: "{ problems: [] }", lookedAt: "problems")
    }
    return nil
  }

  /// Whether a window showed screens already of which the data have no row, as links may.
  private static func pointsNowhere(
    _ window: String, _ moment: ExploredStep, _ history: History
  ) -> Bool {
    let rows = RowModel(facts: moment.facts, stage: moment.stage)
    return history.asleep[window]?.shown.paths.contains { rows.kept($0) != $0 } ?? false
  }

  private static func isAllowed(
    _ problem: NoticedProblem, _ moment: ExploredStep, _ history: History
  ) -> Bool {
    switch problem.code {
    case .screenNotRestored, .listWasEmpty, .rowIsGone:
      history.hasChangedData || moment.action.verb == "change-data"
        || moment.facts.beginsWithOtherRows
        || pointsNowhere(problem.window, moment, history)
    // What leads nowhere says so; these are refused, or told.
    case .noSuchPlace, .notOurScheme, .noRoute:
      ["link", "open", "open-url", "launch"].contains(moment.action.verb)
    case .storeNotUsable, .valueNotReadable, .partlyRestored: history.isFaulted
    default: false
    }
  }
}
