import SceneSimulator

struct ReconnectStep: ScenarioStep {
  static let name = "reconnect"
  static let argument = Shape.windowIfAny

  private let window: PlacedName?

  init(_ input: StepInput) throws(Diagnostic) { window = try input.windowName() }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsRunningApp(input)
    check.process.connect(check.windowOrNone(input, in: .disconnected))
    check.process.comeToFront()
  }

  func run(in context: StepContext) throws(StepError) {
    let window = try context.window(window)
    try context.refusing { () throws(StepFailure) in
      try context.checkIsHere(window)
      try window.reconnect()
    }
  }
}
