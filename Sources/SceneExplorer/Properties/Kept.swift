import SceneLifecycle
import SceneScenarios
import SceneSimulator

/// A process that dies in the middle of a step leaves what was there before it, or after it.
enum Kept: Property {
  static let name = "kept"

  static func violation(in moment: ExploredStep, after history: History) -> Violation? {
    guard let torn = history.torn, !history.isFaulted, moment.action.verb == "launch",
      moment.action.argument?.map == nil, moment.after.isRunning
    else { return nil }
    guard let after = difference(torn.after, moment, history) else { return nil }
    // A window that the step opened is only there after it.
    let isAfter = moment.after.windows.contains { window in
      window.isRestored && torn.before.window(window.name) == nil
        && !torn.before.away.contains(window.name) && torn.after.window(window.name) != nil
    }
    guard let difference = isAfter ? after : difference(torn.before, moment, history) else {
      return nil
    }
    return Violation(
      property: name, cause: difference.what,
      sentence: "the process is killed while it commits, and `\(difference.what)` is neither as "
        + "before the step nor as after it",
      expectation: difference.expectation, lookedAt: "")
  }

  /// What is not as in a look, of what the store keeps at each tick.
  private static func difference(
    _ look: StageLook, _ moment: ExploredStep, _ history: History
  ) -> LookDifference? {
    let rows = RowModel(facts: moment.facts, stage: moment.stage)
    for window in moment.after.windows where window.isRestored && rows.comesBack(window) {
      // What was closed or opened in the step is told by `gone`.
      guard let wanted = look.window(window.name) else { continue }
      let found = LookDifference(wanted, window, moment.facts, rows: rows) { keeper in
        guard case .key(let key) = keeper else { return false }
        // What the window came for has hidden its path, which is shown again now.
        let isHidden = key.name == StorageKey.path && history.led.contains(window.name)
        return key.via == .store && !key.isTransient && !isHidden
      }
      if let found { return found }
    }
    return nil
  }
}
