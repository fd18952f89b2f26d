import SceneSimulator

struct CloseStep: NamedWindowStep {
  static let name = "close"
  let window: PlacedName?

  static func check(_ input: StepInput, in check: StepCheck) {
    let window = check.windowOrNone(input, in: .existing)
    if check.apps.contains(where: { $0.declaration.quitsWithLastWindow }) {
      // Whether it is the last one, only the run knows.
      return check.process.forget()
    }
    check.process.disconnect(window, isClosed: true)
    if let window { check.closings[window] = input.verb }
    check.process.forgetFront()
  }

  func run(in context: StepContext) throws(StepError) {
    try context.close(context.window(window, needsApp: false))
  }
}

extension StepContext {
  /// Closes a window; one whose own app does it when the steps of that are done.
  func close(_ window: SimulatedWindow) throws(StepError) {
    guard actingScene == nil else {
      return putBehind { [unowned self] () throws(StepError) in
        // What its steps did may have closed it already.
        if simulation.isKnown(window.name) { try close(window) }
      }
    }
    try closeAsUser(window)
  }
}
