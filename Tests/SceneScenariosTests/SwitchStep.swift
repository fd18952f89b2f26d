import SceneScenarios
import SceneSimulator

/// Puts another window in front and sends the one that was there to the background.
struct SwitchStep: ScenarioStep {
  static let name = "switch"
  static let argument = Shape.window

  private let window: PlacedName

  init(_ input: StepInput) throws(Diagnostic) { window = try input.requiredWindow() }

  func run(in context: StepContext) throws(StepError) {
    let old = context.simulation.front
    let new = try context.window(window)
    try context.refusing { () throws(StepFailure) in
      try new.activate()
      if let old, old.name != new.name { try old.background() }
    }
  }
}
