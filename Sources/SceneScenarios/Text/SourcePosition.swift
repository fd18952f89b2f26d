/// A place in a text: line and column from 1, columns in Unicode scalars.
package struct SourcePosition: Hashable, Sendable, Comparable, CustomStringConvertible {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Where every file begins; also the place of mistakes that concern a file as a whole.
  package static let start = SourcePosition(line: 1, column: 1)

  package static func < (left: Self, right: Self) -> Bool {
    left.line == right.line ? left.column < right.column : left.line < right.line
  }

  /// `line:column`, as terminals and editors jump to it.
  package var description: String { "\(line):\(column)" }
}

/// A stretch of text; `end` is the position after its last character.
package struct SourceRange: Hashable, Sendable {
  package var start: SourcePosition
  package var end: SourcePosition

  package init(start: SourcePosition, end: SourcePosition) {
    self.start = start
    self.end = end
  }

  /// A single character.
  package init(at position: SourcePosition) {
    start = position
    end = SourcePosition(line: position.line, column: position.column + 1)
  }
}
