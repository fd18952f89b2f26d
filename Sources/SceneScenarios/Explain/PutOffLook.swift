import FoundationEssentials
import SceneLifecycle
import SceneSimulator

/// Tells what became of the steps of the app that were to write a value and have not: those that
/// `later` put off, those that nothing has led to, and those under `every`.
struct PutOffLook: Explainer {
  let context: StepContext

  init(_ context: StepContext) { self.context = context }

  /// What became of an action that was to change a value, if it was put off since that was written.
  func hint(for place: FailureReport.Place, _ mismatch: Mismatch? = nil) -> String? {
    let last = context.lastWrite(of: place)
    let refused = context.story(of: context.place(of: place)).loss?.refusal?.step ?? 0
    let isNew = mismatch != nil && context.answer?.missed.isEmpty == true
    for action in app.actions {
      if let hint = calledOffNothing(action, place) { return hint }
      guard let step = changer(of: place.key.name, mismatch, in: action.steps) else { continue }
      // What never was there is missing, whatever was written since.
      let isMeant = isNew && step.argument?[place.key.name].map(VariableText.isIn) == false
      let written = isMeant ? 0 : last
      let window = place.key.isOfApp ? nil : place.window
      // What was called off elsewhere may have come here since with all that it has.
      if let hint = calledOff(action, step, since: written, in: window)
        ?? (isMeant ? calledOff(action, step, since: written) : nil)
      {
        return hint
      }
      // That it was refused when its time came is the reason, and not that it waits anew.
      guard let put = fates.putOff(action.name, in: window),
        put.mark.step >= max(written, refused)
      else { continue }
      return text(action.name, put, step)
    }
    return nil
  }

  /// The same of an action that was to change rows of a table, or of steps that wait for a time.
  func hint(forTable table: String) -> String? {
    func changes(_ steps: [ParsedStep]) -> ParsedStep? {
      steps.andInner.first {
        $0.kind is ChangeDataStep.Type && $0.argument?[table] != nil
      }
    }
    let changed = fates.last(.changed, about: .table(table))?.step ?? 0
    if let step = context.skippedChange(ofTable: table, after: changed) {
      return sentence(of: step)
    }
    for action in app.actions {
      guard let step = changes(action.steps) else { continue }
      if let hint = calledOff(action, step, since: 0) { return hint }
      if let put = fates.putOff(action.name) { return text(action.name, put, step) }
    }
    return app.own.timers.lazy.compactMap { timer in
      changes(timer.steps).flatMap { nextRun(of: timer, with: $0) }
    }.first
  }

  /// What was to be called off before an action wrote there, and waited with something else.
  private func calledOffNothing(
    _ action: ActionDeclaration, _ place: FailureReport.Place
  ) -> String? {
    let turns = fates.all(about: .action(action.name))
    guard let origin = context.origin(of: context.place(of: place)), let inner = origin.inner,
      action.steps.hasStep(ofLine: inner.line, in: inner.file),
      let index = turns.lastIndex(where: { fate in
        fate.kind == .missed && fate.mark.step <= origin.mark.step
          && fate.mark.step > fates.lookedAt
      }), turns[..<index].last(where: { $0.kind != .missed })?.kind == .putOff
    else { return nil }
    return
      "\(named(turns[index])) called nothing off: `\(action.name)` waited with another payload, "
      + "or in another window"
  }

  private func calledOff(
    _ action: ActionDeclaration, _ step: ParsedStep, since written: Int, in window: String? = nil
  ) -> String? {
    guard let off = fates.callOff(action.name, in: window), off.mark.step >= written else {
      return nil
    }
    return "\(named(off)) called `\(action.name)` off, which was to change it "
      + "(\(line(of: step.verb.range)))"
  }

