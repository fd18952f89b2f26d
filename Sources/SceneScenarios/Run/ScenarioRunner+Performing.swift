import FoundationEssentials
internal import SceneLifecycle
import SceneSimulator

// One step, from its text to its commit.
extension ScenarioRunner {
  /// Does what one step says, and commits what changed.
  func perform(
    _ step: ParsedStep, _ variables: Variables, _ context: StepContext
  ) throws(StepError) {
    context.course = StepCourse()
    context.fates.begin()
    // What a refused step told was taken back with it.
    _ = context.notices.take()
    context.source = step.source
    context.retrospect = retrospect
    retrospect?.step = executed
    context.device = context.allDevices.first?.name ?? ""
    context.namesDevice = step.device != nil
    // As it is written, in case that it cannot even be made.
    context.log.beginStep(executed, text: step.kind.isTraced ? StepText.written(step) : nil)
    if let node = step.device {
      let device = PlacedName(name: node.text ?? "", range: node.range)
      context.device = try context.device(device).name
    }
    let (made, argument) = try make(step, variables, context)
    if step.verb.name == ExpectStep.name { view.expect(argument) }
    if step.kind.isTraced, context.log.keepsTrace { name(step, made, argument, context) }
    let acting =
      context.log.keepsTrace
      // Before the first window nothing acts; a step that needs a window says so itself.
      ? (try? context.inside()).map { ($0.window.name, $0.scene.selectedTab) } : nil
    let shown = context.shownTabs
    do throws(StepError) { try made.run(in: context) } catch {
      if let expect = made as? ExpectStep {
        failures[executed] = .init(expect.expectation, context)
      }
      throw context.course.innerError ?? error
    }
    if let error = context.course.innerError { throw error }
    if !context.course.acted.isEmpty {
      for device in context.allDevices {
        for window in device.windows {
          (device.scene(window.name)?.delegate as? ScenarioScene)?.offerWhatWaits()
        }
      }
      if let error = context.course.innerError { throw error }
    }
    if Idleness.isEnded(by: step) { context.noteUse() }
    if context.course.hasChangedDataInside {
      try context.onEachDevice { () throws(StepError) in try context.closeWindowsOfGoneRows() }
    }
    try runBehind(step, context)
    try context.runOwnSteps(ofTabsOtherThan: shown)
    for simulation in context.allDevices {
      try context.passTime(to: simulation.now, on: simulation)
    }
    try endStep(step, acting?.0, acting?.1 ?? nil, context)
  }

  /// How many windows one step may open and close by steps of the app.
  private static let behindLimit = 1000

  /// Opens and closes the windows that steps of the app have asked for, and those that this brings
  /// about.
  private func runBehind(_ step: ParsedStep, _ context: StepContext) throws(StepError) {
    var count = 0
    while !context.course.behind.isEmpty {
      let next = context.course.behind.removeFirst()
      let outer = (context.source, context.device)
      (context.source, context.device) = (next.source, next.device)
      defer { (context.source, context.device) = outer }
      // An app that has ended on the way, as by `quit`, opens and closes nothing any more.
      guard context.simulation.isRunning else { continue }
      count += 1
      guard count <= Self.behindLimit else {
        throw .mistake(
          tooBig("steps of the app open and close more than \(Self.behindLimit) windows", step))
      }
      do throws(StepError) { try next.work() } catch {
        context.course.innerStep = context.course.innerStep ?? next.step
        // Why a handler failed stands in its own message.
        throw context.course.innerError ?? error
      }
      if let error = context.course.innerError { throw error }
    }
  }

  /// Gives the step its words: what it does, what it carries, and where.
  private func name(
    _ step: ParsedStep, _ made: any ScenarioStep, _ argument: Node?, _ context: StepContext
  ) {
    let place = step.label == nil ? context.placeOfStep.map { "   at \($0.name)" } ?? "" : ""
    let device = step.device?.text.map { "   on \($0)" } ?? ""
    let cargo = step.label == nil ? made.cargo.map { $0 + device } : nil
    func words(hasQuotes: Bool) -> String {
      let text =
        step.label ?? made.traceText
        ?? StepText.text(
          verb: step.verb.name, argument: argument ?? step.nilShown,
          window: context.windowOfStep?.name, hasQuotes: hasQuotes)
      return cargo.map { "\(text)\(place)   \($0)" } ?? text + place + device
    }
    let text = words(hasQuotes: false)
    context.log.nameStep(text)
    // Steps that are chosen while they are played have no record.
    guard played.last?.number == executed else { return }
    played[played.count - 1].name(text, words(hasQuotes: true), cargo: cargo)
  }

  func make(
    _ step: ParsedStep, _ variables: Variables, _ context: StepContext
  ) throws(StepError) -> (any ScenarioStep, Node?) {
    try context.checking { () throws(Diagnostic) in
      var argument: Node?
      if let node = step.argument {
        argument = try step.kind.replaced(node, with: variables, of: step.source)
      }
      context.verb = step.verb.range
      context.windowOfStep = nil
      if let node = step.window, step.windows == nil {
        let window = try variables.replaced(in: node, of: step.source)
        context.windowOfStep = try Names.window(window, in: step.source)
      }
      context.placeOfStep = try context.place(of: step, variables)
      let input = StepInput(verb: step.verb, argument: argument, source: step.source)
      return (try step.kind.init(input), argument)
    }
  }

  private func endStep(
    _ step: ParsedStep, _ window: String?, _ tab: String?, _ context: StepContext
  ) throws(StepError) {
    try checkWindows(after: step, context)
    context.holdShownPlaces()
    var mark = mark(of: step, window, context)
    // What only looks must not bring about what it looks at.
    var isDone = !step.kind.isTraced
    while !isDone {
      for simulation in context.allDevices {
        let wasRunning = simulation.isRunning
        let changed = try context.refusing(try simulation.commitStep())
        // Only a fault ends a process while its last step is committed.
        mark.isDeadly = mark.isDeadly || wasRunning && !simulation.isRunning
        if let refusal = simulation.takeRefusal() { throw .refused(refusal, at: nil) }
        let ended = EndedStep(mark, tab: tab, in: simulation, context.log)
        // They are what messages say; nobody reads those where nobody reads the trace.
        guard context.log.keepsTrace else { continue }
        context.fates.take(changed, of: ended) {
          context.isMigrated($0, on: simulation, by: mark.verb)
        } isThere: {
          context.holds($0, on: simulation)
        }
      }
      // A window that follows its scene to another device writes once more.
      let roaming = context.roaming
      isDone = try context.refusing(try roaming?.carry(in: context) != true)
    }
    context.tellNotices()
    if step.kind.isTraced {
      context.fates.end(mark)
      retrospect?.look(after: mark, in: context)
    }
    context.log.endStep()
    options.afterStep?(
      executed, context.log.trace, context.simulation.storeDirectory?.path)
  }
}
