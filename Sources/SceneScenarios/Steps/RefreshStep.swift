import SceneSimulator

struct RefreshStep: RunningAppStep {
  static let name = "refresh"
  static let argument = Shape.window

  private let window: PlacedName

  init(_ input: StepInput) throws(Diagnostic) { window = try input.requiredWindow() }

  static func check(_ input: StepInput, in check: StepCheck) {
    _ = check.windowOrNone(input, in: .connected)
  }

  func run(in context: StepContext) throws(StepError) {
    let window = try context.window(window)
    try context.refusing(try window.refresh())
  }
}
