import SceneReports
import SceneScenarios
import SceneSimulator

/// Rows of every kind, with texts that try to break out of each format.
enum SampleRun {
  static let hostile = "a|b <x> & \"q\" #1; `code` 100%, e: ]]> \u{1B}[31m\u{202E}\r\n::error::no"
  static let file = "dir/02-drag.scene.yaml"

  static var rows: [CaseRun] { [passed, failed, skipped, invalid] }

  static let source = SourceFile(path: file, text: "one\n  two: \(hostile.prefix(5))\nthree\n")

  static var passed: CaseRun {
    var row = CaseRun(
      file: file, number: 1, title: "the first", line: 7, outcome: .passed, steps: 2, total: 2)
    row.duration = .milliseconds(3)
    row.sources = [source]
    row.trace = trace(of: "the first")
    row.played = [
      PlayedStep(number: 1, verb: "launch", text: "launch A", file: file, line: 40),
      PlayedStep(number: 2, verb: "expect", text: "expect {A: {}}", file: file, line: 41),
    ]
    return row
  }

  static var failed: CaseRun {
    var row = CaseRun(
      file: file, number: 2, title: hostile, line: 8, outcome: .failed, steps: 2, total: 9)
    row.duration = .milliseconds(1200)
    row.sources = [source]
    row.trace = trace(of: hostile)
    row.played = [
      PlayedStep(number: 1, verb: "launch", text: "launch A", file: file, line: 40),
      PlayedStep(
        number: 2, verb: "expect", text: "expect \(hostile)", file: "dir/part.yaml", line: 3,
        outcome: .failed),
    ]
    row.notRun = "steps 3 to 9 are not run"
    row.diagnostics = [diagnostic("A.values.draft: \(hostile)"), diagnostic("a second one")]
    return row
  }

  static var skipped: CaseRun {
    var row = CaseRun(file: "b.scene.yaml", number: 1, title: "later", line: 2, outcome: .skipped)
    row.skipReason = "not, yet: 50%"
    return row
  }

  static var invalid: CaseRun {
    var row = CaseRun(file: "c.scene.yaml", number: 0, title: nil, outcome: .invalid)
    var diagnostic = Diagnostic(
      .notAsExpected, file: "c.scene.yaml", range: SourceRange(at: .start), "no scenario")
    diagnostic.frame = nil
    row.diagnostics = [diagnostic]
    return row
  }

  static func diagnostic(_ message: String) -> Diagnostic {
    let range = SourceRange(
      start: SourcePosition(line: 2, column: 3), end: SourcePosition(line: 2, column: 6))
    var diagnostic = Diagnostic(.notAsExpected, file: file, range: range, message)
    diagnostic.step = 2
    var comparison = Comparison(
      lookedAt: "A.tab",
      expected: Comparison.Value(text: "\"raven\"", kind: "string", json: "\"raven\""),
      actual: Comparison.Value(text: "3", kind: "int", json: "3"))
    comparison.writtenBy = Comparison.Writer(step: 1, line: 40, file: file, verb: "set")
    diagnostic.comparison = comparison
    return diagnostic
  }

  static func trace(of title: String) -> Trace {
    var trace = Trace()
    let place = StoredPlace(session: 1, window: "A", path: ["hawk"], key: "draft")
    trace.events = [
      TraceEvent(step: 0, kind: .scenarioCase(title)),
      TraceEvent(step: 0, kind: .group("First \(hostile)")),
      TraceEvent(step: 1, kind: .step("launch A")),
      TraceEvent(step: 1, kind: .app(.didFinishLaunching)),
      TraceEvent(step: 1, kind: .window("A", .willConnect(session: 1, isNew: true))),
      TraceEvent(step: 1, kind: .storePut(place, json: "\"\(title == hostile ? "x;#" : "x")\"")),
      TraceEvent(step: 1, kind: .problem(code: "value-not-readable", window: "A")),
    ]
    return trace
  }

  /// The whole text of a kind of report.
  static func text(
    _ kind: any RunReporter.Type, _ rows: [CaseRun] = rows, style: ReportStyle = ReportStyle()
  ) -> String {
    let outline = rows.map {
      CaseRun(file: $0.file, number: $0.number, title: $0.title, outcome: .passed)
    }
    var reporter = kind.init(style, outline)
    var text = ""
    for row in rows { text += reporter.add(row) }
    return text + reporter.end(after: .milliseconds(31))
  }
}
