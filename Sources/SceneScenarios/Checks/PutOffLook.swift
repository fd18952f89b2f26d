import FoundationEssentials
import SceneLifecycle
import SceneSimulator

/// An action that a step has put off with `later`.
struct PutOff: Sendable {
  let action: String
  let window: String
  let device: String
  /// The number of the step.
  let step: Int
}

/// Tells what became of the steps of the app that were to write a value and have not: those that
/// `later` put off, and those that nothing has led to.
struct PutOffLook {
  private let context: StepContext
  private let finder: BlameFinder

  init(_ context: StepContext) {
    self.context = context
    finder = BlameFinder(context)
  }

  /// What became of an action that was to change a value, if it was put off since that was written.
  func hint(for place: FailureReport.Place) -> String? {
    let stored = context.place(of: place.key, window: place.window, tab: place.tab)
    let written = context.origin(of: stored)?.mark.step ?? 0
    for action in context.declaration.actions {
      if let hint = calledOff(action, place.key.name, since: written) { return hint }
      guard let put = context.writes.putOff(action.name), put.step >= written,
        place.key.isOfApp || put.window == place.window,
        let step = Self.step(changing: place.key.name, in: action.steps)
      else { continue }
      return text(put, step)
    }
    return nil
  }

  /// The step that called off an action which was to change a value.
  private func calledOff(
    _ action: ActionDeclaration, _ key: String, since written: Int
  ) -> String? {
    guard let (number, inner) = context.writes.callOff(action.name), number >= written,
      let mark = context.writes.mark(number), let step = Self.step(changing: key, in: action.steps)
    else { return nil }
    let off =
      inner.map { finder.named($0.verb, $0.line, $0.file, from: mark) }
      ?? finder.named(mark)
    return "\(off) called `\(action.name)` off, which was to change it "
      + "(\(finder.line(of: step.verb.range)))"
  }

  /// The step of the app that writes a key, and has not run; nil if there is none.
  func sleepingWriter(of key: String) -> String? {
    let app = context.declaration
    func writes(_ steps: [ParsedStep]) -> ParsedStep? {
      steps.andInner.first {
        ["set", "append", "prepend"].contains($0.verb.name) && $0.argument?[key] != nil
          || key == StorageKey.path && ["show", "push"].contains($0.verb.name)
      }
    }
    for action in app.actions {
      guard let step = writes(action.steps) else { continue }
      let told = "`\(action.name)` writes it (\(finder.line(of: step.verb.range)))"
      if let put = context.writes.putOff(action.name), let hint = text(put, step, in: put.window) {
        return hint
      }
      if app.putsOff(action.name) {
        return "\(told), which `later` puts off, and no step led to that"
      }
      return
        "`act: \(action.name)` writes it (\(finder.line(of: step.verb.range))), and no step does that"
    }
    for handler in app.handlers {
      guard let step = writes(handler.steps) else { continue }
      return "a handler writes it (\(finder.line(of: step.verb.range))), and nothing came for it"
    }
    for timer in app.own.timers {
      if let step = writes(timer.steps), let hint = nextRun(of: timer, with: step) { return hint }
    }
    guard let step = writes(app.own.all),
      let key = app.own.key(ofLine: step.verb.range.start.line, in: step.source.path)
    else { return nil }
    return "`\(key)` writes it (\(finder.line(of: step.verb.range))), and had no cause to run here"
      + (OwnSteps.cause(of: key).map { ": it runs \($0)" } ?? "")
  }

  private static func step(changing key: String, in steps: [ParsedStep]) -> ParsedStep? {
    steps.andInner.first { step in
      ["set", "append", "prepend", "remove"].contains(step.verb.name) && step.argument?[key] != nil
        || step.verb.name == "clear" && step.argument?.list?.contains { $0.text == key } == true
    }
  }

