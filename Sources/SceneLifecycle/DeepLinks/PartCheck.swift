import Synchronization

/// What a part may look like: a regular expression that is searched for in the part's text.
final class PartCheck: Sendable {
  let pattern: String
  // NB: `Regex` is not Sendable.
  private let expression: Mutex<Regex<AnyRegexOutput>>

  /// Reads an expression; throws what its reader says.
  init(_ pattern: String) throws(PlaceMistake.Reason) {
    self.pattern = pattern
    do {
      expression = Mutex(try Regex(pattern))
    } catch {
      throw .noExpression("\(error)")
    }
  }

  func accepts(_ text: String) -> Bool {
    // An expression that fails while it is matched accepts nothing.
    expression.withLock { ((try? $0.firstMatch(in: text)) ?? nil) != nil }
  }
}
