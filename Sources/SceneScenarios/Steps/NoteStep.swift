struct NoteStep: ScenarioStep {
  static let name = "note"
  static let argument = Shape.text("a text")
  static let isTraced = false
  init(_ input: StepInput) throws(Diagnostic) {
    _ = try input.source.text(try input.required(), for: "`note`")
  }

  func run(in context: StepContext) throws(StepError) {}
}
