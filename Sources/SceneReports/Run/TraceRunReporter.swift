/// A run as a file from which pictures can be made again: `--trace FILE.jsonl`.
package struct TraceRunReporter: RunReporter {
  package static let kind = "trace"
  package static let needsMoments = true

  private let style: ReportStyle
  private var lines: JSONLinesRunReporter

  package init(_ style: ReportStyle, _ outline: RunOutline) {
    self.style = style
    lines = JSONLinesRunReporter(style, outline)
  }

  package mutating func add(_ row: RunRow) -> String {
    let record = CaseRecord(row, tool: style.tool)
    // Texts and numbers can always be written.
    let more = (try? TraceFile.lines(of: record)) ?? ""
    return lines.add(row) + more
  }

  package mutating func end(after duration: Duration) -> String { lines.end(after: duration) }
}
