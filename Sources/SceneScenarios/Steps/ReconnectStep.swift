import SceneSimulator

struct ReconnectStep: NamedWindowStep, RunningAppStep {
  static let name = "reconnect"
  let window: PlacedName?

  static func check(_ input: StepInput, in check: StepCheck) {
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
