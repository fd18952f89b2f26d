/// Collects the mistakes of one run: at most one error per place, sorted when asked for.
///
/// Of a file with nothing but mistakes the first ones are enough, and one more that says so.
package struct DiagnosticList: Sendable {
  /// How many mistakes are told.
  package static let limit = 1000

  private var collected: [Diagnostic] = []
  /// Whether there are more mistakes than are told.
  private(set) var isFull = false
  /// What only follows from another mistake.
  private var overlooked: [SourcePosition: ProblemCode] = [:]

  package init() {}

  package mutating func append(_ diagnostic: Diagnostic) {
    if overlooked[diagnostic.range.start] == diagnostic.code { return }
    isFull = collected.count == Self.limit
    if !isFull { collected.append(diagnostic) }
  }

  /// A mistake in a file.
  mutating func add(
    in source: SourceFile, _ code: ProblemCode, at range: SourceRange, _ message: String,
    hint: String? = nil
  ) {
    append(source.diagnostic(code, at: range, message, hint: hint))
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

  /// The same for a body of one expression.
  @discardableResult
  package mutating func collect<Value>(
    _ body: @autoclosure () throws(Diagnostic) -> Value
  ) -> Value? {
    collect { () throws(Diagnostic) in try body() }
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
    if isFull, var more = result.last {
      (more.code, more.hint) = (.tooBig, nil)
      more.message = "there are more than \(Self.limit) mistakes: the others are not told"
      result.append(more)
    }
    return result
  }
}

extension ProblemCode {
  /// Whether a step or key does not exist.
  fileprivate var isUnknownName: Bool { self == .noSuchStep || self == .unknownKey }
}
