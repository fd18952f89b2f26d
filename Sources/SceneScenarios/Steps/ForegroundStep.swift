import SceneSimulator

struct ForegroundStep: NamedWindowStep, RunningAppStep {
  static let name = "foreground"
  let window: PlacedName?

  static func check(_ input: StepInput, in check: StepCheck) {
    if input.argument == nil, check.windowOfStep == nil {
      let only = check.process.windows.only
      // Those that were on the screen come back; with one window it is that one.
      check.process.change { $0.move(only, .background, to: .active) }
    } else {
      let window = check.windowOrNone(input, in: .connected)
      check.process.change { $0.move(window, .background, to: .active) }
    }
    check.process.comeToFront()
  }

  func run(in context: StepContext) throws(StepError) {
    guard let name = window ?? context.windowOfStep else {
      let simulation = context.simulation
      let phases = simulation.windowNames.map { simulation.phase(of: $0) }
      if phases.contains(.active), !phases.contains(.background) {
        context.note("no window is in the background")
      }
      return try context.refusing(try context.simulation.foreground())
    }
    let window = try context.window(name)
    if context.simulation.phase(of: name.name) == .active {
      context.note("\(name.name) is active already", at: name.range)
    }
    try context.refusing(try window.foreground())
  }
}
