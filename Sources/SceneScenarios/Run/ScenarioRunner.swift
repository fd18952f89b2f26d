#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SceneSimulator
import SceneState

/// Runs one case: replaces variables, runs step after step, keeps who wrote what.
final class ScenarioRunner {
  private let scenario: LoadedScenario
  private let selected: ScenarioCase
  private let options: ScenarioRun.Options
  private var diagnostics: [Diagnostic] = []
  private var executed = 0
  private var total: Int?
  private var titles: [String] = []
  private var loops: [(name: String, value: Node)] = []

  init(
    _ scenario: LoadedScenario, _ selected: ScenarioCase, _ options: ScenarioRun.Options
  ) {
    self.scenario = scenario
    self.selected = selected
    self.options = options
  }

  private var source: SourceFile { scenario.source }

  /// Ends the run of a case early.
  private enum Stop: Error { case failed(Diagnostic), limitReached }

  func run() -> ScenarioOutcome {
    if scenario.skip != nil { return outcome(.skipped, Trace(), nil) }
    let context: StepContext
    do throws(Diagnostic) {
      context = try makeContext()
    } catch {
      diagnostics.append(error)
      return outcome(.failed, Trace(), nil)
    }
    if let title = selected.title { context.simulation.beginCase(title) }
    let steps = scenario.before + scenario.steps
    total = StepCounter(source).count(steps, context.variables)
    do throws(Stop) {
      try run(steps, context.variables, context)
      try checkLastProblems(context)
    } catch {
      if case .failed(let diagnostic) = error { diagnostics.append(diagnostic) }
    }
    let kept = options.keepsStore ? context.simulation.storeDirectory?.path : nil
    let result: ScenarioOutcome.Result = diagnostics.isEmpty ? .passed : .failed
    return outcome(result, context.simulation.trace, kept)
  }

  private func outcome(
    _ result: ScenarioOutcome.Result, _ trace: Trace, _ store: String?
  ) -> ScenarioOutcome {
    ScenarioOutcome(
      file: source.path, title: scenario.title, caseTitle: selected.title,
      caseNumber: selected.number, outcome: result, steps: executed, of: total,
      diagnostics: diagnostics, trace: trace, storeDirectory: store)
  }

  private func makeContext() throws(Diagnostic) -> StepContext {
    var variables = Variables()
    for entry in scenario.vars { variables[entry.key.name] = entry.value }
    for entry in selected.columns {
      variables[entry.key.name] = try variables.replaced(in: entry.value, of: source)
    }
    var app: Node?
    if let node = scenario.app { app = try variables.replaced(inApp: node, of: source) }
    let declaration = try AppDeclaration(app, in: source)
    let noticed = Noticed()
    let simulation = Simulation(
      device: declaration.device, profile: declaration.profile,
      directory: options.storeDirectory.map { URL(filePath: $0, directoryHint: .isDirectory) },
      keepsStore: options.keepsStore
    ) {
      ScenarioApp(declaration) { noticed.note?($0, $1, $2) }
    }
    noticed.note = { [unowned simulation] code, window, detail in
      simulation.notice(code: code, window: window, detail: detail)
    }
    let context = StepContext(source: source, declaration: declaration, simulation: simulation)
    simulation.appVersion = declaration.version
    simulation.describeValue = { place, value in
      guard let key = declaration.key(place.key), let decoded = try? key.type.coding.decode(value)
      else { return value.jsonText }
      return decoded.json(as: key.type)
    }
    context.variables = variables
    return context
  }

  /// Hands what windows notice to the simulation, which exists only after the app's factory.
  private final class Noticed { var note: ((String, String, String) -> Void)? }

  // MARK: Steps

  private func run(
    _ steps: [ParsedStep], _ variables: Variables, _ context: StepContext
  ) throws(Stop) {
    for step in steps {
      var visible = variables
      for (name, value) in context.kept where !loops.contains(where: { $0.name == name }) {
        visible[name] = value
      }
      context.variables = visible
      guard try holds(step, visible) else { continue }
      if step.isFlow {
        try runFlow(step, visible, context)
      } else {
        try runStep(step, visible, context)
      }
    }
  }

  private func holds(_ step: ParsedStep, _ variables: Variables) throws(Stop) -> Bool {
    do throws(Diagnostic) {
      return try StepCounter(source).holds(step, variables)
    } catch {
      throw .failed(error)
    }
  }

  private func runFlow(
    _ step: ParsedStep, _ variables: Variables, _ context: StepContext
  ) throws(Stop) {
    let flow: any FlowStep
    do throws(Diagnostic) {
      guard let made = try StepCounter(source).flow(step, variables) else { return }
      flow = made
    } catch {
      throw .failed(located(error, step))
    }
    if let title = flow.title {
      titles.append(title)
      context.simulation.beginGroup(title)
    }
    for round in flow.rounds {
      var inner = variables
      for (name, value) in round { inner[name] = value }
      loops += round
      try run(step.body, inner, context)
      loops.removeLast(round.count)
    }
    if flow.title != nil { titles.removeLast() }
  }

