/// Gives the steps under `do:` a title, or a window that they act in.
struct GroupStep: FlowStep {
  static let name = "group"
  static let syntax = "group: title"
  static let summary = "Gives the steps under `do:` a title, a window (`in: B`), or both."
  static let argument = Shape.either([.nothing, .text("a title")])
  static let example = """
    - group: A draft belongs to its book
      do:
        - launch: A
        - set: { draft: Tala }
        - select: raven
        - expect: { A: { values: { draft: "" } } }
    - open: B
    - in: A
      do:
        - set: { draft: Ravn }
        - select: hawk
    - expect: { A: { tab: hawk, values: { draft: Tala } }, B: { tab: hawk } }
    """

  let title: String?
  let rounds = FlowRounds()

  init(_ input: StepInput) throws(Diagnostic) {
    title = try input.argument.map { (node) throws(Diagnostic) in
      try input.source.text(node, for: "the title of a group")
    }
  }
}
