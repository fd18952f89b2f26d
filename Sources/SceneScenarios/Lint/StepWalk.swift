internal import SceneLifecycle
internal import SceneState

/// Walks through the steps of a scenario in their order, as they would be run.
struct StepWalk {
  let check: StepCheck
  /// How the steps are looked at that the app takes itself; nil for those.
  private let handlers: HandlerLook?
  private(set) var mistakes: [Diagnostic] = []
  /// Whether nothing is reported: what the steps of a loop bring about is learned first.
  private var isSilent: Bool { check.isSilent }

  init(_ check: StepCheck, _ handlers: HandlerLook? = nil) {
    (self.check, self.handlers) = (check, handlers)
  }

  mutating func walk(_ steps: [ParsedStep], _ names: VariableNames) {
    for step in steps { walk(step, names) }
  }

  private mutating func walk(_ step: ParsedStep, _ names: VariableNames) {
    if mistakes.count > DiagnosticList.limit { return }
    check.source = step.source
    check.mayBeRefused = step.isDoubtful || step.maybeSoft || step.fails != nil
    let before = step.fails != nil || step.isUncertain ? Moment(check) : nil
    let process = check.process
    var names = names
    if check.isInside, let app = check.apps.first?.declaration {
      names = names.adding(rowsOf: step.condition, in: app)
    }
    modifiers(step, names)
    if step.condition != nil { names = names.conditional }
    if step.isFlow {
      flow(step, names)
    } else {
      variables(step, names)
      check.windowOfStep = check.isInside ? nil : step.window
      check.fails = step.fails?.text
      let input = StepInput(verb: step.verb, argument: step.argument, source: step.source)
      let apps = check.apps
      if step.kind is any RunningAppStep.Type { check.needsRunningApp(input) }
      if step.kind is any WindowStep.Type { check.needsWindow(input) }
      step.kind.check(input, in: check)
      if step.kind is UpdateStep.Type, !isSilent { updated(apps, by: step) }
      report(step)
      check.fails = nil
      check.windowOfStep = nil
    }
    if !step.isFlow { check.refusals.take(step, process, check.process, windows: check.windows) }
    if step.fails != nil {
      before?.restore(check)
    } else if step.isUncertain {
      before?.join(check)
    }
  }

  /// Keeps what was found in a step, unless the step is to fail with it.
  private mutating func report(_ step: ParsedStep) {
    let found = withRefusal(check.takeFound(), of: step)
    if isSilent { return }
    let fails = step.fails?.text.map(Self.meant)
    let isFound = found.contains { $0.code.rawValue == fails }
    mistakes += found.compactMap { told($0, of: step, fails, isFound) }
  }

  /// What was found, where a code that there is not says the one that the step is refused with.
  private func withRefusal(_ found: [Diagnostic], of step: ParsedStep) -> [Diagnostic] {
    let refusal = found.first { $0.severity == .error && $0.code.explanation?.kind != .mistake }
    guard let refusal, let fails = step.fails else { return found }
    return found.map { finding in
      guard finding.code == .wrongValue, finding.range.start == fails.range.start,
        finding.hint?.hasPrefix("did you mean") != true
      else { return finding }
      var finding = finding
      finding.hint = "the step is refused with `\(refusal.code.rawValue)`"
      return finding
    }
  }

  /// A finding as it is told; nil if the step may be refused with it, or before anybody meets it.
  private func told(
    _ finding: Diagnostic, of step: ParsedStep, _ fails: String?, _ isFound: Bool
  ) -> Diagnostic? {
    let isSure = !step.isDoubtful && !step.maybeSoft
    // A step that cannot be read is never refused.
    if finding.code.explanation?.kind == .mistake {
      return isSure && finding.code.rawValue == fails ? nil : finding
    }
    // A soft step may be refused: the run tells it and goes on.
    guard isSure else { return nil }
    guard let fails else { return finding }
    // It is refused before anybody looks at its names, or what is meant is not known here.
    if Self.mayBeAny(fails) || Self.ofProcess.contains(fails) { return nil }
    let isOfWindow = finding.code == .noSuchWindow
    if Self.ofWindow.contains(fails) { return isOfWindow ? finding : nil }
    if isFound {
      // Which of several refusals comes first is for the run to say; but a window is looked for
      // before anything else, unless a fault looks for its key.
      let isFirst = isOfWindow && !(step.kind is FaultStep.Type)
      return isFirst && finding.code.rawValue != fails ? finding : nil
    }
    var finding = finding
    finding.hint = "it fails, and with another code: `fails: \(finding.code.rawValue)`"
    return finding
  }

  /// The code that was meant, if one is misspelt.
  private static func meant(_ code: String) -> String {
    guard ProblemCode(rawValue: code).explanation == nil else { return code }
    let codes = ProblemExplanation.all.map(\.code.rawValue)
    return NearestName.suggestions(for: code, among: codes).first ?? code
  }

