import SceneSimulator

struct DisconnectStep: ScenarioStep {
  static let name = "disconnect"
  static let argument = Shape.windowIfAny

  private let window: PlacedName?

  init(_ input: StepInput) throws(Diagnostic) { window = try input.windowName() }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsRunningApp(input)
    let window = check.windowOrNone(input, in: .background)
    // What is refused changes nothing, and was told.
    if let window, check.missing.contains(window) { return }
    check.process.disconnect(window)
    check.process.forgetFront()
  }

  func run(in context: StepContext) throws(StepError) {
    let window = try context.window(window)
    try context.refusing(try window.disconnect())
  }
}
