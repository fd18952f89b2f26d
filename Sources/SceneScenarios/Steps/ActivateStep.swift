import SceneSimulator

/// Makes a window active and front.
struct ActivateStep: ScenarioStep {
  static let name = "activate"
  static let syntax = "activate: A"
  static let summary = "Makes a window active and front."
  static let argument = Shape.windowIfAny
  static let example = """
    - launch: A
    - open: B
    - activate: A
    - expect: { front: A }
    """

  private let window: PlacedName?

  init(_ input: StepInput) throws(Diagnostic) { window = try input.windowName() }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsRunningApp(input)
    check.process.connect(check.windowOrNone(input, in: .connected))
    check.process.comeToFront()
  }

  func run(in context: StepContext) throws(StepError) {
    let window = try context.window(window)
    try context.refusing { () throws(StepFailure) in try window.activate() }
  }
}
