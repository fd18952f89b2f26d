import SceneSimulator

/// Begins a new look at events: what was told before is not looked at again.
struct MarkEventsStep: ScenarioStep {
  static let name = "mark-events"
  static let argument = Shape.nothing
  static let isTraced = false

  init(_ input: StepInput) throws(Diagnostic) { try input.needsNothing() }

  func run(in context: StepContext) throws(StepError) {
    context.eventMark = context.log.heard.count
  }
}
