/// What a check compared, as facts: programs read them, and messages are made of them.
package struct Comparison: Sendable, Hashable {
  package struct Value: Sendable, Hashable {
    /// As people read it, whole: JSON, `~` for nil, `nothing`, matchers as they are written.
    package var text: String
    /// Kind and size, such as `string, 13 bytes`.
    package var kind: String
    /// The value as JSON; nil if nothing is there.
    package var json: String?

    package init(text: String, kind: String, json: String?) {
      (self.text, self.kind, self.json) = (text, kind, json)
    }
  }

  /// Which step wrote the value that was found.
  package struct Writer: Sendable, Hashable {
    package var step: Int
    package var line: Int
    /// The file of the line.
    package var file: String
    package var verb: String

    package init(step: Int, line: Int, file: String, verb: String) {
      (self.step, self.line, self.file, self.verb) = (step, line, file, verb)
    }
  }

  /// What was looked at, such as `A.values.draft`.
  package var lookedAt: String
  package var expected: Value
  package var actual: Value
  package var writtenBy: Writer?
  /// The first place inside lists and maps where both part, such as `[2]`; nil for whole values.
  package var firstDifference: String?
  /// Whether messages show both values; others say in words of their own what was compared.
  package var isShown = true

  package init(lookedAt: String, expected: Value, actual: Value) {
    (self.lookedAt, self.expected, self.actual) = (lookedAt, expected, actual)
  }
}
