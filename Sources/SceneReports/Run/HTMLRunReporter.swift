package import SceneScenarios

/// A run as one page for people; needs the moments of each step.
package struct HTMLRunReporter: RunReporter {
  package static let kind = "html"
  package static let needsMoments = true

  private var run: [CaseRun] = []

  package init(_ style: ReportStyle, _ outline: [CaseRun]) {}

  package mutating func add(_ row: CaseRun) -> String {
    run.append(row)
    return ""
  }

  package mutating func end(after duration: Duration) -> String { HTMLReport(run).text }
}