  private func runStep(
    _ step: ParsedStep, _ variables: Variables, _ context: StepContext
  ) throws(Stop) {
    if let until = options.until, executed >= until { throw .limitReached }
    executed += 1
    do throws(StepError) {
      try perform(step, variables, context)
      if let fails = step.fails { throw .mistake(didNotFail(step, fails)) }
    } catch {
      let (code, diagnostic) = described(error, step)
      if let fails = step.fails, fails.text != nil {
        if fails.text == code {
          context.simulation.refuse(code: code)
          return
        }
        if case .refused = error {
          try stop(located(wrongCode(code, fails, diagnostic), step), step)
          return
        }
      }
      try stop(located(diagnostic, step), step)
    }
  }

  private func perform(
    _ step: ParsedStep, _ variables: Variables, _ context: StepContext
  ) throws(StepError) {
    let (made, argument) = try context.checking { () throws(Diagnostic) in
      var argument: Node?
      if let node = step.argument { argument = try variables.replaced(in: node, of: source) }
      context.windowOfStep = nil
      if let node = step.window {
        let window = try variables.replaced(in: node, of: source)
        context.windowOfStep = PlacedName(
          name: try Names.window(window, in: source), range: window.range)
      }
      let input = StepInput(verb: step.verb, argument: argument, source: source)
      return (try step.kind.init(input), argument)
    }
    let text =
      step.label
      ?? StepText.text(
        verb: step.verb.name, argument: argument, window: context.windowOfStep?.name)
    context.simulation.beginStep(executed, text: step.kind.isTraced ? text : nil)
    let tab = (try? context.inside())?.scene.selectedTab
    try made.run(in: context)
    let changed = try context.refusing { () throws(StepFailure) in
      try context.simulation.endStep()
    }
    for place in changed {
      context.origins[place] = Origin(
        step: executed, line: step.verb.range.start.line, verb: step.verb.name, tab: tab)
    }
    options.afterStep?(
      executed, context.simulation.trace, context.simulation.storeDirectory?.path)
  }

  // MARK: Failures

  private func described(_ error: StepError, _ step: ParsedStep) -> (String, Diagnostic) {
    switch error {
    case .mistake(let diagnostic): return (diagnostic.code.rawValue, diagnostic)
    case .refused(let failure, let range):
      var diagnostic = Diagnostic(
        ProblemCode(rawValue: failure.code), file: source.path, range: range ?? step.verb.range,
        "`\(step.verb.name)`: \(failure.message)", hint: failure.hint)
      diagnostic.frame = nil
      return (failure.code, diagnostic)
    }
  }

  private func didNotFail(_ step: ParsedStep, _ fails: Node) -> Diagnostic {
    Diagnostic(
      .notAsExpected, file: source.path, range: fails.range,
      "`\(step.verb.name)` went through, but was to fail with `\(fails.text ?? "")`")
  }

  private func wrongCode(_ code: String, _ fails: Node, _ found: Diagnostic) -> Diagnostic {
    var diagnostic = Diagnostic(
      .notAsExpected, file: source.path, range: fails.range,
      "expected `\(fails.text ?? "")`, but the step failed with `\(code)`")
    diagnostic.notes = [found.message]
    return diagnostic
  }

  private func stop(_ diagnostic: Diagnostic, _ step: ParsedStep) throws(Stop) {
    guard step.isSoft else { throw .failed(diagnostic) }
    diagnostics.append(diagnostic)
  }

  /// Adds to a failed check where the run was and how to get there again.
  private func located(_ diagnostic: Diagnostic, _ step: ParsedStep) -> Diagnostic {
    guard diagnostic.expected != nil else { return diagnostic }
    var result = diagnostic
    var parts: [String] = []
    if let title = selected.title { parts.append("case \(ScenarioValue.quoted(title))") }
    var place = "step \(executed)" + (total.map { " of \($0)" } ?? "")
    for title in titles { place += " · group \(ScenarioValue.quoted(title))" }
    parts.append(place)
    for (name, value) in loops {
      parts.append("\(name) = \(value.text ?? FailureReport.text(value))")
    }
    result.context = parts.joined(separator: "   ")
    let picked = selected.title == nil ? "" : " --case \(selected.number)"
    result.next = "scenesim run \(source.path)\(picked) --until \(executed)"
    return result
  }

  private func checkLastProblems(_ context: StepContext) throws(Stop) {
    let unseen = context.simulation.problems.dropFirst(context.problemMark)
    guard let first = unseen.first else { return }
    var diagnostic = ProblemCheck.unexpected(
      first, at: SourceRange(at: .start), in: source)
    diagnostic.frame = nil
    throw .failed(diagnostic)
  }
}
