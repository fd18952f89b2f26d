/// Tells of the steps under `on-…` of the app that would have written what was expected: in which
/// other window they ran, or why they did not.
struct OwnStepLook: Explainer {
  let context: StepContext

  init(_ context: StepContext) { self.context = context }

  func hint(for place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    if mismatch.isMet(by: place.key.initial) { return nil }
    let own = app.own
    for step in own.all.andInner where writes(step, place.key.name, mismatch) {
      guard let name = own.key(ofLine: step.verb.range.start.line, in: step.source.path),
        // What those do elsewhere that wait for a time, their own look tells.
        !Self.timed.contains(name)
      else { continue }
      guard let (window, mark) = fates.run(of: step) else {
        // What waits for a time comes sooner than what had no cause.
        return PutOffLook(context).nextRun(for: place, mismatch) ?? didNotRun(name, step)
      }
      if place.key.isOfApp || window == place.window { continue }
      guard step.windows == nil, let rule = OwnSteps.cause(of: name) else { return nil }
      return "\(cited(name, step)) ran in \(window) at \(named(mark)): it runs \(rule)"
    }
    return nil
  }

  /// Whether a step writes just what was expected.
  private func writes(_ step: ParsedStep, _ key: String, _ mismatch: Mismatch) -> Bool {
    guard step.verb.name == SetStep.name, let value = step.argument?[key] else { return false }
    let part = mismatch.path.split(separator: ".").reduce(value as Node?) { $0?[String($1)] }
    return part?.content == mismatch.node.content
  }

  /// They had no cause to run, or had it while the app did not run.
  private func didNotRun(_ name: String, _ step: ParsedStep) -> String? {
    guard let rule = OwnSteps.cause(of: name) else { return nil }
    let told = "\(cited(name, step)) writes it"
    if name == "on-data", let change = fates.last(["change-data"]), !wasRunning(at: change) {
      return "\(told), and the app did not run at \(named(change))"
    }
    if ["on-close", "on-quit"].contains(name),
      let end = fates.last(FateList.endings.union(["disconnect"]))
    {
      let other = name == "on-close" && end.verb == "quit" ? ": steps under `on-quit` do" : ""
      return "\(cited(name, step)) runs \(rule), and not at \(named(end))\(other)"
    }
    return "\(told), and had no cause to run here: it runs \(rule)"
  }

  /// Whether the process was there when a step ran.
  private func wasRunning(at mark: StepMark) -> Bool {
    let launch = fates.last(["launch", "relaunch"], before: mark.step)
    let end = fates.last(FateList.endings, before: mark.step)
    return (launch?.step ?? 0) >= (end?.step ?? -1) && launch != nil
  }

  /// The keys of steps that wait for a time.
  private static let timed = [OwnSteps.again, Idleness.key]
}
