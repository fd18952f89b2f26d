import SceneReports
import SceneScenarios

enum ReportCommand {
  static let command = Command(
    "report", abstract: "make pictures and pages of a saved run",
    operands: "TRACE", operandCount: .range(1...1),
    options: [
      .values("report", "KIND=FILE", "html=FILE, html=DIR/ or svg=DIR; else html as the answer")
    ]
  ) { invocation, console in
    let path = invocation.operands.first ?? "-"
    let reports = try ReportOption.reports(invocation.values("report"))
    for report in reports where !report.needsMoments {
      throw CommandFailure.usage(
        "report makes html and svg; run makes the other kinds", next: "scenesim help report")
    }
    let source = try ScenarioFiles.read(path, limit: TraceFile.byteLimit, console: console)
    let run: [CaseRun]
    do throws(TraceFile.Failure) {
      run = try TraceFile.read(source.text)
    } catch {
      throw failure(error, path)
    }
    if reports.isEmpty { try console.write(HTMLReport(run).text) }
    for report in reports {
      switch report.kind {
      case .folder(let kind):
        try OutputFile.makeFolder(report.path, isShared: true)
        try RunReports.write(kind.files(of: run), into: report.path)
      case .file:
        let text = HTMLReport(run).text
        if report.path == "-" {
          try console.write(text)
        } else {
          try OutputFile.makeFolder(of: report.path)
          try OutputFile.write(Array(text.utf8), to: report.path)
        }
      }
    }
    return .success
  }

  private static func failure(_ failure: TraceFile.Failure, _ path: String) -> CommandFailure {
    let save = "save one: scenesim run … --trace run.jsonl"
    return switch failure {
    case .isText:
      CommandFailure(
        .invalidInput, "'\(path)' is a trace for people, which has no pictures",
        code: "not-a-trace", hint: save)
    case .isNoTrace:
      CommandFailure(
        .invalidInput, "'\(path)' is no saved run", code: "not-a-trace", hint: save)
    case .line(let line):
      CommandFailure(
        .invalidInput, "'\(path)': line \(line) is no line of a saved run", code: "not-a-trace",
        hint: save)
    }
  }
}
