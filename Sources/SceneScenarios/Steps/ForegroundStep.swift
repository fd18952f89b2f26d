import SceneSimulator

/// Brings a window back from the background; without a name those that were on screen.
struct ForegroundStep: ScenarioStep {
  static let name = "foreground"
  static let syntax = "foreground: A"
  static let summary =
    "Brings a window back from the background; without a name those that were on screen."
  static let argument = Shape.windowIfAny
  static let example = """
    - launch: A
    - background
    - foreground
    - expect: { A: { phase: active } }
    """

  private let window: PlacedName?

  init(_ input: StepInput) throws(Diagnostic) { window = try input.windowName() }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsRunningApp(input)
    check.window(input.argument?.map == nil ? input.argument : input.argument?["window"])
    check.process.comeToFront()
  }

  func run(in context: StepContext) throws(StepError) {
    guard let name = window ?? context.windowOfStep else {
      return try context.refusing { () throws(StepFailure) in
        try context.simulation.foreground()
      }
    }
    let window = try context.window(name)
    try context.refusing { () throws(StepFailure) in try window.foreground() }
  }
}
