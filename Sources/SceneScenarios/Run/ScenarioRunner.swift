import FoundationEssentials
import SceneSimulator

/// Runs one case: replaces variables, runs step after step, keeps who wrote what.
///
/// Long, since flow steps run other steps: rounds, groups and orders call each other through it, a
/// file for each.
final class ScenarioRunner {
  let scenario: LoadedScenario
  let selected: ScenarioCase
  let options: ScenarioRun.Options
  /// The apps written in Swift that the file may name.
  let apps: KnownApps
  var diagnostics: [Diagnostic] = []
  /// Which steps a failure kept from running.
  private var notRun: String?
  /// The number of the last step.
  var executed = 0
  var total: Int?
  var played: [PlayedStep] = []
  var titles: [String] = []
  /// Which of the orders of a `parallel` is run, as `7/212`.
  var order: String?
  var loops: [(name: String, value: Node)] = []
  /// How many rounds of flow steps were gone through.
  var roundCount = 0
  /// The bytes of what this keeps to the end of the case, roughly.
  var keptBytes = 0
  /// What can be seen after each step.
  var view = StepView()
  /// The checks that failed, by their steps.
  var failures: [Int: Retrospect.Failure] = [:]
  /// What is asked after each step of a second run.
  var retrospect: Retrospect?
  /// The files of which the steps are made that were executed, the scenario first.
  private(set) var sources: [SourceFile]

  init(
    _ scenario: LoadedScenario, _ selected: ScenarioCase, _ options: ScenarioRun.Options,
    _ apps: KnownApps
  ) {
    self.scenario = scenario
    self.selected = selected
    self.options = options
    self.apps = apps
    sources = [scenario.source]
  }

  var source: SourceFile { scenario.source }

  var limits: RunLimits { options.limits }

  /// Where random choices start.
  var seed: Int { options.seed ?? scenario.seed ?? 0 }

  /// Ends the run of a case early.
  enum Stop: Error { case failed(Diagnostic), limitReached }

  /// When the case began, by the clock of whoever runs it.
  private(set) lazy var start = options.clock()

  var timeLimit: TimeLimit? { options.timeLimit ?? scenario.timeLimit ?? options.usualTimeLimit }

  func run() -> CaseRun {
    _ = start
    if scenario.skip != nil {
      let log = SimulationLog()
      if let title = selected.title { log.beginCase(title) }
      var run = record(.skipped)
      (run.trace, run.skipReason) = (log.trace, scenario.skip)
      return run
    }
    let context: StepContext
    do throws(Diagnostic) {
      context = try ContextMaker(scenario, selected, options, self).make()
    } catch {
      diagnostics.append(error.shown(in: scenario.appSource))
      return record(.failed)
    }
    defer { context.roaming?.end() }
    context.log.keepsRoutes = options.keepsRoutes || options.keepsMoments
    if let title = selected.title { context.log.beginCase(title) }
    context.runCommand = command
    let steps = scenario.allSteps
    total = StepCounter(source).count(steps, context.variables, atMost: limits.steps)
    do throws(Stop) {
      try run(steps, context.variables, context)
      if !options.expectsMore {
        context.allDevices.forEach(context.noteWaitingFaults)
        try checkLastProblems(context)
        noteTurns(context)
      }
    } catch {
      if case .failed(let diagnostic) = error {
        keep(diagnostic)
        notRun = rest()
      }
    }
    lookBack()
    var run = record(diagnostics.isEmpty ? .passed : .failed)
    run.notes = context.notes
    run.store = options.keepsStore ? context.simulation.storeDirectory?.path : nil
    (run.trace, run.routes) = (context.log.trace, context.log.routes)
    (run.pictures, run.filled) = (context.pictures, context.filled)
    return run
  }

  /// Notes what had no turn; with several cases each has its own, and all of them are looked at.
  private func noteTurns(_ context: StepContext) {
    guard options.until == nil, scenario.cases.count == 1 else { return }
    var turns = StepTurns()
    turns.add(played)
    for note in turns.notes(in: scenario, ending: "") { context.add(note) }
  }

  private func record(_ outcome: CaseRun.Outcome) -> CaseRun {
    var run = CaseRun(
      file: source.path, number: selected.number, title: selected.title, line: selected.line,
      outcome: outcome, steps: executed, total: total)
    (run.scenario, run.tags, run.sources) = (scenario.title, scenario.tags, sources)
    (run.diagnostics, run.notRun, run.played, run.seed) = (diagnostics, notRun, played, seed)
    return run
  }

  // MARK: Steps

