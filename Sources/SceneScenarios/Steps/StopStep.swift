import SceneSimulator

struct StopStep: BareStep, RunningAppStep {
  static let name = "stop"

  static func check(_ input: StepInput, in check: StepCheck) {
    check.process.end()
  }

  func run(in context: StepContext) throws(StepError) {
    try context.refusing(try context.simulation.stop())
  }
}
