import SceneLifecycle
import SceneSimulator

/// Tells of the steps under `on-…` of the app that would have written what was expected: in which
/// other window they ran, or why they did not.
struct OwnStepLook {
  private let context: StepContext
  private let finder: BlameFinder

  init(_ context: StepContext) {
    self.context = context
    finder = BlameFinder(context)
  }

  func hint(for place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    if mismatch.isMet(by: place.key.initial) { return nil }
    let own = context.declaration.own
    for step in own.all.andInner where writes(step, place.key.name, mismatch) {
      guard let name = own.key(ofLine: step.verb.range.start.line, in: step.source.path) else {
        continue
      }
      if let (window, mark) = context.writes.run(of: step) {
        if place.key.isOfApp || window == place.window { continue }
        return ran(name, step, in: window, at: mark, place)
      }
      if name.hasPrefix("every") { continue }
      return didNotRun(name, step, place)
    }
    return nil
  }

  /// Whether a step writes just what was expected.
  private func writes(_ step: ParsedStep, _ key: String, _ mismatch: Mismatch) -> Bool {
    guard step.verb.name == SetStep.name, let value = step.argument?[key] else { return false }
    let part = mismatch.path.split(separator: ".").reduce(value as Node?) { $0?[String($1)] }
    return part?.content == mismatch.node.content
  }

  /// They ran in another window than the one that is looked at.
  private func ran(
    _ name: String, _ step: ParsedStep, in window: String, at mark: StepMark,
    _ place: FailureReport.Place
  ) -> String? {
    // What `every` does elsewhere, its own look tells.
    guard step.windows == nil, !name.hasPrefix("every"), let rule = Self.rules[name] else {
      return nil
    }
    return "`\(name)` (\(finder.line(of: step.verb.range))) ran in \(window) at "
      + "\(finder.named(mark)): it runs \(rule)"
  }

  /// They had no cause to run, or had it while the app did not run.
  private func didNotRun(
    _ name: String, _ step: ParsedStep, _ place: FailureReport.Place
  ) -> String? {
    guard let rule = Self.rules[name] ?? OwnSteps.cause(of: name) else { return nil }
    let told = "`\(name)` (\(finder.line(of: step.verb.range))) writes it"
    switch name {
    case "on-data":
      guard let change = context.writes.last(["change-data"]), !wasRunning(at: change) else {
        break
      }
      return "\(told), and the app did not run at \(finder.named(change))"
    case "on-close", "on-quit":
      let ends = WriteRecord.endings.union(["disconnect"])
      guard let end = context.writes.last(ends) else { break }
      let other = name == "on-close" && end.verb == "quit" ? ": steps under `on-quit` do" : ""
      return "`\(name)` (\(finder.line(of: step.verb.range))) runs \(rule), and not at "
        + "\(finder.named(end))\(other)"
    default: break
    }
    return "\(told), and had no cause to run here: it runs \(rule)"
  }

  /// Whether the process was there when a step ran.
  private func wasRunning(at mark: StepMark) -> Bool {
    let launch = context.writes.last(["launch", "relaunch"], before: mark.step)
    let end = context.writes.last(WriteRecord.endings.subtracting(["relaunch"]), before: mark.step)
    return (launch?.step ?? 0) >= (end?.step ?? -1) && launch != nil
  }

  /// When the steps under a key of the app run, and in which window.
  private static let rules = [
    "on-launch": "once in each process, in its first window",
    "on-quit": "when the user quits the app, in the window in front",
    "on-close": "when a window is closed",
    "on-select": "when a window shows another tab than before a step",
    "on-data": "when a step of the scenario changes rows of its table, in windows that are there",
  ]
}
