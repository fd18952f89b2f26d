import FoundationEssentials
import SceneLifecycle
import SceneSimulator
import SceneScenarios
import SceneState

/// After an end that keeps state each window that comes back shows what it showed before.
enum Restores: Property {
  static let name = "restores"

  static func violation(in moment: ExploredStep, after history: History) -> Violation? {
    if history.isFaulted { return nil }
    if let found = reopenedTab(moment, history) { return found }
    let isUndone = moment.action.verb == "undo-close"
    // What comes from outside may lead a window elsewhere.
    for window in moment.connected where !moment.takers.contains(window.name) {
      let known = isUndone ? history.closed : history.asleep
      guard let asleep = known[window.name],
        RowModel(facts: moment.facts, stage: moment.stage).comesBack(asleep.shown),
        !asleep.isLed || moment.facts.app.externalWins != .everything
      else { continue }
      guard window.isRestored else {
        return Violation(
          property: name, cause: "window",
          sentence: "window \(window.name) does not come back: a new one opens instead",
          expectation: "{ \(window.name): { restored: true } }",
          lookedAt: "\(window.name).restored")
      }
      let check = WindowComparison(
        asleep: asleep, now: window, facts: moment.facts, stage: moment.stage)
      let found = check.tabs() ?? check.tab() ?? check.path() ?? check.place()
      if let found = found ?? check.values() ?? check.lists(moment.rows) ?? check.awaited()
        ?? check.debts(besides: moment.problems.compactMap(\.key))
      {
        return found
      }
    }
    return nil
  }

  /// A tab that is brought back as soon as it is closed is as it was.
  private static func reopenedTab(_ moment: ExploredStep, _ history: History) -> Violation? {
    guard moment.action.verb == "undo-close-tab", let name = moment.action.window,
      let was = history.tabClosed?.window(name), let now = moment.after.window(name),
      // One that had nothing may be forgotten; the one that is back is selected.
      let tab = now.tab, was.tabs.contains(tab),
      moment.before.window(name)?.tabs.contains(tab) == false,
      let found = LookDifference(
        was, now, moment.facts,
        counts: { keeper in
          guard case .key(let key) = keeper else { return false }
          return key.via == .store && !key.isTransient && key.name != StorageKey.selectedTab
        })
    else { return nil }
    return Violation(
      property: Self.name, cause: "\(found.what) tab",
      sentence: "`\(found.what)` is another one when a closed tab is back",
      expectation: found.expectation, lookedAt: "\(name).")
  }
}
