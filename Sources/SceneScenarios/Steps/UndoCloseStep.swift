import SceneSimulator

struct UndoCloseStep: RunningAppStep {
  static let name = "undo-close"
  static let argument = Shape.window

  private let window: PlacedName

  init(_ input: StepInput) throws(Diagnostic) { window = try input.requiredWindow() }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.window(input.argument)
    check.needsClosed(input)
    check.process.change { $0.set(check.literal(input.argument), to: .any) }
    check.process.forgetFront()
  }

  func run(in context: StepContext) throws(StepError) {
    try context.refusing(at: window.range, try context.simulation.undoClose(window.name))
    // What it was about may have gone meanwhile.
    try context.closeWindowsOfGoneRows()
  }
}
