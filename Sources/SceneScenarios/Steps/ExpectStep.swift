struct ExpectStep: ScenarioStep {
  static let name = "expect"
  static let argument = Shape.part(.expectation)
  static let isTraced = false

  let expectation: Expectation

  init(_ input: StepInput) throws(Diagnostic) {
    expectation = try Expectation(try input.required(), in: input.source)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    ExpectLook(check: check).look(at: input.argument)
  }

  func run(in context: StepContext) throws(StepError) {
    try context.checking(try expectation.check(in: context))
  }
}
