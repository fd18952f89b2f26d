package import SceneSimulator

/// A case whose steps are chosen while it is played, by whoever watches what they lead to.
///
/// The steps are those of scenarios, performed as a run performs them.
package final class ScenarioStage {
  private let runner: ScenarioRunner
  let context: StepContext

  /// What became of a step.
  package enum Answer: Sendable {
    case done
    /// It cannot be done now; whether it has left anything behind all the same, and the step of the
    /// app that was refused on the way, if one was.
    case refused(code: String, leftTraces: Bool, by: Culprit? = nil)
  }

  /// A step of the app because of which the step of its user was refused.
  package struct Culprit: Sendable {
    /// Where it stands: the key of the app, such as `on-close`, or the action.
    package let place: String
    /// Why it was refused.
    package let message: String
    /// Whether the app takes it by itself, whatever has come.
    package let isByItself: Bool
  }

  /// Sets a stage on a fresh device.
  ///
  /// - Throws: What is wrong with the app of the case.
  package init(
    _ scenario: LoadedScenario, case selected: ScenarioCase, options: ScenarioRun.Options,
    apps: KnownApps = KnownApps()
  ) throws(Diagnostic) {
    runner = ScenarioRunner(scenario, selected, options, apps)
    context = try ContextMaker(scenario, selected, options, runner).make()
  }

  // Windows and their delegates hold each other until their process ends.
  deinit { for simulation in context.allDevices { simulation.dropProcess() } }

  /// The app as it is declared now; an update replaces it.
  package var declaration: AppDeclaration { _read { yield context.declaration } }

  package var simulation: Simulation { context.simulation }

  /// How many steps were played, each round counted.
  package var stepCount: Int { runner.executed }

  /// Plays the steps of the file itself.
  ///
  /// - Parameter beginStep: Called before each step that is not part of another, with its number
  ///   from 0.
  /// - Returns: What failed first; nil if nothing did.
  package func playFile(_ beginStep: (Int) -> Void = { _ in }) -> Diagnostic? {
    let variables = context.variables
    do throws(ScenarioRunner.Stop) {
      for (number, step) in runner.scenario.allSteps.enumerated() {
        beginStep(number)
        try runner.run([step], variables, context)
      }
    } catch {
      if case .failed(let diagnostic) = error { return diagnostic }
    }
    return runner.diagnostics.first
  }

  /// A step made of its parts, as if it stood in the file of the case.
  package func step(
    _ verb: String, _ argument: Node?, in window: String?, at place: String? = nil
  ) -> ParsedStep? {
    guard let kind = StepCatalogue.type(named: verb) else { return nil }
    let range = SourceRange(at: .start)
    let entries = [("in", window), ("at", place)].compactMap { key, name in
      name.map {
        Entry(key, at: range, Node(.text($0), range: range))
      }
    }
    return ParsedStep(
      kind, PlacedName(name: verb, range: range), argument: argument, entries, body: [],
      laneCounts: [], source: context.source)
  }

  package func play(_ step: ParsedStep) -> Answer {
    runner.executed += 1
    do throws(StepError) {
      try runner.perform(step, context.variables, context)
      return .done
    } catch {
      let (code, diagnostic) = runner.described(error, step, context)
      // What cannot even be looked at has left something.
      let leftTraces = (try? runner.hasDoneSomething(context)) ?? true
      context.log.refuse(code: code)
      return .refused(code: code, leftTraces: leftTraces, by: culprit(diagnostic))
    }
  }

  private func culprit(_ diagnostic: Diagnostic) -> Culprit? {
    guard let inner = context.course.innerStep else { return nil }
    let (line, file) = (inner.verb.range.start.line, inner.source.path)
    let action = declaration.actions.first { $0.steps.hasStep(ofLine: line, in: file) }
    let own = declaration.own.key(ofLine: line, in: file)
    let place = own ?? action.map { "actions: \($0.name)" }
    return Culprit(
      place: place ?? "handlers", message: diagnostic.message, isByItself: own != nil)
  }

  /// The steps of the app that ran in the last step, and in which window each did.
  package var acted: [(window: String, step: ParsedStep)] { context.course.acted }

  /// What was told to windows and app so far.
  package var heard: [HeardEvent] { context.log.heard }

  package var problems: [NoticedProblem] { context.log.problems }

  /// Compares what an `expect` says, without counting as a look.
  ///
  /// - Returns: What differs; nil if nothing does.
  package func mismatch(_ expect: Node) -> Diagnostic? {
    let marks = (context.eventMark, context.problemMark)
    defer { (context.eventMark, context.problemMark) = marks }
    do throws(Diagnostic) {
      let expect = try context.variables.replaced(in: expect, of: context.source)
      try Expectation(expect, in: context.source).check(in: context)
      return nil
    } catch {
      return error
    }
  }
}
