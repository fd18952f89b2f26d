struct IncludeStep: FlowStep {
  static let name = "include"
  static let argument = Shape.text("a file")

  let rounds = FlowRounds()

  init(_ input: StepInput) throws(Diagnostic) {
    let node = try input.required()
    _ = try input.source.text(node, for: "`include`")
    if VariableText.isIn(node) {
      throw input.source.diagnostic(
        .wrongValue, at: node.range, "the file of `include` is read before any variable is known",
        hint: "write the name itself; `with` gives variables to its steps")
    }
  }
}
