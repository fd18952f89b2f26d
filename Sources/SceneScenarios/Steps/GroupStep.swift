struct GroupStep: FlowStep {
  static let name = "group"
  static let argument = Shape.either([.nothing, .text("a title")])

  let title: String?
  let rounds = FlowRounds()

  init(_ input: StepInput) throws(Diagnostic) {
    title = try input.argument.map { (node) throws(Diagnostic) in
      try input.source.text(node, for: "the title of a group")
    }
  }
}
