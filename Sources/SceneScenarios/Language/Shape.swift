/// What may stand at a place of a scenario, as data.
///
/// Parsers take the keys they know from shapes; the reference, the completions and the JSON Schema
/// are written from them. What depends on the app or on other places is no business of a shape.
package indirect enum Shape: Sendable {
  /// Nothing at all, or `~`.
  case nothing
  case value
  /// Any value, or a matcher.
  case matched
  /// A text; the role says what it is: "a tab".
  case text(String)
  case window
  case integer(ClosedRange<Int>)
  case decimal
  case bool
  case word([String])
  /// A text of a form, with a pattern that `Regex` and JSON Schema both read.
  case written(String, pattern: String)
  /// A map with these keys and no other.
  case map([Field])
  /// A map whose keys are names; the text says of what: "a tab".
  case named(String, Shape)
  /// A map whose keys are the names of windows.
  case windows(Shape)
  case list(Shape)
  case either([Shape])
  /// A part of the language that stands at more than one place.
  case part(LanguagePart)

  /// One key of a map.
  package struct Field: Sendable {
    package let name: String
    package let shape: Shape
    package let isRequired: Bool
    /// What it says, as words that go after a colon.
    package let summary: String

    package init(_ name: String, _ shape: Shape, _ summary: String, isRequired: Bool = false) {
      self.name = name
      self.shape = shape
      self.isRequired = isRequired
      self.summary = summary
    }
  }

  /// The keys of the map, or of every form that is a map.
  package var fields: [Field] {
    switch self {
    case .map(let fields): fields
    case .either(let shapes): shapes.flatMap(\.fields)
    default: []
    }
  }

  package var keys: [String] { fields.map(\.name) }

  /// The forms that have no keys of their own, together; nil if every form has them.
  package var formsWithoutKeys: Shape? {
    guard case .either(let shapes) = self else { return fields.isEmpty ? self : nil }
    let others = shapes.filter(\.fields.isEmpty)
    return others.isEmpty ? nil : .either(others)
  }

  /// Whether a verb with this argument can stand alone.
  package var canBeNothing: Bool {
    switch self {
    case .nothing: true
    case .either(let shapes): shapes.contains { $0.canBeNothing }
    default: false
    }
  }

  /// The words that can stand here; empty if it is of another kind.
  var words: [String] {
    switch self {
    case .word(let words): words
    case .either(let shapes): shapes.flatMap(\.words)
    default: []
    }
  }

  /// Whether it is a text of some form, which looks like a number when it is cut short.
  var isWritten: Bool {
    if case .written = self { return true }
    return false
  }

  /// A positive number.
  package static let count = integer(1...Int.max)
  package static let texts = list(.text("a text"))
  package static let time = written(
    "a time such as 250ms, 90s, 5m or 1h30m", pattern: "^([0-9]+(ms|s|m|h|d))+$")
  /// A window, or nothing where it can be left out.
  package static let windowIfAny = either([.nothing, .window, .map([windowField])])

  package static let windowField = Field("window", .window, "the window")
  package static let opens = Field("opens", .window, "the name for the window that opens")
}

extension [Shape.Field] {
  package var names: [String] { map(\.name) }
}

/// The parts of the language that stand at more than one place; the schema defines each once.
package enum LanguagePart: String, Sendable, CaseIterable {
  case app, update, step, steps, expectation, window, type, title, node

  package var shape: Shape {
    switch self {
    case .app: .map(ScenarioLanguage.app)
    // It says only what changes, and may take keys away.
    case .update: .map(ScenarioLanguage.app.map { Shape.Field($0.name, .value, $0.summary) })
    // A step is a verb with its argument: the catalogue knows them.
    case .step: .value
    case .steps: .list(.part(.step))
    case .expectation: ScenarioLanguage.expectation
    case .window: .map(ScenarioLanguage.windowChecks)
    case .type:
      .either([
        .text("a type"), .list(.part(.type)),
        .map([Shape.Field("string", .part(.type), "the type of the values", isRequired: true)]),
        .map(ScenarioLanguage.oneOf), .named("a field", .part(.type)),
        .map(ScenarioLanguage.fieldWithDefault),
      ])
    case .title: .either([.text("a title"), .map(ScenarioLanguage.choice)])
    case .node: .either([.nothing, .map(ScenarioLanguage.treeNode)])
    }
  }
}