  /// The step of the app that writes what was expected of a key, and has not run, or elsewhere than
  /// in a window; nil if there is none.
  func sleepingWriter(
    of key: String, _ mismatch: Mismatch? = nil, in window: String? = nil
  ) -> String? {
    func writer(_ steps: [ParsedStep]) -> ParsedStep? {
      steps.andInner.first {
        ["set", "append", "prepend"].contains($0.verb.name) && mayGive($0, mismatch, of: key)
          || key == StorageKey.path && ["show", "push"].contains($0.verb.name)
      }
    }
    for action in app.actions {
      guard let step = writer(action.steps) else { continue }
      let line = self.line(of: step.verb.range)
      // What has run, and in another window or in none, is not missing.
      if let window, let hint = RunLook(context).elsewhere([step], than: window) { return hint }
      if fates.marks.last(where: { $0.verb == ActStep.name && $0.word == action.name }) != nil {
        return nil
      }
      if let put = fates.putOff(action.name),
        let hint = text(action.name, put, step, in: put.window)
      {
        return hint
      }
      return app.putsOff(action.name)
        ? "`\(action.name)` writes it (\(line)), which `later` puts off, and no step led to that"
        : "`act: \(action.name)` writes it (\(line)), and no step does that"
    }
    for handler in app.handlers {
      guard let step = writer(handler.steps) else { continue }
      if let window, let hint = RunLook(context).elsewhere([step], than: window) { return hint }
      return "a handler writes it (\(line(of: step.verb.range))), and nothing came for it"
    }
    for timer in app.own.timers {
      if let step = writer(timer.steps), let hint = nextRun(of: timer, with: step) { return hint }
    }
    guard let step = writer(app.own.all),
      let key = app.own.key(ofLine: step.verb.range.start.line, in: step.source.path)
    else { return nil }
    return "`\(key)` writes it (\(line(of: step.verb.range))), and had no cause to run here"
      + (OwnSteps.cause(of: key).map { ": it runs \($0)" } ?? "")
  }

  /// Whether the app writes a key under an `if`.
  func mayHaveBeenSkipped(writing key: String) -> Bool {
    app.ownSteps.andInner.contains { step in
      step.condition != nil && changer(of: key, nil, in: [step]) != nil
    }
  }

  private func changer(of key: String, _ mismatch: Mismatch?, in steps: [ParsedStep]) -> ParsedStep?
  {
    steps.andInner.first { mayGive($0, mismatch, of: key) }
  }

  /// Whether a step changes a key, and may make of it what was expected: what it writes as it stands
  /// there is something else for good.
  private func mayGive(_ step: ParsedStep, _ mismatch: Mismatch?, of name: String) -> Bool {
    StepContext.subjects(of: step).contains { subject in
      guard subject.name == name, let mismatch else { return subject.name == name }
      let initial = app.key(name)?.initial ?? .null
      return StepContext.gives(step.verb.name, subject.value, mismatch, initial) ?? true
    }
  }

  /// Which of the three it is: its time has not come, or its process or its window has gone.
  private func text(_ action: String, _ put: Fate, _ step: ParsedStep, in window: String? = nil)
    -> String?
  {
    let told =
      "`\(action)`, which \(named(put.mark)) put off with `later`"
      + (window.map { " in \($0)" } ?? "") + ", is to change it (\(line(of: step.verb.range)))"
    let window = put.window ?? ""
    // A window that is not shown puts nothing off.
    let scene = simulation.scene(window)?.delegate as? ScenarioScene
    // What is the app's the window in front takes.
    let (own, ofApp) = (scene?.memory.later.due(action), running?.later.due(action))
    if let due = own ?? ofApp {
      let rest = due.timeIntervalSince(simulation.now)
      if rest > 0 { return "\(told): its time comes in \(Self.text(rest))" }
      return own == nil
        ? "\(told): it waits for a window, which takes what is put off `in: app`"
        : "\(told): it waits until \(window) is on the screen again"
    }
    let left = event(of: window, ["didDisconnect"])?.mark
    let end = fates.ends(on: put.mark.device).first { $0.step >= put.mark.step }
    if let left, left.step >= put.mark.step, left.step < end?.step ?? .max {
      return "\(told): \(named(left)) took \(window) away before"
    }
    return end.map { "\(told): \(named($0)) ended its process before" }
  }

