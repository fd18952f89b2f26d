import SceneSimulator

/// Lets the system take the process; refused while a window is in front.
struct KillStep: ScenarioStep {
  static let name = "kill"
  static let syntax = "kill"
  static let summary = "Lets the system take the process; refused while a window is in front."
  static let argument = Shape.nothing
  static let example = """
    - launch: A
    - { kill, fails: app-in-foreground }
    - background
    - kill
    - expect: { app: not-running, A: { phase: disconnected } }
    """

  init(_ input: StepInput) throws(Diagnostic) { try input.needsNothing() }

  func run(in context: StepContext) throws(StepError) {
    try context.refusing { () throws(StepFailure) in try context.simulation.kill() }
  }
}
