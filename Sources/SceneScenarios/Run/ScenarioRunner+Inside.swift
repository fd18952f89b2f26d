import SceneLifecycle

extension ScenarioRunner {
  /// Runs steps of the app inside one of its windows: no numbers, no lines, part of the step.
  func runInside(
    _ steps: [ParsedStep], _ scene: ConnectedScene, _ extra: [(String, Node)],
    _ context: StepContext
  ) throws(StepError) {
    let (outerScene, outerWindow) = (context.actingScene, context.windowOfStep)
    context.actingScene = scene
    context.windowOfStep = nil
    let outerSource = context.source
    defer {
      (context.actingScene, context.windowOfStep) = (outerScene, outerWindow)
      context.source = outerSource
    }
    var variables = context.variables
    for (name, value) in extra { variables[name] = value }
    for step in steps {
      do throws(StepError) {
        let holds = try context.checking { () throws(Diagnostic) in
          try StepCounter(of: step).holds(step, variables)
        }
        guard holds else { continue }
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