  /// The app of the process, with windows or without.
  private var running: ScenarioApp? { simulation.app as? ScenarioApp }

  // MARK: Again and again

  /// When steps under `every` run next that change a value, in an app that waits for them.
  ///
  /// - Returns: The hint; nil where what the app did of its own is what has to be told.
  func nextRun(for place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    let writer = context.story(of: context.place(of: place)).written?.inner
    let key = writer.flatMap { app.own.key(ofLine: $0.line, in: $0.file) }
    if let key, ["on-launch", Idleness.key].contains(key) { return nil }
    let taken = fates.takeover(of: place.window, on: device)
    for timer in app.own.timers {
      guard let step = changer(of: place.key.name, mismatch, in: timer.steps) else { continue }
      if let taken, taken.step > context.lastWrite(of: place) {
        return "\(named(taken)) let another process take \(place.window) over: "
          + "\(cited(timer, step)) does not run in it until `relaunch` has it back"
      }
      if let hint = ranElsewhere(timer, step, place) ?? nextRun(of: timer, with: step) {
        return hint
      }
    }
    return nil
  }

  /// Why steps under `every` changed the value in another window, if a step let time pass.
  func ranElsewhere(for place: FailureReport.Place, by mark: StepMark) -> String? {
    guard ["wait", "clock"].contains(mark.verb) else { return nil }
    return app.own.timers.lazy.compactMap { timer in
      changer(of: place.key.name, nil, in: timer.steps).flatMap {
        ranElsewhere(timer, $0, place)
      }
    }.first
  }

  /// Such steps run in the window in front, and what was meant is another one's.
  private func ranElsewhere(
    _ timer: OwnSteps.Timer, _ step: ParsedStep, _ place: FailureReport.Place
  ) -> String? {
    if let hint = asleep(timer, step) { return hint }
    guard step.windows == nil, !place.key.isOfApp else { return nil }
    let told = "\(cited(timer, step)) runs in the window in front, which "
    let before = "`activate: \(place.window)` before its time comes"
    if let (window, mark) = fates.run(of: step) {
      return window == place.window ? nil : "\(told)\(window) was at \(named(mark)): \(before)"
    }
    guard let front = simulation.front?.name, front != place.window else { return nil }
    return "\(told)is \(front): \(before)"
  }

  /// With no window on the screen nothing runs under `every`.
  private func asleep(_ timer: OwnSteps.Timer, _ step: ParsedStep) -> String? {
    let phases = simulation.windows.map { simulation.phase(of: $0.name) }
    guard !phases.isEmpty, phases.allSatisfy({ $0 == .background }),
      let left = fates.last(["background", "disconnect", "close"])
    else { return nil }
    return "\(cited(timer, step)) runs while a window is on the screen, and since \(named(left)) "
      + "none is: `foreground` before its time comes"
  }

  private func nextRun(of timer: OwnSteps.Timer, with step: ParsedStep) -> String? {
    if let hint = asleep(timer, step) { return hint }
    guard let next = running?.next(timer, after: simulation.now) else { return nil }
    let rest = Self.text(next.timeIntervalSince(simulation.now))
    return "`\(Self.name(of: timer))` changes it next in \(rest) "
      + "(\(line(of: step.verb.range))): `wait: \(rest)` comes to that"
      + (timer.key == Idleness.key ? lastUse : "")
  }

  /// Since when nobody has used the app.
  private var lastUse: String {
    fates.last(Idleness.inputs).map { "; \(named($0)) was the last use" } ?? ""
  }

  private func cited(_ timer: OwnSteps.Timer, _ step: ParsedStep) -> String {
    cited(Self.name(of: timer), step)
  }

  private static func name(of timer: OwnSteps.Timer) -> String {
    "\(timer.key): " + (timer.period.map { text($0.inSeconds) } ?? timer.dayTime.text)
  }

  private static func text(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    let parts = [(whole / 3600, "h"), (whole / 60 % 60, "m"), (whole % 60, "s")]
    return parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
  }
}
