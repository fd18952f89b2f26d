import SceneSimulator

struct SavePointStep: ScenarioStep {
  static let name = "save-point"
  static let argument = Shape.text("a save point")

  private let point: String

  init(_ input: StepInput) throws(Diagnostic) {
    point = try input.source.text(try input.required(), for: "the name of a save point")
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.setSavePoint(input.argument)
  }

  func run(in context: StepContext) throws(StepError) {
    let moment = try context.refusing(try context.save())
    context.memory.keep(moment, as: point)
  }
}
