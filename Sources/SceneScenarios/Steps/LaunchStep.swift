import SceneLifecycle
import SceneSimulator
import SceneState

/// Starts the app, which brings back its windows, and puts one in front.
struct LaunchStep: ScenarioStep {
  static let name = "launch"
  static let syntax = "launch: A"
  static let summary = "Starts the app, which brings back its windows, and puts one in front."

  private let window: PlacedName?

  init(_ input: StepInput) throws(Diagnostic) { window = try input.windowName() }

  func run(in context: StepContext) throws(StepError) {
    try context.refusing { () throws(StepFailure) in
      _ = try context.simulation.launch(
        LaunchRequest(id: window.map { SceneID(rawValue: $0.name) }))
    }
  }
}
