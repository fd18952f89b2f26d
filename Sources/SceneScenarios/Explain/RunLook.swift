import SceneSimulator

/// Tells which steps of the app ran since the last look, and did not do what is missing there.
struct RunLook: Explainer {
  let context: StepContext

  init(_ context: StepContext) { self.context = context }

  /// What ran after a step without having written a key; nil if nothing did, or if it wrote there.
  func hint(
    for place: FailureReport.Place?, in window: String?, after written: Int,
    writer: Comparison.Writer? = nil
  ) -> String? {
    let window = place?.key.isOfApp == true ? nil : window
    let runs = fates.all(about: .ownSteps).filter { run in
      run.mark.step > max(written, fates.lookedAt) && !(written > 0 && isRoutine(run))
        && (run.mark.device.isEmpty || run.mark.device == device)
    }
    let here = runs.filter { window == nil || $0.window == window }
    func writes(_ run: Fate) -> Bool { place.map { names(of: run).contains($0.key.name) } == true }
    // What it wrote here is told where the value came from.
    if here.contains(where: { $0.kind == .ran && writes($0) }) { return nil }
    // What wrote it in another window was to write it here, perhaps.
    let others = runs.filter(writes)
    return others.isEmpty
      ? text(here).map { $0 + since(writer, here) } : text(others, insteadOf: window ?? "")
  }

  /// That the action which wrote a value has not run again.
  private func since(_ writer: Comparison.Writer?, _ runs: [Fate]) -> String {
    let action = writer.flatMap { writer in
      app.actions.first { $0.steps.hasStep(ofLine: writer.line, in: writer.file) }
    }
    let hasRun = runs.contains { run in
      run.inner.map { action?.steps.hasStep(ofLine: $0.line, in: $0.file) == true } == true
    }
    return action.flatMap {
      hasRun ? nil : "; action `\($0.name)`, which wrote it, has not run since"
    }
      ?? ""
  }

  /// What was to write a key, or whatever else its steps do, and did it elsewhere, or nowhere.
  ///
  /// - Parameters:
  ///   - steps: The steps of the app.
  ///   - window: Where it was looked for.
  ///   - step: The number of the step since which they count.
  /// - Returns: The sentence; nil if they did not run, or in that window.
  func elsewhere(_ steps: [ParsedStep], than window: String, after step: Int = 0) -> String? {
    let runs = fates.all(about: .ownSteps).filter { run in
      run.mark.step > step && (run.mark.device.isEmpty || run.mark.device == device)
        && steps.contains { run.inner.map($0.isAt) == true }
    }
    let isHere = runs.contains { $0.kind == .ran && $0.window == window }
    return isHere ? nil : text(runs, insteadOf: window)
  }

  private func text(_ runs: [Fate], insteadOf window: String) -> String? {
    let windows = runs.filter { $0.kind == .ran }.compactMap(\.window).uniqued().sorted()
    let told = windows.isEmpty ? "" : ": in \(windows.joined(separator: " and "))"
    return text(runs).map { $0 + (told.isEmpty ? "" : "\(told), and not in \(window)") }
  }

  /// In which other windows a step of the app is taken, if it is not for its own; with the window in
  /// which the app acts, as far as the step of the scenario says it.
  func windows(of run: Fate) -> (meant: WindowsMeant, home: String?)? {
    let step = context.app(at: run.mark).ownSteps.andInner.first { step in
      guard step.windows != nil, let inner = run.inner else { return false }
      return step.isAt(inner) || step.body.hasStep(ofLine: inner.line, in: inner.file)
    }
    let home = run.kind == .missed ? run.window : run.mark.window
    return step?.windows.map { ($0, home) }
  }

  /// Whether it is of those that come along with what a window does, whatever is meant by that.
  private func isRoutine(_ run: Fate) -> Bool {
    let key = run.inner.flatMap {
      context.app(at: run.mark).own.key(ofLine: $0.line, in: $0.file)
    }
    return key?.hasPrefix("on-phase") == true
      || ["on-launch", "on-select", Closing.ofTab].contains(key)
  }

  /// The last two lists of steps that ran, with what they did.
  private func text(_ runs: [Fate]) -> String? {
    var lists: [(mark: StepMark, name: String, does: [String])] = []
    for run in runs {
      guard let inner = run.inner else { continue }
      let name = list(of: inner, in: run.mark)
      if lists.last?.mark != run.mark || lists.last?.name != name {
        lists.append((run.mark, name, []))
      }
      let keys = names(of: run).filter { app.key($0).map(isPlace) == false }
      let words = ([inner.verb] + (keys.isEmpty ? [] : [keys.joined(separator: ", ")]))
      let told = "`\(words.joined(separator: ": "))`" + (run.kind == .missed ? " in no window" : "")
      let reason = run.kind == .missed ? windows(of: run) : nil
      lists[lists.count - 1].does.append(
        "\(told) (\(line(inner.line, inner.file)))"
          + (reason.map {
            ": `in: \($0.meant.rawValue)`, and \($0.meant.reason(from: $0.home ?? "it"))"
          } ?? ""))
    }
    let told = lists.suffix(2).map { list in
      let does = list.does.uniqued()
      return "\(list.name) ran at \(named(list.mark)) and did "
        + (does.prefix(5) + (does.count > 5 ? ["…"] : [])).joined(separator: ", ")
    }
    return told.isEmpty ? nil : told.joined(separator: "; ")
  }

  /// The keys that a step of the app writes, or those that stand in its line.
  func names(of run: Fate) -> [String] {
    context.app(at: run.mark).ownSteps.andInner.filter { step in
      run.inner.map(step.isAt) == true
    }.flatMap { StepContext.subjects(of: $0).map(\.name) }.uniqued()
  }
}
