import SceneSimulator

struct ResignStep: ScenarioStep {
  static let name = "resign"
  static let argument = Shape.windowIfAny

  private let window: PlacedName?

  init(_ input: StepInput) throws(Diagnostic) { window = try input.windowName() }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsRunningApp(input)
    let window = check.windowOrNone(input, in: .active)
    check.process.change { $0.move(window, .active, to: .inactive) }
    check.process.forgetFront()
  }

  func run(in context: StepContext) throws(StepError) {
    let window = try context.window(window)
    try context.refusing(try window.resign())
  }
}
