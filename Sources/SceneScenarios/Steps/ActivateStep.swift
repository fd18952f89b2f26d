import SceneSimulator

struct ActivateStep: RunningAppStep {
  static let name = "activate"
  static let argument = Shape.windowIfAny

  private let window: PlacedName?
  private let verb: SourceRange

  init(_ input: StepInput) throws(Diagnostic) {
    (window, verb) = (try input.windowName(), input.verb.range)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.process.connect(check.windowOrNone(input, in: .connected))
    check.process.comeToFront()
  }

  func run(in context: StepContext) throws(StepError) {
    let window = try context.window(window)
    if context.actingScene == nil, context.simulation.phase(of: window.name) == .active,
      context.simulation.front?.name == window.name
    {
      context.note("\(window.name) is in front already", at: verb, in: context.source)
    }
    try context.refusing(try window.activate())
  }
}
