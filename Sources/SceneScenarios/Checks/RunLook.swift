import SceneSimulator

/// Tells which steps of the app ran since the last look, and did not do what is missing there.
struct RunLook: Explainer {
  let context: StepContext

  init(_ context: StepContext) { self.context = context }

  /// What ran after a step without having written a key; nil if nothing did, or if it wrote there.
  func hint(
    for place: FailureReport.Place?, in window: String?, after written: Int
  ) -> String? {
    let window = place?.key.isOfApp == true ? nil : window
    let runs = fates.all(about: .ownSteps).filter { run in
      run.mark.step > max(written, fates.lookedAt) && !(written > 0 && isRoutine(run))
        && (run.mark.device.isEmpty || run.mark.device == device)
    }
    let here = runs.filter { window == nil || $0.window == window }
    func writes(_ run: Fate) -> Bool { place.map { names(of: run).contains($0.key.name) } == true }
    // What it wrote here is told where the value came from.
    if here.contains(where: writes) { return nil }
    // What wrote it in another window was to write it here, perhaps.
    let others = runs.filter(writes)
    let windows = others.compactMap(\.window).uniqued().joined(separator: " and ")
    return others.isEmpty
      ? text(here) : text(others).map { "\($0): in \(windows), and not in \(window ?? "")" }
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
      lists[lists.count - 1].does.append("\(told) (\(line(inner.line, inner.file)))")
    }
    let told = lists.suffix(2).map { list in
      let does = list.does.uniqued()
      return "\(list.name) ran at \(named(list.mark)) and did "
        + (does.prefix(5) + (does.count > 5 ? ["…"] : [])).joined(separator: ", ")
    }
    return told.isEmpty ? nil : told.joined(separator: "; ")
  }

  /// The keys that a step of the app writes, or those that stand in its line.
  private func names(of run: Fate) -> [String] {
    context.app(at: run.mark).ownSteps.andInner.filter { step in
      run.inner.map(step.isAt) == true
    }.flatMap { StepContext.subjects(of: $0).map(\.name) }.uniqued()
  }
}
