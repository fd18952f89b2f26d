import SceneSimulator
internal import SceneState

// Steps that fail while the run goes on are taken back as a whole.
extension ScenarioRunner {
  func moment(_ context: StepContext) throws(StepError) -> SavedMoment? {
    guard context.canSave else { return nil }
    return try context.refusing(try context.save())
  }

  /// Ends a step that did not do what it says: as expected, or with its error.
  func refused(
    _ error: StepError, _ step: ParsedStep, _ before: SavedMoment?, _ context: StepContext
  ) throws(StepError) {
    let (code, diagnostic) = described(error, step, context)
    let isExpected = step.fails?.text == code
    if let before, isExpected || step.isSoft {
      let marks = (context.eventMark, context.problemMark)
      let (refused, mark) = (context.fates.step, mark(of: step, nil, context))
      let meant = context.placesMeant(by: step)
      try context.refusing(try context.goBack(to: before))
      (context.eventMark, context.problemMark) = marks
      let culprit = context.course.innerStep.map { inner in
        (innerMark(of: inner, []), Set(context.keysMeant(by: inner).map(\.name)))
      }
      var blamed: StepFailure.Refused?
      if case .refused(let failure, _) = error { blamed = failure.refused }
      context.fates.refuse(
        mark, code: ProblemCode(rawValue: code), as: refused, meant, because: culprit, blamed,
        on: context.simulation.name)
    }
    if before == nil, isExpected || step.isSoft, try hasDoneSomething(context) {
      throw .refused(
        .noSnapshot,
        "it failed with `\(code)` after it had done something, and this app cannot be taken back",
        hint: "adopt `SnapshotApp` in the app, or leave `\(isExpected ? "fails" : "soft")` out")
    }
    guard let fails = step.fails, fails.text != nil else { throw error }
    guard isExpected else { throw .mistake(wrongCode(code, step, fails, diagnostic)) }
    (played[played.count - 1].outcome, played[played.count - 1].code) = (.refused, code)
    context.log.refuse(code: code)
  }

  /// Whether a step that failed has left anything behind: events, problems, values, or what steps
  /// of the app have done, such as other rows.
  func hasDoneSomething(_ context: StepContext) throws(StepError) -> Bool {
    if context.log.hasHappened || !context.course.acted.isEmpty { return true }
    return try context.refusing { () throws(StepFailure) in
      var changed = false
      for simulation in context.allDevices where try !simulation.commitStep().isEmpty {
        changed = true
      }
      return changed
    }
  }
}

extension StepContext {
  /// Where a step was to write that did not come so far: in the window that it names, or else in
  /// any that it may have meant.
  fileprivate func placesMeant(by step: ParsedStep) -> [StoredPlace] {
    let shown = simulation.windows.map(\.name)
    let windows = windowOfStep.map { [$0.name] } ?? (shown.isEmpty ? simulation.windowNames : shown)
    return windows.flatMap { window in
      keysMeant(by: step).map { key in
        let (key, tab) = standing(key, in: window)
        return place(of: key, window: window, tab: tab)
      }
    }
  }

  /// A key in the tab and the place that a step means: those that it names, that its window shows,
  /// or that this one showed last, if it shows nothing now.
  private func standing(_ key: StorageKey, in window: String) -> (StorageKey, tab: String?) {
    let named = placeOfStep.map { ValuePlace($0.name) }
    // A window that shows nothing has no tab selected.
    let scene = try? inside(simulation.window(window))
    let tab =
      named?.tab ?? scene?.selectedTab ?? saved(StorageKey.selectedTab, of: window)
      ?? declaration.tabs.first
    let shown = saved(PlaceKind.shownKey, of: window).map { ValuePlace($0) }
    guard let kinds = key.kinds,
      let place = named?.kind == nil && scene == nil ? shown : named,
      let kind = place.kind, kinds.contains(kind)
    else { return (key, tab) }
    return (key.standing(at: place, in: declaration), tab)
  }

  /// What is stored of where a window was.
  private func saved(_ key: String, of window: String) -> String? {
    let place = simulation.stored.keys.first { place in
      place.window == window && place.key == key && place.path.isEmpty
    }
    return place.flatMap { place in
      simulation.stored[place].flatMap { decoded($0, at: place).plainText }
    }
  }

  /// The keys that a step writes, or the steps of the action that it takes.
  fileprivate func keysMeant(by step: ParsedStep) -> [StorageKey] {
    switch step.verb.name {
    case SetStep.name, AppendStep.name, PrependStep.name:
      return (step.argument?.map ?? []).compactMap { declaration.key($0.key.name) }
    case ActStep.name:
      let names = (step.argument?.map ?? []).map(\.key.name) + [step.argument?.text ?? ""]
      let taken = declaration.actions.filter { names.contains($0.name) }
      return taken.flatMap { $0.steps.flatMap(keysMeant) }
    default: return step.body.flatMap(keysMeant)
    }
  }
}
