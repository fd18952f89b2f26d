import SceneSimulator

struct StopStep: ScenarioStep {
  static let name = "stop"
  static let argument = Shape.nothing

  init(_ input: StepInput) throws(Diagnostic) { try input.needsNothing() }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsRunningApp(input)
    check.process.end()
  }

  func run(in context: StepContext) throws(StepError) {
    try context.refusing(try context.simulation.stop())
  }
}
