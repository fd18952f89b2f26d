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

  /// Whether a value could be one of the words: a number is none beside words that are none.
  func isAbout(_ value: ScenarioValue) -> Bool {
    switch value {
    case .int, .double: words.contains { Double($0) != nil }
    case .bool: words.contains { Bool($0) != nil }
    default: true
    }
  }

  /// The words, for messages.
  var text: String { "word of \(words.joined(separator: ", "))" }
}
