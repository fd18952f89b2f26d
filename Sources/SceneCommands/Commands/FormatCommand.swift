import SceneReports
import SceneScenarios
import SceneState

enum FormatCommand {
  static let command = Command(
    "format", abstract: "give scenario files their canonical layout, comments kept",
    operands: "PATH…", operandCount: .atLeast(1),
    options: [
      .flag("check", "write nothing, name the files that would change"),
      .flag("diff", "write nothing, show what would change"),
    ],
    onlyAnswer: "names of files, one a line"
  ) { invocation, console in
    var session = FormatSession(invocation, console)
    return try session.run()
  }
}

/// Formats files one after another; a file that cannot be read does not keep the others from it.
private struct FormatSession {
  private let invocation: Invocation
  private let console: Console
  private var code = ExitCode.success
  private var changed = 0
  private var count = 0
  /// Whether the answer is *no* if a file would change.
  private var isCheck: Bool { invocation.has("check") || invocation.has("diff") }
  private var isWriting: Bool { !isCheck && !invocation.dryRun }

  init(_ invocation: Invocation, _ console: Console) {
    self.invocation = invocation
    self.console = console
  }

  mutating func run() throws(CommandFailure) -> ExitCode {
    let paths = try ScenarioFiles.someFiles(invocation)
    for path in paths {
      try console.checkInterruption()
      try format(try ScenarioFiles.read(path, console: console))
    }
    if !invocation.has("quiet"), paths != ["-"] {
      let what = isWriting ? "changed" : "would change"
      try console.write(
        "\(count) \(count == 1 ? "file" : "files") \(console.symbols.dot) \(changed) \(what)\n")
    }
    return code
  }

  private mutating func format(_ source: SourceFile) throws(CommandFailure) {
    count += 1
    let bytes: [UInt8]
    do throws(ScenarioLayout.Failure) {
      bytes = try ScenarioLayout.canonical(source)
      // What can be laid out may be no scenario's YAML all the same.
      do throws(Diagnostic) { _ = try ScenarioReader.read(source) } catch {
        throw .mistake(error)
      }
    } catch {
      return try complain(error, source)
    }
    let isSame = bytes == source.bytes
    if source.path == "-", !isCheck { return try console.write(bytes) }
    if isSame { return }
    changed += 1
    if isCheck { code = code.combined(with: .no) }
    if invocation.has("diff") { return try show(source, bytes) }
    let edit = FileEdit(path: source.path)
    do throws(FileEdit.Failure) {
      if isWriting {
        try edit.replace(with: bytes)
      } else if invocation.dryRun {
        try edit.check()
      }
    } catch {
      throw CommandFailure(error)
    }
    try console.write("\(source.path)\n")
  }

  private func show(_ source: SourceFile, _ bytes: [UInt8]) throws(CommandFailure) {
    let path = SafeText.escaped(source.path)
    try console.write("--- \(path)\n+++ \(path), in its canonical layout\n")
    let new = SourceFile(path: source.path, bytes: bytes)
    for hunk in UnifiedDiff(source.lines.map { String($0) }, new.lines.map { String($0) }).hunks {
      for line in [hunk.head] + hunk.lines { try console.write(SafeText.escaped(line) + "\n") }
    }
  }

  private mutating func complain(
    _ failure: ScenarioLayout.Failure, _ source: SourceFile
  ) throws(CommandFailure) {
    switch failure {
    case .mistake(let diagnostic):
      try console.flush()
      console.complain([diagnostic], in: source)
      code = code.combined(with: .invalidInput)
    case .lost(let position):
      throw CommandFailure(
        .bug, "no layout found that keeps the meaning of '\(source.path)' (\(position))",
        code: "bug", hint: "please report it with the file, which was left as it was",
        next: "scenesim version")
    }
  }
}
