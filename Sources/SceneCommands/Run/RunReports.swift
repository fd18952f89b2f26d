import SceneReports
import SceneScenarios

/// The reports beside the answer: files, and what GitHub Actions asks for.
struct RunReports {
  private enum Target {
    case file(String)
    /// A file that others write to as well.
    case endOfFile(String)
    /// Behind the answer.
    case output
    /// Where it does no harm to an answer for programs.
    case errors
  }

  private struct Report {
    var reporter: any RunReporter
    let target: Target
    var text = ""
  }

  private let console: Console
  private var reports: [Report] = []
  private var folders: [(kind: any FolderReport.Type, path: String)] = []
  private var record: [CaseRun] = []

  init(
    _ settings: RunSettings, _ invocation: Invocation, _ outline: [CaseRun], console: Console
  ) throws(CommandFailure) {
    self.console = console
    var style = ReportStyle()
    style.showsTimes = invocation.has("times")
    for report in settings.reports {
      switch report.kind {
      case .file(let type):
        try OutputFile.makeFolder(of: report.path)
        reports.append(Report(reporter: type.init(style, outline), target: .file(report.path)))
      case .folder(let type):
        try OutputFile.makeFolder(report.path, isShared: true)
        folders.append((type, report.path))
      }
    }
    if let flag = console.variable("GITHUB_ACTIONS"), flag != "false" {
      let isForPeople = settings.main == ConsoleRunReporter.self && invocation.format == .table
      let target: Target = isForPeople ? .output : .errors
      reports.append(Report(reporter: GitHubRunReporter(style, outline), target: target))
    }
    if let path = console.variable("GITHUB_STEP_SUMMARY") {
      try OutputFile.checkFolder(of: path)
      reports.append(
        Report(reporter: MarkdownRunReporter(style, outline), target: .endOfFile(path)))
    }
  }

  mutating func add(_ row: CaseRun) {
    for index in reports.indices { reports[index].text += reports[index].reporter.add(row) }
    if !folders.isEmpty { record.append(row) }
  }

  /// Writes them all; one that cannot be written does not keep the others from it.
  mutating func end(after duration: Duration) throws(CommandFailure) {
    var failure: CommandFailure?
    for index in reports.indices {
      let text = reports[index].text + reports[index].reporter.end(after: duration)
      do throws(CommandFailure) { try write(text, to: reports[index].target) } catch {
        failure = failure ?? error
      }
    }
    for (kind, path) in folders {
      do throws(CommandFailure) { try Self.write(kind.files(of: record), into: path) } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Writes the files of a folder; others that are there stay.
  static func write(
    _ files: [(name: String, text: String)], into folder: String
  ) throws(CommandFailure) {
    let start = folder.hasSuffix("/") ? folder : "\(folder)/"
    for file in files { try OutputFile.write(Array(file.text.utf8), to: start + file.name) }
  }

  private func write(_ text: String, to target: Target) throws(CommandFailure) {
    switch target {
    case .file(let path): try console.save(Array(text.utf8), to: path, .replacing)
    case .endOfFile(let path): try console.save(Array(text.utf8), to: path, .appending)
    case .output: try console.write(text)
    case .errors: console.complain(text)
    }
  }
}