  /// Whether what stands after `fails` may mean any code: a variable, or none that there is.
  private static func mayBeAny(_ code: String) -> Bool {
    VariableText.isIn(code) || ProblemCode(rawValue: code).explanation == nil
  }

  /// The codes of refusals that come before any other.
  private static let ofProcess = [
    "app-not-running", "already-running", "app-running", "nothing-held", "drag-held",
  ]
  /// The codes of refusals that come as soon as the window is found.
  private static let ofWindow = ["which-window", "window-not-connected", "wrong-phase"]

  // MARK: Modifiers and variables

  private func modifiers(_ step: ParsedStep, _ names: VariableNames) {
    // Which windows an app means was told when its steps were read.
    if !check.isInside {
      check.window(step.window)
      if let window = step.window { look(at: window, step.source, names) }
    }
    check.device(step.device)
    check.place(step.place, orTab: true)
    check.keysInPlace(of: step)
    if let place = step.place { look(at: place, step.source, names) }
    if let condition = step.condition { self.condition(condition, step.source, names) }
    if let with = step.with { look(at: with, step.source, names) }
    guard let fails = step.fails, let code = check.literal(fails) else { return }
    // Any code of a message may be expected.
    if ProblemCode(rawValue: code).explanation == nil {
      let codes = ProblemExplanation.all.filter { $0.kind != .mistake }.map(\.code.rawValue)
      check.add(step.source.wrongValue(fails, for: "`fails`", words: codes))
    }
  }

  /// Looks at when something of the app holds: when a handler is live, when it refuses to end.
  mutating func condition(ofApp node: Node?, _ names: VariableNames) {
    guard let node else { return }
    condition(node, check.source, names)
    mistakes += check.takeFound()
  }

  private func condition(_ node: Node, _ source: SourceFile, _ names: VariableNames) {
    look(at: node, source, names)
    check.collect(try ValueCondition.validate(node, in: source))
    for entry in node[ValueCondition.word]?.map ?? [] {
      check.key(entry.key.name, at: entry.key.range)
      let kind = ExpectedKind(source: source, names: check.declaredNames)
      check.unlessRight { app in
        app.declaration.key(entry.key.name).flatMap { kind.mistake(in: entry.value, of: $0.type) }
      }
    }
    for entry in node[ValueCondition.olderWord]?.map ?? [] { age(of: entry.key, source, names) }
    for word in [ValueCondition.rowWord, ValueCondition.noRowWord] {
      for entry in node[word]?.map ?? [] { check.row(of: entry.key) }
    }
    for entry in node.map ?? [] where !entry.key.name.hasPrefix("$") {
      if var mistake = names.mistake(entry.key.name, at: entry.key.range, of: source) {
        if check.declaredNames.keys.contains(entry.key.name) {
          mistake.hint = "what a key holds is asked for by `{ $value: { \(entry.key.name): … } }`"
        }
        check.add(mistake)
      }
    }
  }

  /// A date that a condition asks for: a variable, or else a key.
  private func age(of asked: PlacedName, _ source: SourceFile, _ names: VariableNames) {
    guard let mistake = names.mistake(asked.name, at: asked.range, of: source) else { return }
    if asked.name.contains(".") { return check.add(mistake) }
    check.key(asked.name, at: asked.range)
    check.unlessRight { app in
      app.declaration.key(asked.name).flatMap {
        AgeQuestion.mistake($0, at: asked.range, in: source)
      }
    }
  }

  private func variables(_ step: ParsedStep, _ names: VariableNames) {
    guard var argument = step.argument else { return }
    if step.kind is UpdateStep.Type, let entries = argument.map {
      // Steps of the app have other variables, and are looked at with the app.
      let now = entries.filter {
        !OwnSteps.keys.contains($0.key.name) && $0.key.name != Quitting.refusal
      }
      argument = argument.holding(.map(now))
    }
    if step.kind is GetStep.Type, let entries = argument.map {
      // What stands where a name should is told by the step.
      let others = entries.filter { GetStep.bareName(in: $0.value) == nil }
      argument = argument.holding(.map(others))
    }
    look(at: argument, step.source, names)
  }

  /// The mistakes of the steps that the app takes itself, if an update brought them about.
  private func updated(_ before: [CheckedApp], by step: ParsedStep) {
    guard let handlers, let argument = step.argument else { return }
    let found = handlers.mistakes(in: check.apps)
    let place = UpdateMistakes(argument, in: step.source, at: step.verb.range)
    add(place.placed(found) { handlers.mistakes(in: before) })
  }

