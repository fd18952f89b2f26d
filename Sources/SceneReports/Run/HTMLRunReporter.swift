/// A run as one page for people; needs the moments of each step.
package struct HTMLRunReporter: RunReporter {
  package static let kind = "html"
  package static let needsMoments = true

  private let style: ReportStyle
  private var run = RunRecord()

  package init(_ style: ReportStyle, _ outline: RunOutline) { self.style = style }

  package mutating func add(_ row: RunRow) -> String {
    run.cases.append(CaseRecord(row, tool: style.tool))
    return ""
  }

  package mutating func end(after duration: Duration) -> String { HTMLReport(run).text }
}
