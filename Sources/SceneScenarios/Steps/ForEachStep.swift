internal import SceneSimulator

struct ForEachStep: FlowStep {
  static let name = "for-each"
  static let argument = Shape.named(
    "a variable", .either([.list(.value), .named("a key", .value)]))

  let rounds: FlowRounds

  init(_ input: StepInput) throws(Diagnostic) {
    let node = try input.required()
    let entries = try input.source.map(node, for: "`for-each`")
    guard entries.count == 1, let entry = entries.first else {
      throw input.source.diagnostic(
        .wrongKind, at: node.range, "`for-each` needs exactly one variable",
        hint: "write `\(Self.syntax)`")
    }
    // A list behind a variable is known only when the step runs.
    if let text = entry.value.text, text.contains("${") {
      rounds = FlowRounds(0) { _ in [] }
      return
    }
    let elements = try Self.elements(entry, of: input.source)
    rounds = FlowRounds(elements.count) { [(entry.key.name, elements[$0])] }
  }

  private static func elements(
    _ entry: Entry, of source: SourceFile
  ) throws(Diagnostic) -> [Node] {
    if let map = entry.value.map { return map.map(\.keyText) }
    guard let text = entry.value.text else {
      return try source.list(entry.value, for: "`\(entry.key.name)`")
    }
    var mistake = source.wrongKind(
      entry.value, for: "`\(entry.key.name)`", wanted: "a list or a map")
    let elements = text.split { " ,".contains($0) }
    mistake.hint =
      source.text(in: entry.value.range).contains("${")
      ? "the variable is the text `\(text)`: a text has no elements"
      : "\(elements.count > 1 ? "a list has commas" : "one element is a list, too"): "
        + "`for-each: { \(entry.key.name): [\(elements.joined(separator: ", "))] }`"
    throw mistake
  }
}
