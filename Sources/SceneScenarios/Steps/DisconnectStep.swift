import SceneSimulator

struct DisconnectStep: NamedWindowStep, RunningAppStep {
  static let name = "disconnect"
  let window: PlacedName?

  static func check(_ input: StepInput, in check: StepCheck) {
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
