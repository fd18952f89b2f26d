import SceneSimulator

struct ActivateStep: NamedWindowStep, RunningAppStep {
  static let name = "activate"
  let window: PlacedName?

  static func check(_ input: StepInput, in check: StepCheck) {
    check.process.connect(check.windowOrNone(input, in: .connected))
    check.process.comeToFront()
  }

  func run(in context: StepContext) throws(StepError) {
    let window = try context.window(window)
    if context.actingScene == nil, context.simulation.phase(of: window.name) == .active,
      context.simulation.front?.name == window.name
    {
      context.note("\(window.name) is in front already")
    }
    try context.refusing(try window.activate())
  }
}
