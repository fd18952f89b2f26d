import SceneLifecycle

extension Variables {
  /// Adds what the app knows of its window; what the scenario calls so stays what it is.
  mutating func add(own scene: ConnectedScene, for used: Set<String>) {
    guard let scene = scene.delegate as? ScenarioScene else { return }
    for (name, value) in scene.ownVariables(in: used) where self[name] == nil {
      self[name] = value
    }
  }
}

extension ScenarioRunner {
  /// Runs steps of the app inside one of its windows: no numbers, no lines, part of the step.
  func runInside(
    _ steps: [ParsedStep], _ scene: ConnectedScene, _ extra: [(String, Node)],
    _ context: StepContext
  ) throws(StepError) {
    let (outerScene, outerWindow) = (context.actingScene, context.windowOfStep)
    let outerPlace = context.placeOfStep
    context.actingScene = scene
    context.windowOfStep = nil
    let outerSource = context.source
    defer {
      (context.actingScene, context.windowOfStep) = (outerScene, outerWindow)
      context.placeOfStep = outerPlace
      context.source = outerSource
    }
    context.hasActedInside = true
    for step in steps {
      var variables = context.variables
      // What a `get` among these steps has kept is there for the next one.
      for (name, value) in context.kept where !isOfLoop(name) { variables[name] = value }
      for (name, value) in extra { variables[name] = value }
      variables.add(own: scene, for: VariableUse.names(in: [step]))
      do throws(StepError) {
        let holds = try context.checking { () throws(Diagnostic) in
          try context.holds(
            step.condition, nil, at: step.placeName(variables), variables, of: step.source)
        }
        guard holds else {
          context.skip(step, after: executed)
          continue
        }
        context.source = step.source
        context.writes.enter(innerMark(of: step, extra))
        defer { context.writes.leave() }
        try make(step, variables, context).0.run(in: context)
      } catch {
        context.innerError = context.innerError ?? error
        throw error
      }
    }
  }
}
