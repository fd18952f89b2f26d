import SceneSimulator

struct BackgroundStep: NamedWindowStep, RunningAppStep {
  static let name = "background"
  let window: PlacedName?

  static func check(_ input: StepInput, in check: StepCheck) {
    if input.argument == nil, check.windowOfStep == nil { return check.process.leaveFront() }
    let window = check.windowOrNone(input, in: .connected)
    check.process.change { $0.move(window, .connected, to: .background) }
    check.process.forgetFront()
  }

  func run(in context: StepContext) throws(StepError) {
    guard let name = window ?? context.windowOfStep else {
      let phases = context.simulation.windows.map { context.simulation.phase(of: $0.name) }
      if !phases.isEmpty, phases.allSatisfy({ $0 == .background }) {
        context.note(
          "all windows are in the background already")
      }
      return try context.refusing(try context.simulation.background())
    }
    let window = try context.window(name)
    if context.simulation.phase(of: window.name) == .background {
      context.note(
        "\(window.name) is in the background already")
    }
    try context.refusing(try window.background())
  }
}
