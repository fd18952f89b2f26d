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
      return found(
        "\(problem.code) \(subject(of: problem, moment))",
        "`\(problem.code)` is reported" + (place.isEmpty ? "" : " for `\(place)`")
          + (history.isUpdated ? " after an update" : "") + words(problem)
          + (problem.code == .noSuchTab ? "; another tab is shown instead" : ""),
        Expected("{ problems: [] }", at: "problems"))
    }
    return nil
  }

  /// The key that a problem is about; of a row that is kept in a place, the kind of the place.
  private static func subject(of problem: NoticedProblem, _ moment: ExploredStep) -> String {
    guard let key = problem.key, problem.code == .rowIsGone, moment.facts.app.key(key) == nil,
      let parts = problem.address?.split(separator: "/").dropLast(), let kind = parts.last
    else { return problem.key ?? "" }
    return String(kind)
  }

  /// What the problem says of itself; what a declared app cannot do is none of its ways out.
  private static func words(_ problem: NoticedProblem) -> String {
    if problem.code == .valueInOtherScope {
      return ": its `scope` is another one, and what was stored stays where it was"
    }
    return problem.detail.isEmpty ? "" : ": \(problem.detail)"
  }

  private static func isAllowed(
    _ problem: NoticedProblem, _ moment: ExploredStep, _ history: History
  ) -> Bool {
    switch problem.code {
    // Of a tab that is not looked into nobody knows whether it showed what there is not.
    case .screenNotRestored where moment.facts.isUnseen(tabOf: problem): true
    case .screenNotRestored, .listWasEmpty, .rowIsGone,
      .noSuchTab where moment.facts.hasTabsOfRows:
      history.hasChangedData || moment.action.verb == "change-data"
        || moment.facts.beginsWithOtherRows
        || history.hasPointedNowhere
    // What leads nowhere says so; these are refused, or told.
    case .noSuchPlace, .notOurScheme, .noRoute:
      ["link", "open", "open-url"].contains(moment.action.verb)
        || moment.action.verb == "launch" && moment.action.argument?.map != nil
    // With `key-version` an app says that what there was is of no use any more.
    case .valueNotReadable:
      history.isFaulted
        || history.isUpdated && problem.key.flatMap(moment.facts.app.key)?.version != nil
    case .storeNotUsable, .partlyRestored: history.isFaulted
    // Tabs that were opened or closed without a store take the place of those that it had.
    case .noSuchTab: history.isFaulted && moment.facts.opensTabs
    default: false
    }
  }
}