  /// Which of the three it is: its time has not come, or its process or its window has gone.
  private func text(_ put: PutOff, _ step: ParsedStep, in window: String? = nil) -> String? {
    guard let mark = context.writes.mark(put.step) else { return nil }
    let told =
      "`\(put.action)`, which \(finder.named(mark)) put off with `later`"
      + (window.map { " in \($0)" } ?? "") + ", is to change it "
      + "(\(finder.line(of: step.verb.range)))"
    // A window that is not shown puts nothing off.
    let window = context.simulation.scene(put.window)?.delegate as? ScenarioScene
    // What is the app's the window in front takes.
    let front = context.simulation.front.flatMap { context.simulation.scene($0.name) }
    let app = (front?.delegate as? ScenarioScene)?.app
    if let due = window?.memory.later.due(put.action) ?? app?.later.due(put.action) {
      let rest = due.timeIntervalSince(context.simulation.now)
      guard rest > 0 else { return "\(told): it waits until \(put.window) is on the screen again" }
      return "\(told): its time comes in \(Self.text(rest))"
    }
    let left = finder.event(of: put.window, ["didDisconnect"])?.mark
    let end = context.writes.ends(on: put.device).first { $0.step >= put.step }
    if let left, left.step >= put.step, left.step < end?.step ?? .max {
      return "\(told): \(finder.named(left)) took \(put.window) away before"
    }
    return end.map { "\(told): \(finder.named($0)) ended its process before" }
  }

  // MARK: Again and again

  /// When steps under `every` run next that change a value, in an app that waits for them.
  ///
  /// - Parameters:
  ///   - place: What is looked at.
  ///   - elements: What a list lacks, if what adds something else is not meant.
  /// - Returns: The hint.
  func nextRun(for place: FailureReport.Place, adding elements: [Node]? = nil) -> String? {
    let stored = context.place(of: place.key, window: place.window, tab: place.tab)
    let taken = context.writes.takeover(of: place.window, on: context.simulation.name)
    for timer in context.declaration.own.timers {
      guard let step = Self.step(changing: place.key.name, in: timer.steps) else { continue }
      let value = step.argument?[place.key.name]?.content
      if elements?.contains(where: { $0.content == value }) == false { continue }
      if let taken, taken.step > context.origin(of: stored)?.mark.step ?? 0 {
        return "\(finder.named(taken)) let another process take \(place.window) over: "
          + "`every: \(Self.name(of: timer))` (\(finder.line(of: step.verb.range))) does not run in "
          + "it until `relaunch` has it back"
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
    return context.declaration.own.timers.lazy.compactMap { timer in
      Self.step(changing: place.key.name, in: timer.steps).flatMap {
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
    let told = "`every: \(Self.name(of: timer))` (\(finder.line(of: step.verb.range))) runs in the "
    let before = "`activate: \(place.window)` before its time comes"
    if let (window, mark) = context.writes.run(of: step) {
      return window == place.window
        ? nil : "\(told)window in front, which \(window) was at \(finder.named(mark)): \(before)"
    }
    guard let front = context.simulation.front?.name, front != place.window else { return nil }
    return "\(told)window in front, which is \(front): \(before)"
  }

  /// With no window on the screen nothing runs under `every`.
  private func asleep(_ timer: OwnSteps.Timer, _ step: ParsedStep) -> String? {
    let phases = context.simulation.windows.map { context.simulation.phase(of: $0.name) }
    guard !phases.isEmpty, phases.allSatisfy({ $0 == .background }),
      let left = context.writes.last(["background", "disconnect", "close"])
    else { return nil }
    return "`every: \(Self.name(of: timer))` (\(finder.line(of: step.verb.range))) runs while a "
      + "window is on the screen, and since \(finder.named(left)) none is: `foreground` before "
      + "its time comes"
  }

  private static func name(of timer: OwnSteps.Timer) -> String {
    timer.period.map { text($0 / .seconds(1)) } ?? OwnSteps.midnight
  }

  private func nextRun(of timer: OwnSteps.Timer, with step: ParsedStep) -> String? {
    if let hint = asleep(timer, step) { return hint }
    guard let front = context.simulation.front.flatMap({ context.simulation.scene($0.name) }),
      let app = (front.delegate as? ScenarioScene)?.app, let begun = app.begunAt
    else { return nil }
    let now = context.simulation.now
    let rest = Self.text(timer.next(after: now, since: begun).timeIntervalSince(now))
    return "`every: \(Self.name(of: timer))` changes it next in \(rest) "
      + "(\(finder.line(of: step.verb.range))): `wait: \(rest)` comes to that"
  }

  private static func text(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    let parts = [(whole / 3600, "h"), (whole / 60 % 60, "m"), (whole % 60, "s")]
    return parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
  }
}
