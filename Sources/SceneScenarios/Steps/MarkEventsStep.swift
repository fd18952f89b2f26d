import SceneSimulator

/// Begins a new look at events: what was told before is not looked at again.
struct MarkEventsStep: BareStep {
  static let name = "mark-events"
  static let isTraced = false

  func run(in context: StepContext) throws(StepError) {
    context.eventMark = context.log.heard.count
  }
}
