struct GroupStep: FlowStep {
  static let name = "group"
  static let syntax = "group: title"
  static let summary = "Gives the steps under `do:` a title, a window (`in: B`), or both."
  static let argument = Shape.either([.nothing, .text("a title")])

  let title: String?
  let rounds = FlowRounds()

  init(_ input: StepInput) throws(Diagnostic) {
    title = try input.argument.map { (node) throws(Diagnostic) in
      try input.source.text(node, for: "the title of a group")
    }
  }
}