  func run(
    _ steps: [ParsedStep], _ variables: Variables, _ context: StepContext
  ) throws(Stop) {
    for step in steps {
      var visible = variables
      for (name, value) in context.memory.variables where !isOfLoop(name) { visible[name] = value }
      context.variables = visible
      guard try holds(step, visible, context) else {
        context.skip(step, after: executed)
        continue
      }
      context.unskip(step)
      if step.isFlow {
        try runFlow(step, visible, context)
      } else {
        try runStep(resolved(step, visible), visible, context)
        try checkKept(after: step, context)
      }
    }
  }

  /// Whether a round of a loop gives the variable its value.
  func isOfLoop(_ name: String) -> Bool { loops.contains { $0.name == name } }

  private func resolved(
    _ step: ParsedStep, _ variables: Variables
  ) throws(Stop) -> ParsedStep {
    do throws(Diagnostic) {
      return try step.resolved(variables)
    } catch {
      throw .failed(error.shown(in: step.source))
    }
  }

  func holds(
    _ step: ParsedStep, _ variables: Variables, _ context: StepContext
  ) throws(Stop) -> Bool {
    do throws(Diagnostic) {
      let window = try step.window.map { (node) throws(Diagnostic) in
        let node = try variables.replaced(in: node, of: step.source)
        return try Names.window(node, in: step.source)
      }
      // A place that cannot be named is told if the step is taken at all.
      let place = try? step.placeName(variables)
      return try context.holds(step.condition, window, at: place, variables, of: step.source)
    } catch {
      throw .failed(located(error, step))
    }
  }

  private func runFlow(
    _ step: ParsedStep, _ variables: Variables, _ context: StepContext
  ) throws(Stop) {
    guard let (flow, rounds) = try flow(step, variables) else { return }
    if let parallel = flow as? ParallelStep {
      return try runParallel(parallel, step, variables, context)
    }
    if let title = flow.title {
      titles.append(title)
      context.log.beginGroup(title)
    }
    if rounds.isEmpty {
      context.skip(step, after: executed, because: "`\(step.verb.name)` around it had no round")
    }
    for round in rounds {
      try countRound(of: step)
      var inner = variables
      for (name, value) in round { inner[name] = value }
      loops += round
      let bytes = round.reduce(0) { $0 + $1.value.byteCount }
      keptBytes += bytes
      try checkKept(after: step, context)
      try run(step.body, inner, context)
      keptBytes -= bytes
      loops.removeLast(round.count)
    }
    if flow.title != nil { titles.removeLast() }
  }

  /// A flow step with its variables replaced, and the variables of its rounds.
  func flow(
    _ step: ParsedStep, _ variables: Variables
  ) throws(Stop) -> (made: any FlowStep, rounds: FlowRounds)? {
    do throws(Diagnostic) {
      guard let made = try StepCounter(of: step).flow(step, variables) else { return nil }
      return (made, try StepCounter(of: step).rounds(of: made, step, variables))
    } catch {
      throw .failed(located(error, step))
    }
  }

  private func runStep(
    _ step: ParsedStep, _ variables: Variables, _ context: StepContext
  ) throws(Stop) {
    if let until = options.until, executed >= until { throw .limitReached }
    try checkGoesOn(at: step)
    try checkCount(before: step)
    executed += 1
    let playedStep = PlayedStep(executed, step)
    played.append(playedStep)
    keptBytes += playedStep.byteCount
    if !sources.contains(where: { $0.path == step.source.path }) { sources.append(step.source) }
    view.begin()
    var found: Diagnostic?
    defer { keepView(found, context) }
    do throws(StepError) {
      // A step that fails while the run goes on is taken back as a whole.
      let goesOn = step.fails != nil || step.isSoft && step.kind.isTraced
      let before = goesOn ? try moment(context) : nil
      do throws(StepError) {
        try perform(step, variables, context)
      } catch {
        return try refused(error, step, before, context)
      }
      if let fails = step.fails { throw .mistake(didNotFail(step, fails, context)) }
    } catch {
      let (code, diagnostic) = described(error, step, context)
      context.log.refuse(code: code)
      played[played.count - 1].outcome = .failed
      found = diagnostic
      try stop(located(diagnostic, step), step)
    }
  }

  private func keepView(_ found: Diagnostic?, _ context: StepContext) {
    guard options.keepsMoments, var step = played.popLast() else { return }
    (step.groups, step.rounds) = (titles, rounds)
    view.end(&step, found: found, in: context)
    keptBytes += step.viewByteCount
    played.append(step)
  }
}
