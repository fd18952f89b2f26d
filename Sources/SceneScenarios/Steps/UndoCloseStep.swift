internal import SceneLifecycle
import SceneSimulator

struct UndoCloseStep: NamedWindowStep, RunningAppStep {
  static let name = "undo-close"
  let window: PlacedName?

  static func check(_ input: StepInput, in check: StepCheck) {
    check.window(input.argument)
    check.needsClosed(input)
    check.process.change { $0.set(check.literal(input.argument), to: .any) }
    if input.argument == nil { check.process.forget() }
    check.process.forgetFront()
  }

  func run(in context: StepContext) throws(StepError) {
    if context.actingScene == nil { return try bringBack(in: context, isOfScenario: true) }
    context.putBehind { () throws(StepError) in try bringBack(in: context) }
  }

  private func bringBack(in context: StepContext, isOfScenario: Bool = false) throws(StepError) {
    let simulation = context.simulation
    let last = simulation.closed.last { !simulation.isKnown($0) }
    guard let name = window?.name ?? last else {
      throw .refused(.noSuchWindow, "no window was closed that is not back")
    }
    try context.refusing(at: window?.range, try simulation.undoClose(name))
    // What it was about may have gone meanwhile.
    try context.closeWindowsOfGoneRows()
    if isOfScenario, !simulation.isKnown(name) {
      context.note(
        "\(name) is about a row that is gone: it closes again at once", at: window?.range)
    }
  }
}
