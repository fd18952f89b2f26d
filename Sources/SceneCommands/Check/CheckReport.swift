import SceneReports
import SceneScenarios
internal import SceneState

/// A file with everything that was found in it.
struct CheckedFile: Sendable {
  let source: SourceFile
  let findings: [Diagnostic]

  init(_ source: SourceFile, apps: KnownApps) {
    self.source = source
    findings = ScenarioCheck.diagnostics(of: source, apps: apps, takesShared: true)
  }
}

/// Writes what a check finds, file by file, and what came of all files together.
final class CheckReport {
  private let invocation: Invocation
  private let console: Console
  private var files: [JSON] = []
  private var fileCount = 0
  private var badFileCount = 0
  private var errorCount = 0
  private var warningCount = 0
  private var noteCount = 0

  init(_ invocation: Invocation, console: Console) {
    self.invocation = invocation
    self.console = console
  }

  /// Takes what was found in one file.
  func add(_ findings: [Diagnostic], of source: SourceFile) throws(CommandFailure) {
    let (notes, mistakes) = (
      findings.filter { $0.severity == .note }, findings.filter { $0.severity != .note }
    )
    let errors = mistakes.count { $0.severity == .error }
    fileCount += 1
    badFileCount += errors > 0 ? 1 : 0
    errorCount += errors
    warningCount += mistakes.count - errors
    noteCount += notes.count
    switch invocation.format {
    case .table, .plain:
      for finding in mistakes + notes {
        if finding.severity != .error, invocation.has("quiet") { continue }
        try console.writeWords(
          DiagnosticRenderer.text(finding, source: source, color: console.paint.isOn))
      }
    case .jsonl:
      for finding in mistakes + notes {
        try console.write(Self.json(finding, of: source))
      }
    case .json:
      files.append(
        [
          "file": .string(source.path),
          "findings": .list(mistakes.map { Self.json($0, of: source) }),
          "notes": .list(notes.map { Self.json($0, of: source) }),
        ])
    }
    try console.flush()
  }

  /// Writes the summary.
  func finish() throws(CommandFailure) -> ExitCode {
    switch invocation.format {
    case .table, .plain:
      if !invocation.has("quiet") { try console.write(summary + "\n") }
    case .json:
      try console.write([
        "schema": "scenesim.check/1", "errors": .int(errorCount), "warnings": .int(warningCount),
        "notes": .int(noteCount), "files": .list(files),
      ])
    case .jsonl: break
    }
    return errorCount > 0 ? .invalidInput : .success
  }

  private var summary: String {
    var parts = [Amount.count(fileCount, "file")]
    let errors = Amount.count(errorCount, "error")
    parts.append(
      errorCount == 0
        ? console.paint.good("no errors")
        : console.paint.bad("\(errors) in \(Amount.count(badFileCount, "file"))"))
    if warningCount > 0 { parts.append(Amount.count(warningCount, "warning")) }
    if noteCount > 0 { parts.append(Amount.count(noteCount, "note")) }
    return parts.joined(separator: " \(console.symbols.dot) ")
  }

  /// One finding; lines and columns count from 1, columns in Unicode scalars.
  private static func json(_ finding: Diagnostic, of source: SourceFile) -> JSON {
    let range = finding.range
    var members = [
      JSON.Member("file", .string(finding.file ?? source.path)),
      .init("line", .int(range.start.line)), .init("column", .int(range.start.column)),
      .init("endLine", .int(range.end.line)), .init("endColumn", .int(range.end.column)),
      .init("severity", .string(finding.severity.rawValue)),
      .init("code", .string(finding.code.rawValue)),
      .init("message", .string(finding.message)),
    ]
    if let hint = finding.hint { members.append(.init("hint", .string(hint))) }
    return .object(members)
  }
}
