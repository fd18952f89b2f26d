import SceneReports
import SceneScenarios
import SceneState
import StoreFormat

enum StoreRemoveCommand {
  static let command = Command(
    "store", "rm", abstract: "remove values; says what went",
    operands: "[STORE] ADDR", operandCount: .range(1...2),
    options: [
      .flag("set-aside", "only values that were set aside"),
      .flag("full", "never cut a value"),
      StoreTarget.force, SafetyDump.option, StoreSource.option,
    ]
  ) { invocation, console in
    let target = try StoreTarget(invocation, console, operands: 1)
    let pattern = try AddressPattern(target.operands[0])
    let snapshot = try target.source.snapshot()
    let onlyAside = invocation.has("set-aside")
    let entries = onlyAside ? [] : try pattern.entries(in: snapshot)
    // With a scope goes what was set aside in it, as when a window is closed.
    let asides =
      onlyAside || pattern.isBelow
      ? try pattern.setAside(in: snapshot).filter { onlyAside || !$0.isInPlace } : []
    guard !entries.isEmpty || !asides.isEmpty else {
      throw NoValue(pattern: pattern, snapshot: snapshot).failure
    }
    let what = Self.amount(entries.count, asides.count)
    let flag = onlyAside ? " --set-aside" : ""
    let isAgreed = try console.agrees(
      to: danger(pattern, entries.count + asides.count, target), "remove \(what)",
      isForced: invocation.has("force"),
      next: "scenesim store rm \(target.word) \(ShellText.word(pattern.text))\(flag) --force")
    guard isAgreed else { return .no }
    try SafetyDump.around(target, invocation, console) { () throws(CommandFailure) in
      guard !console.isDryRun else { return }
      try target.edit { (editor) throws(SceneProblem) in
        _ = try editor.remove(
          entries.map(\.storedKey), setAside: asides.map { $0.record.key })
      }
    }
    let changes =
      entries.map { ListedChange(removing: $0, in: snapshot) }
      + asides.map { ListedChange(removing: $0, in: snapshot) }
    try ChangeReport(target: target, invocation: invocation, console: console)
      .write(changes, summary: "\(what) removed")
    return .success
  }

  /// `3 values and 1 set-aside value`.
  static func amount(_ values: Int, _ asides: Int) -> String {
    let parts = [
      values > 0 ? Amount.count(values, "value") : nil,
      asides > 0 ? Amount.count(asides, "set-aside value") : nil,
    ]
    return parts.compactMap(\.self).joined(separator: " and ")
  }

  private static func danger(
    _ pattern: AddressPattern, _ count: Int, _ target: StoreTarget
  ) -> Danger {
    if pattern.isBelow, pattern.parts.isEmpty {
      // A whole scene goes by its name, all of them by that of the store.
      if case .scene(let part) = pattern.owner, let name = part.literal { return .named(name) }
      return .named(pattern.owner == .app ? "?app" : target.name)
    }
    return count > 1 ? .several : .one
  }
}
