/// Gives the steps under `do:` a title.
struct GroupStep: FlowStep {
  static let name = "group"
  static let syntax = "group: title"
  static let summary = "Gives the steps under `do:` a title."

  let title: String?
  let rounds: [[(name: String, value: Node)]] = [[]]

  init(_ input: StepInput) throws(Diagnostic) {
    title = try input.source.text(try input.required(), for: "the title of a group")
  }
}
