import SceneScenarios

/// What should be to be seen and is not.
package struct Expected: Sendable {
  /// What an `expect` says that fails, in flow form; empty where the last step itself fails.
  package let text: String
  /// What the failing message looks at, such as `A.values.draft`; of a step its code.
  let lookedAt: String

  package init(_ text: String, at lookedAt: String) {
    (self.text, self.lookedAt) = (text, lookedAt)
  }

  /// Of a window: `{ A: { tab: one } }`.
  static func of(_ window: String, _ look: String, _ value: String) -> Expected {
    Expected("{ \(window): { \(look): \(value) } }", at: "\(window).\(look)")
  }

  static func front(_ window: String) -> Expected {
    Expected("{ front: \(window) }", at: "front")
  }

  /// That the store has nothing of a window, or of a place in it.
  static func nothing(of place: String) -> Expected {
    Expected("{ store: { none-of: [\(place.flowScalar)] } }", at: "store.none-of")
  }
}

/// Something that should hold and does not.
package struct Violation: Sendable {
  package let property: String
  /// What tells it from others of the property: those of one cause are told once.
  package let cause: String
  /// What is wrong, as a sentence without a final stop.
  package let sentence: String
  package let expected: Expected

  package init(_ property: String, _ cause: String, _ sentence: String, _ expected: Expected) {
    (self.property, self.cause) = (property, cause)
    (self.sentence, self.expected) = (sentence, expected)
  }

  package var identity: String { "\(property) \(cause)" }
}

extension Property {
  static func found(_ cause: String, _ sentence: String, _ expected: Expected) -> Violation {
    Violation(name, cause, sentence, expected)
  }
}

extension [String] {
  /// The names as a list in flow form.
  var flowList: String { "[\(map(\.flowScalar).joined(separator: ", "))]" }
}
