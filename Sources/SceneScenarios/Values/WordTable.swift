/// What the words of an older version mean in this one: `{small: 20, large: 60}`.
package struct WordTable: Sendable, Equatable {
  private let words: [String]
  private let values: [String: ScenarioValue]

  /// Reads a map from words to values.
  init(_ node: Node, for subject: String, in source: SourceFile) throws(Diagnostic) {
    let entries = try source.map(node, for: subject)
    if entries.isEmpty { throw source.vacuous(node, "an empty table of words") }
    words = entries.map(\.key.name)
    values = Dictionary(
      entries.map { ($0.key.name, ScenarioValue($0.value.content)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// What a plain value means; nil for one that is not in the table.
  func value(of value: ScenarioValue) -> ScenarioValue? {
    MigrationDeclaration.Kind.text(value).flatMap { values[$0] }
  }

  /// The words, for messages.
  var text: String { "word of \(words.joined(separator: ", "))" }
}
