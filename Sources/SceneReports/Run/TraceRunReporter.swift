package import SceneScenarios

/// A run as a file from which pictures can be made again: `--trace FILE.jsonl`.
package struct TraceRunReporter: RunReporter {
  package static let kind = "trace"
  package static let needsMoments = true

  private var lines: JSONLinesRunReporter

  package init(_ style: ReportStyle, _ outline: [CaseRun]) {
    lines = JSONLinesRunReporter(style, outline)
  }

  package mutating func add(_ row: CaseRun) -> String {
    // Texts and numbers can always be written.
    let more = (try? TraceFile.lines(of: row)) ?? ""
    return lines.add(row) + more
  }

  package mutating func end(after duration: Duration) -> String { lines.end(after: duration) }
}
