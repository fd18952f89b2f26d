import SceneLifecycle
import SceneScenarios
import SceneSimulator

/// After an end that keeps state each window that comes back shows what it showed before.
enum Restores: Property {
  static let name = "restores"

  static func violation(in moment: ExploredStep, after history: History) -> Violation? {
    if history.isFaulted { return nil }
    if let found = reopenedTab(moment, history) ?? wiped(moment) { return found }
    let isUndone = moment.action.verb == "undo-close"
    // What comes from outside may lead a window elsewhere.
    for window in moment.connected where !moment.takers.contains(window.name) {
      let known = isUndone ? history.closed : history.asleep
      let rows = RowModel(facts: moment.facts, stage: moment.stage)
      guard let asleep = known[window.name], rows.comesBack(asleep.shown),
        !asleep.isLed || moment.facts.app.externalWins != .everything
      else { continue }
      guard window.isRestored else {
        return found(
          "window", "window \(window.name) does not come back: a new one opens instead",
          .of(window.name, "restored", "true"))
      }
      let check = WindowComparison(
        asleep: asleep, now: window, facts: moment.facts, stage: moment.stage, rows: rows,
        written: moment.written(in: window.name))
      if let found = check.parts() ?? check.lists(moment.rows) ?? check.awaited()
        ?? check.debts(besides: moment.problems.compactMap(\.key))
      {
        return found
      }
    }
    return nil
  }

  /// What tells a finding of what is taken away as a window goes to the background.
  static let wipedCause = "background"

  /// What the app takes away as a window goes to the background is kept for nobody.
  private static func wiped(_ moment: ExploredStep) -> Violation? {
    let (facts, names) = (moment.facts, moment.facts.own.wiped)
    if names.isEmpty { return nil }
    for (before, after) in moment.pairs where before.isForeground && after.phase == .background {
      let changes = facts.changes(before, after, of: { names.contains($0.name) })
      guard let change = changes.first(where: { $0.now == $0.key.initial }) else { continue }
      return found(
        "\(change.key.name) \(wipedCause)",
        "`\(change.key.name)` is lost when the window goes to the background: the app takes it away "
          + "there, and stores it all the same", facts.expected(change, in: after))
    }
    return nil
  }

  /// A tab that is brought back as soon as it is closed is as it was.
  private static func reopenedTab(_ moment: ExploredStep, _ history: History) -> Violation? {
    guard moment.action.verb == "undo-close-tab", let name = moment.action.window,
      let was = history.tabClosed?.window(name), let now = moment.after.window(name),
      // One that had nothing may be forgotten; the one that is back is selected.
      let tab = now.tab, was.tabs.contains(tab),
      moment.before.window(name)?.tabs.contains(tab) == false
    else { return nil }
    let part = WindowDifference(
      now, from: was, moment.facts, but: moment.facts.own.allButClosing,
      rows: RowModel(facts: moment.facts, stage: moment.stage)
    ) {
      $0.isKeptAtOnce && $0.name != StorageKey.selectedTab
    }
    return part.map { part in
      found(
        "\(part.name) tab", "`\(part.name)` is another one when a closed tab is back",
        Expected(part.expected.text, at: "\(name)."))
    }
  }
}

extension StorageKey {
  /// Whether the store has each of its values as soon as it is written.
  var isKeptAtOnce: Bool { via == .store && !isTransient }
}
