import SceneLifecycle
import SceneSimulator
internal import SceneState

extension Variables {
  /// Adds what the app knows of its window; what the scenario calls so stays what it is.
  mutating func add(own scene: ConnectedScene, for used: Set<String>, in context: StepContext) {
    guard let scene = scene.delegate as? ScenarioScene else { return }
    for (name, value) in scene.ownVariables(in: used) { add(own: name, value) }
    if used.isEmpty { return }
    let path = LateText.lastEnd.split(separator: ".").map(String.init)
    guard used.contains(path[0]) else { return }
    let end = context.fates.lastEnd(on: context.simulation.name)
    add(own: path[0], .map([(path[1], end.map { .text($0) } ?? .made(.null))]))
  }
}

extension ScenarioRunner {
  /// Runs steps of the app inside one of its windows: no numbers, no lines, part of the step.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - scene: The window.
  ///   - extra: What is known here alone, such as the payload.
  ///   - condition: When they are live; the row that it finds is theirs.
  ///   - context: What they see.
  ///   - home: The window in which the app acts, if these steps are taken in another one.
  /// - Throws: Why a step failed; what comes after it is not run.
  func runInside(
    _ steps: [ParsedStep], _ scene: ConnectedScene, _ extra: [(String, Node)],
    if condition: Node?, _ context: StepContext, home: ConnectedScene? = nil
  ) throws(StepError) {
    let (outerScene, outerWindow) = (context.actingScene, context.windowOfStep)
    let (outerPlace, outerHome) = (context.placeOfStep, context.homeScene)
    context.actingScene = scene
    context.homeScene = home ?? scene
    context.windowOfStep = nil
    let (outerSource, outerVerb) = (context.source, context.verb)
    defer {
      (context.actingScene, context.windowOfStep) = (outerScene, outerWindow)
      (context.placeOfStep, context.homeScene) = (outerPlace, outerHome)
      (context.source, context.verb) = (outerSource, outerVerb)
    }
    // Looked for before the first step, which may change it.
    let row = try row(of: condition, scene, extra, context)
    for step in steps {
      do throws(StepError) {
        if home == nil, let windows = step.windows {
          let found = row.map { [(LateText.row, $0)] } ?? []
          try runElsewhere(step, windows, from: scene, extra + found, context)
          continue
        }
        let variables = try variables(of: step, row, scene, extra, context)
        let holds = try context.checking { () throws(Diagnostic) -> Bool in
          // A place that cannot be named is told if the step is taken at all.
          let place = try? context.place(of: step, variables)
          return try context.holds(step.condition, nil, at: place, variables, of: step.source)
        }
        guard holds else {
          context.skip(step, after: executed)
          continue
        }
        context.unskip(step)
        if step.isFlow {
          try runRounds(of: step, variables, scene, extra, context, home)
          continue
        }
        (context.source, context.course.ownStep) = (step.source, step)
        context.fates.enter(innerMark(of: step, extra), in: scene.id.rawValue)
        defer { context.fates.leave() }
        try make(step, variables, context).0.run(in: context)
        context.course.acted.append((scene.id.rawValue, step))
      } catch {
        let error = filled(error.shown(in: step.source), step, scene)
        context.course.fail(with: error, of: step)
        throw error
      }
    }
  }

  /// A mistake in what variables stand for says which, and in which window that was.
  private func filled(
    _ error: StepError, _ step: ParsedStep, _ scene: ConnectedScene
  ) -> StepError {
    guard case .mistake(var mistake) = error, mistake.file == step.source.path,
      mistake.notes.isEmpty, [.typeMismatch, .wrongKind, .wrongValue].contains(mistake.code)
    else { return error }
    let text = step.source.text(in: mistake.range)
    if !VariableText.isIn(text) { return error }
    mistake.notes.append("made of \(text) in \(scene.id.rawValue)")
    return .mistake(mistake)
  }

  /// The row that the condition of such steps finds.
  private func row(
    of condition: Node?, _ scene: ConnectedScene, _ extra: [(String, Node)],
    _ context: StepContext
  ) throws(StepError) -> Node? {
    var known = variables(extra, context)
    if let condition {
      known.add(own: scene, for: VariableUse.names(inCondition: condition), in: context)
    }
    do throws(Diagnostic) {
      return try context.row(of: condition, known, of: context.declaration.source)
    } catch {
      context.course.innerError = context.course.innerError ?? .mistake(error)
      throw .mistake(error)
    }
  }

  /// Runs the steps below a `for-each` of the app.
  private func runRounds(
    of step: ParsedStep, _ variables: Variables, _ scene: ConnectedScene,
    _ extra: [(String, Node)], _ context: StepContext, _ home: ConnectedScene?
  ) throws(StepError) {
    let counter = StepCounter(of: step)
    let rounds = try context.checking { () throws(Diagnostic) -> FlowRounds? in
      guard let flow = try counter.flow(step, variables) else { return nil }
      let rounds = try counter.rounds(of: flow, step, variables)
      return RowLoop(step)?.padded(rounds, in: context.declaration) ?? rounds
    }
    if rounds?.isEmpty == true {
      context.skip(step, after: executed, because: "`\(step.verb.name)` around it had no round")
    }
    let row = variables[LateText.row].map { [(LateText.row, $0)] } ?? []
    for round in rounds ?? FlowRounds(0, { _ in [] }) {
      do throws(Stop) { try countRound(of: step) } catch {
        if case .failed(let mistake) = error { throw .mistake(mistake) }
        return
      }
      try runInside(
        step.body, scene, extra + row + round.map { ($0.name, $0.value) }, if: nil, context,
        home: home)
    }
  }

  /// What a step of the app knows, the row among it that its own condition finds, or else the one
  /// around it.
  private func variables(
    of step: ParsedStep, _ row: Node?, _ scene: ConnectedScene, _ extra: [(String, Node)],
    _ context: StepContext
  ) throws(StepError) -> Variables {
    var variables = variables(extra, context)
    let used = VariableUse.names(in: [step])
    var row = row
    if step.condition != nil {
      var known = variables
      known.add(own: scene, for: used, in: context)
      row = try context.checking(try context.row(of: step.condition, known, of: step.source)) ?? row
    }
    if let row { variables.add(own: LateText.row, row) }
    variables.add(own: scene, for: used, in: context)
    return variables
  }

  /// What steps of the app know beside their window.
  private func variables(_ extra: [(String, Node)], _ context: StepContext) -> Variables {
    var variables = context.variables
    // What a `get` among these steps has kept is there for the next one.
    for (name, value) in context.memory.variables where !isOfLoop(name) { variables[name] = value }
    for (name, value) in extra { variables[name] = value }
    return variables
  }
}