  /// Looks at the variables of a node.
  private func look(at node: Node, _ source: SourceFile, _ names: VariableNames) {
    if !isSilent { add(names.mistakes(in: node, of: source)) }
  }

  private func add(_ diagnostics: [Diagnostic]) { for one in diagnostics { check.add(one) } }

  // MARK: Flow

  private mutating func flow(_ step: ParsedStep, _ names: VariableNames) {
    var names = names
    switch step.kind {
    case is RepeatStep.Type:
      variables(step, names)
      names = names.adding(["i"])
      report(step)
      many(step.body, names)
    case is ForEachStep.Type:
      variables(step, names)
      if check.isInside, let loop = RowLoop(step), let app = check.apps.first?.declaration {
        names = names.adding(loop, in: app)
      } else {
        names = names.adding(step.argument?.map?.map(\.key.name) ?? [])
      }
      report(step)
      many(step.body, names)
    case is ParallelStep.Type:
      parallel(step, names)
    default:
      variables(step, names)
      unused(step.with, of: step)
      names = names.adding(step.with?.map?.map(\.key.name) ?? [])
      if step.kind is RelaunchStep.Type { RelaunchStep.checkVariable(step.argument, in: check) }
      report(step)
      // Of the steps that it may stand for those are taken that a value of its variable names.
      let isStanding = step.kind is any StandingStep.Type
      walk(isStanding ? step.body.filter(check.mayHaveTurn) : step.body, names)
    }
    check.source = step.source
  }

  /// A warning for each variable that no step of an included file uses, and no handler either.
  private func unused(_ with: Node?, of step: ParsedStep) {
    guard let entries = with?.map, !entries.isEmpty, !step.body.isEmpty else { return }
    var used = VariableUse.names(in: step.body)
    for app in check.apps {
      if let node = app.declaration.node { used.formUnion(VariableUse.names(inApp: node)) }
    }
    for entry in entries where !used.contains(entry.key.name) {
      check.add(
        step.source.warning(
          .unused, at: entry.key.range,
          "nothing in `\(step.argument?.text ?? "")` uses `\(entry.key.name)`",
          hint: "write `${\(entry.key.name)}` there, or remove it"))
    }
  }

  /// Steps that run any number of times: what one round opens is there in the next one.
  private mutating func many(_ steps: [ParsedStep], _ names: VariableNames) {
    let before = Moment(check)
    let after = learn(steps, names)
    // With conditions inside, the first round is not like the others.
    if let after, Self.haveConditions(steps) { check.process = check.process.joined(with: after) }
    walk(steps, names)
    before.join(check)
  }

  private static func haveConditions(_ steps: [ParsedStep]) -> Bool {
    steps.contains { $0.isUncertain || haveConditions($0.body) }
  }

  /// Lanes run in any order.
  private mutating func parallel(_ step: ParsedStep, _ names: VariableNames) {
    report(step)
    check.process.forget()
    _ = learn(step.body, names)
    check.process.forget()
    walk(step.body, names)
    check.process.forget()
    check.source = step.source
    if let always = step.argument?["always"] {
      look(at: always, step.source, names)
      ExpectLook(check: check).look(at: always)
    }
    for key in ["seed", "orders", "order"] {
      if let node = step.argument?[key] { look(at: node, step.source, names) }
    }
    report(step)
  }

  /// Walks once without reporting, for the names that steps bring about.
  ///
  /// - Returns: What is known of the process after them; nil if nothing is reported anyway.
  private mutating func learn(
    _ steps: [ParsedStep], _ names: VariableNames
  ) -> ProcessState? {
    if isSilent { return nil }
    let (process, wasRepeated, version) = (check.process, check.isRepeated, check.appVersion)
    let apps = check.apps
    check.isSilent = true
    check.isRepeated = true
    walk(steps, names)
    check.isSilent = false
    check.isRepeated = wasRepeated
    let after = check.process
    check.process = process
    if check.appVersion != version { check.meet(apps + check.apps) }
    return after
  }
}

/// What is known at one place, to come back to if steps are taken back or may not run.
private struct Moment {
  private let process: ProcessState
  private let windows: Set<String>
  private let savePoints: SavePoints
  private let apps: [CheckedApp]
  private let version: Int

  init(_ check: StepCheck) {
    process = check.process
    windows = check.windows
    savePoints = check.savePoints
    apps = check.apps
    version = check.appVersion
  }

  /// Everything is as before.
  func restore(_ check: StepCheck) {
    (check.process, check.windows, check.savePoints) = (process, windows, savePoints)
    (check.apps, check.appVersion) = (apps, version)
  }

  /// The steps since may have run, or not.
  func join(_ check: StepCheck) {
    check.process = process.joined(with: check.process)
    check.savePoints.join(savePoints)
    if check.appVersion != version { check.meet(apps + check.apps) }
  }
}
