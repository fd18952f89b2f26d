/// Why a file can't be read as a dump, with the place to look at.
package struct DumpMistake: Error, Hashable, Sendable {
  /// The line, from 1.
  package let line: Int
  /// The character in the line, from 1.
  package let column: Int
  /// What is wrong there.
  package let message: String
  /// What to do, or nil.
  package let hint: String?

  init(line: Int, column: Int, _ message: String, hint: String? = nil) {
    (self.line, self.column, self.message, self.hint) = (line, column, message, hint)
  }
}
