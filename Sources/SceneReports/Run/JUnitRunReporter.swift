package import SceneScenarios
import SceneSimulator
internal import SceneState

/// A run in the XML that build servers read: a suite per file, a test case per scenario case.
package struct JUnitRunReporter: RunReporter {
  package static let kind = "junit"

  /// The rows of a file, which follow each other.
  private struct Suite {
    let file: String
    var totals = RunTotals()
    var duration = Duration.zero
    var cases = ""
  }

  private var suites: [Suite] = []
  private var totals = RunTotals()

  private let showsTimes: Bool
  private var duration = Duration.zero

  package init(_ style: ReportStyle, _ outline: [CaseRun]) { showsTimes = style.showsTimes }

  package mutating func add(_ row: CaseRun) -> String {
    totals.add(row)
    duration += row.duration
    if suites.last?.file != row.file { suites.append(Suite(file: row.file)) }
    suites[suites.count - 1].totals.add(row)
    suites[suites.count - 1].duration += row.duration
    suites[suites.count - 1].cases += testCase(row)
    return ""
  }

  package mutating func end(after duration: Duration) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text +=
      Self.open("testsuites", [("name", "scenesim")] + Self.counts(totals) + time(self.duration))
      + "\n"
    for suite in suites {
      let attributes =
        [("name", suite.file)] + Self.counts(suite.totals)
        + [("skipped", "\(suite.totals.skipped)"), ("file", suite.file)]
        + time(suite.duration)
      text += "  " + Self.open("testsuite", attributes) + "\n"
      text += suite.cases + "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  // MARK: Elements

  private static func counts(_ totals: RunTotals) -> [(String, String)] {
    [
      ("tests", "\(totals.runs)"), ("failures", "\(totals.failed)"),
      ("errors", "\(totals.invalid)"),
    ]
  }

  /// In seconds, as build servers read it.
  private func time(_ duration: Duration) -> [(String, String)] {
    guard showsTimes else { return [] }
    let milliseconds = Int(duration / .milliseconds(1))
    let digits = String(1000 + milliseconds % 1000).dropFirst()
    return [("time", "\(milliseconds / 1000).\(digits)")]
  }

  private func testCase(_ row: CaseRun) -> String {
    let stem = CaseRun.stem(of: row.file)
    let attributes =
      [
        ("name", row.title.isEmpty ? stem : row.title), ("classname", stem), ("file", row.file),
        ("line", "\(row.line)"),
      ] + time(row.duration)
    var children = ""
    let messages = row.texts()
    for (diagnostic, message) in zip(row.diagnostics, messages)
    where diagnostic.severity == .error {
      let element = row.outcome == .invalid ? "error" : "failure"
      let facts = [("type", diagnostic.code.rawValue), ("message", diagnostic.message)]
      children +=
        "      " + Self.open(element, facts) + XMLText.content(message) + "</\(element)>\n"
    }
    if row.outcome == .skipped {
      let reason = XMLText.attribute(row.skipReason ?? "")
      children += "      <skipped message=\"\(reason)\"/>\n"
    }
    if !row.trace.events.isEmpty {
      let trace = XMLText.content(row.trace.description)
      children += "      <system-out>" + trace + "</system-out>\n"
    }
    return "    " + Self.open("testcase", attributes) + "\n" + children + "    </testcase>\n"
  }

  private static func open(_ element: String, _ attributes: [(String, String)]) -> String {
    let list = attributes.map { " \($0)=\"\(XMLText.attribute($1))\"" }.joined()
    return "<\(element)\(list)>"
  }
}
