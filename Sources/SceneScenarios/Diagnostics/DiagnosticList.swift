/// Collects the mistakes of one run: at most one error per place, sorted when asked for.
package struct DiagnosticList: Sendable {
  private var collected: [Diagnostic] = []
  /// What only follows from another mistake.
  private var overlooked: [SourcePosition: ProblemCode] = [:]

  package init() {}

  package mutating func append(_ diagnostic: Diagnostic) {
    if overlooked[diagnostic.range.start] == diagnostic.code { return }
    collected.append(diagnostic)
  }

  package mutating func append(contentsOf diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { append(diagnostic) }
  }

  /// Drops every later mistake with this code at a place: it follows from one that was told.
  mutating func overlook(_ code: ProblemCode, at position: SourcePosition) {
    overlooked[position] = code
  }

  /// Runs `body`; a diagnostic it throws is collected and gives nil.
  @discardableResult
  package mutating func collect<Value>(
    _ body: () throws(Diagnostic) -> Value
  ) -> Value? {
    do {
      return try body()
    } catch {
      append(error)
      return nil
    }
  }

  /// The one that was found first.
  package var first: Diagnostic? { collected.first }

  package var isEmpty: Bool { collected.isEmpty }

  package var hasErrors: Bool { collected.contains { $0.severity == .error } }

  /// The diagnostics by file, line, column and code; of several errors at one place the first.
  ///
  /// That a name does not exist comes before anything that is said of what it may mean.
  package var sorted: [Diagnostic] {
    var result: [Diagnostic] = []
    for diagnostic in collected.sorted(by: Diagnostic.precedes) {
      if let last = result.last, last.severity == .error, last.file == diagnostic.file,
        last.range.start == diagnostic.range.start
      {
        if diagnostic.code.isUnknownName, !last.code.isUnknownName {
          result[result.count - 1] = diagnostic
        }
        continue
      }
      result.append(diagnostic)
    }
    return result
  }
}

extension ProblemCode {
  /// Whether a step or key does not exist.
  fileprivate var isUnknownName: Bool { self == .noSuchStep || self == .unknownKey }
}
