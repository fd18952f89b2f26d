import SceneSimulator

/// Opens a new window, which becomes the front one.
struct OpenStep: ScenarioStep {
  static let name = "open"
  static let syntax = "open: B"
  static let summary = "Opens a new window, which becomes the front one."

  private let window: PlacedName?

  init(_ input: StepInput) throws(Diagnostic) { window = try input.windowName() }

  func run(in context: StepContext) throws(StepError) {
    try context.refusing(at: window?.range) { () throws(StepFailure) in
      _ = try context.simulation.open(window?.name)
    }
  }
}
