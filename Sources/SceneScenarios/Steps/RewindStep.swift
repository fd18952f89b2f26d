import SceneSimulator

struct RewindStep: ScenarioStep {
  static let name = "rewind"
  static let argument = Shape.text("a save point")

  private let point: PlacedName

  init(_ input: StepInput) throws(Diagnostic) {
    point = try input.placed("the name of a save point")
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.goBack(to: input.argument)
  }

  func run(in context: StepContext) throws(StepError) {
    try context.refusing(at: point.range) { () throws(StepFailure) in
      guard let moment = context.memory.moments[point.name] else {
        let names = context.memory.moments.keys.sorted()
        throw StepFailure(
          .noSuchSavePoint, "there is no save point `\(point.name)` yet",
          hint: SourceFile.choice(for: point.name, among: names))
      }
      try context.goBack(to: moment)
    }
    // What was in the user's hand then is not there now.
    for simulation in context.allDevices { simulation.letGo() }
    // What was told before the moment was told then: the next look begins here.
    context.eventMark = context.log.heard.count
  }
}
