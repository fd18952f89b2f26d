import SceneSimulator

struct ResignStep: NamedWindowStep, RunningAppStep {
  static let name = "resign"
  let window: PlacedName?

  static func check(_ input: StepInput, in check: StepCheck) {
    let window = check.windowOrNone(input, in: .active)
    check.process.change { $0.move(window, .active, to: .inactive) }
    check.process.forgetFront()
  }

  func run(in context: StepContext) throws(StepError) {
    let window = try context.window(window)
    try context.refusing(try window.resign())
  }
}
