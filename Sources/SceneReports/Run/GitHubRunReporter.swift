import SceneState
package import SceneScenarios

/// A run as annotations: GitHub Actions shows these lines beside the lines of the files.
package struct GitHubRunReporter: RunReporter {
  package static let kind = "github"

  /// GitHub shows no more per kind and step; it drops the rest without a word.
  private static let limit = 10

  /// The words GitHub knows.
  private enum Kind: String, CaseIterable {
    case error, warning, notice

    init(_ severity: Diagnostic.Severity) {
      self =
        switch severity {
        case .error: .error
        case .warning: .warning
        case .note: .notice
        }
    }
  }

  private var counts: [Kind: Int] = [:]

  package init(_ style: ReportStyle, _ outline: [CaseRun]) {}

  package mutating func add(_ row: CaseRun) -> String {
    var text = ""
    for (diagnostic, message) in zip(row.diagnostics + row.notes, row.texts() + row.noteTexts()) {
      let range = diagnostic.range
      var places = [
        ("file", diagnostic.file ?? row.file), ("line", "\(range.start.line)"),
        ("col", "\(range.start.column)"),
      ]
      // Columns are for one line; an end before the start is refused.
      if range.end.line == range.start.line, range.end.column > range.start.column {
        places.append(("endColumn", "\(range.end.column)"))
      }
      places.append(("title", SafeText.escaped(row.heading())))
      text += annotation(Kind(diagnostic.severity), places, message)
    }
    if row.outcome == .skipped {
      let title = SafeText.escaped(row.heading())
      let places = [("file", row.file), ("line", "\(row.line)"), ("title", title)]
      text += annotation(.notice, places, SafeText.escaped("skipped: \(row.skipReason ?? "")"))
    }
    return text
  }

  /// How many were left out.
  package mutating func end(after duration: Duration) -> String {
    Kind.allCases.map { kind in
      let more = (counts[kind] ?? 0) - Self.limit
      guard more > 0 else { return "" }
      return "and \(Amount.count(more, "more \(kind.rawValue)")) without an annotation\n"
    }.joined()
  }

  private mutating func annotation(
    _ kind: Kind, _ properties: [(String, String)], _ message: String
  ) -> String {
    counts[kind, default: 0] += 1
    if counts[kind, default: 0] > Self.limit { return "" }
    let list = properties.map { "\($0)=\(Self.property($1))" }.joined(separator: ",")
    let text = message.hasSuffix("\n") ? String(message.dropLast()) : message
    return "::\(kind.rawValue) \(list)::\(Self.data(text))\n"
  }

  /// Line ends would end the annotation; `%` begins what is escaped.
  private static func data(_ text: String) -> String {
    text.replacingScalars { ["%": "%25", "\r": "%0D", "\n": "%0A"][$0] }
  }

  private static func property(_ text: String) -> String {
    data(text).replacingScalars { [":": "%3A", ",": "%2C"][$0] }
  }
}
