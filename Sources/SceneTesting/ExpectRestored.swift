public import SceneState
public import Testing

/// Expects that a key has this value; if not, the issue names where the value came from and what
/// went wrong with it.
///
/// Like `#expect` it records an issue and goes on. A value that is equal passes wherever it came
/// from, also if it is the default.
///
/// ```swift
/// try sim.restart()
/// expectRestored(Keys.draft, in: try sim.windows[0].scope().tab("hawk"), as: "Tala is brave")
/// ```
///
/// - Parameters:
///   - key: The key.
///   - scope: Where it is read; the key's own selector counts from there.
///   - value: What a read must give.
///   - sourceLocation: Where the issue is recorded; the line of the call.
public func expectRestored<Value: Equatable & Sendable>(
  _ key: SceneKey<Value>, in scope: SceneScope, as value: Value,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let actual = scope[key]
  guard actual != value else { return }
  let text = RestorationText.mismatch(
    address: scope.address(of: key), expected: value, actual: actual, facts: scope.facts(of: key))
  Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
}

/// Sentences about values that did not come back.
enum RestorationText {
  static func mismatch<Value>(
    address: String, expected: Value, actual: Value, facts: StoredFacts
  ) -> String {
    var text =
      "\(address) was to be \(quoted(expected)), but is \(quoted(actual)), \(origin(facts))"
    if let problem = facts.problem { text += "\n\(problem)" }
    return text
  }

  private static func quoted<Value>(_ value: Value) -> String { String(reflecting: value) }

  /// Where a value came from.
  private static func origin(_ facts: StoredFacts) -> String {
    switch facts.source {
    case .default: "the default: nothing is stored"
    case .store: "from the store"
    case .activity: "from the window's activity"
    case .link: "from a link"
    case .payload: "from a payload"
    case .memory: "from memory: it is not stored"
    }
  }
}
