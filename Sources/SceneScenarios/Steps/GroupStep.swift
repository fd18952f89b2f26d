/// Gives the steps under `do:` a title.
struct GroupStep: FlowStep {
  static let name = "group"
  static let syntax = "group: title"
  static let summary = "Gives the steps under `do:` a title."
  static let argument = Shape.text("a title")
  static let example = """
    - group: A draft belongs to its book
      do:
        - launch: A
        - set: { draft: Tala }
        - select: raven
        - expect: { A: { values: { draft: "" } } }
    """

  let title: String?
  let rounds = FlowRounds()

  init(_ input: StepInput) throws(Diagnostic) {
    title = try input.source.text(try input.required(), for: "the title of a group")
  }
}
