import SceneState
package import SceneScenarios

/// A run in the Test Anything Protocol 14: a subtest per case, a test point per step.
package struct TAPRunReporter: RunReporter {
  package static let kind = "tap"

  private var count = 0

  package init(_ style: ReportStyle, _ outline: [CaseRun]) {}

  package mutating func add(_ row: CaseRun) -> String {
    count += 1
    var text = count == 1 ? "TAP version 14\n" : ""
    let heading = Self.escaped(row.heading())
    var point = "\(row.isGood ? "ok" : "not ok") \(count) - \(heading)"
    switch row.outcome {
    case .skipped: point += " # SKIP \(Self.escaped(row.skipReason ?? ""))"
    case .invalid: break
    case .passed, .failed:
      text += "# Subtest: \(heading)\n"
      text += Self.indented(Self.subtest(row))
    }
    text += point + "\n"
    // A test point has one block; what else went wrong is in its text.
    if let first = row.failure ?? row.diagnostics.first {
      text += Self.block(first, row.texts().joined())
    }
    return text
  }

  package mutating func end(after duration: Duration) -> String {
    (count == 0 ? "TAP version 14\n" : "") + "1..\(count)\n"
  }

  // MARK: Parts

  private static func subtest(_ row: CaseRun) -> String {
    var lines: [String] = []
    for (index, step) in row.played.enumerated() {
      let mark = step.outcome == .failed ? "not ok" : "ok"
      lines.append("\(mark) \(index + 1) - \(escaped(step.words))")
    }
    var count = row.played.count
    if row.outcome == .failed, !row.played.contains(where: { $0.outcome == .failed }) {
      // What fails after the last step, or before the first, is a point of its own.
      count += 1
      lines.append("not ok \(count) - \(escaped(row.failure?.message ?? "the case"))")
    }
    lines += row.notes.map { "# note: line \($0.range.start.line): \(escaped($0.message))" }
    if let notRun = row.notRun { lines.append("# \(notRun)") }
    lines.append("1..\(count)")
    return lines.map { $0 + "\n" }.joined()
  }

  /// The YAML block below a test point; JSON's texts are YAML's, so nothing can break out.
  private static func block(_ diagnostic: Diagnostic, _ message: String) -> String {
    let place = diagnostic.range
    var lines = [
      "---", "message: \(JSON.quoted(diagnostic.message))",
      "severity: \(diagnostic.severity == .error ? "fail" : "comment")",
      "code: \(JSON.quoted(diagnostic.code.rawValue))", "at:",
      "  file: \(JSON.quoted(diagnostic.file ?? ""))", "  line: \(place.start.line)",
      "  column: \(place.start.column)",
    ]
    if let expected = diagnostic.expected {
      lines.append("expected: \(JSON.quoted(expected))")
    }
    if let actual = diagnostic.actual {
      lines.append("actual: \(JSON.quoted(actual))")
    }
    lines.append("text: |")
    lines += message.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
      $0.isEmpty ? "" : "  \($0)"
    }
    lines.append("...")
    return lines.map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined()
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "    \($0)\n" }.joined()
  }

  /// A description on one line in which nothing is a directive.
  private static func escaped(_ text: String) -> String {
    SafeText.escaped(text).replacingScalars { ["\\", "#"].contains($0) ? "\\\($0)" : nil }
  }
}
