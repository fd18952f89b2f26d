internal import SceneSimulator

/// Runs the steps under `do:` once for each element of a list.
struct ForEachStep: FlowStep {
  static let name = "for-each"
  static let syntax = "for-each: {x: [a, b]}"
  static let summary = "Runs the steps under `do:` once for each element of a list."
  static let argument = Shape.named("a variable", .list(.value))
  static let example = """
    - launch: A
    - for-each: { book: [hawk, raven] }
      do:
        - select: ${book}
        - expect: { A: { tab: "${book}" } }
    """

  let rounds: FlowRounds

  init(_ input: StepInput) throws(Diagnostic) {
    let node = try input.required()
    let entries = try input.source.map(node, for: "`for-each`")
    guard entries.count == 1, let entry = entries.first else {
      throw Diagnostic(
        .wrongKind, file: input.source.path, range: node.range,
        "`for-each` needs exactly one variable", hint: "write `\(Self.syntax)`")
    }
    // A list behind a variable is known only when the step runs.
    if let text = entry.value.text, text.contains("${") {
      rounds = FlowRounds(0) { _ in [] }
      return
    }
    let elements = try input.source.list(entry.value, for: "`\(entry.key.name)`")
    rounds = FlowRounds(elements.count) { [(entry.key.name, elements[$0])] }
  }
}
