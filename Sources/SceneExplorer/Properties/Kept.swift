import SceneScenarios

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
    return (isAfter ? after : difference(torn.before, moment, history)).map { part in
      found(
        part.name,
        "the process is killed while it commits, and `\(part.name)` is neither as before the step "
          + "nor as after it", Expected(part.expected.text, at: ""))
    }
  }

  /// What is not as in a look, of what the store keeps at each tick.
  private static func difference(
    _ look: StageLook, _ moment: ExploredStep, _ history: History
  ) -> WindowDifference? {
    let rows = RowModel(facts: moment.facts, stage: moment.stage)
    for window in moment.after.windows where window.isRestored && rows.comesBack(window) {
      // What was closed or opened in the step is told by `gone`.
      guard let wanted = look.window(window.name) else { continue }
      // What the window came for has hidden its path, which is shown again now.
      let isHidden = history.led.contains(window.name)
      let found = WindowDifference(window, from: wanted, moment.facts, rows: rows) { key in
        key.isKeptAtOnce && !(isHidden && key.name == StorageKey.path)
      }
      if let found { return found }
    }
    return nil
  }
}
