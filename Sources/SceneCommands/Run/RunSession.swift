import SceneReports
import SceneScenarios

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Plays a plan and reports each case as soon as it is finished.
final class RunSession {
  private let invocation: Invocation
  private let console: Console
  private let plan: RunPlan
  private let reporter: ConsoleRunReporter
  private let options: PlayableCase.Options
  private var rows: [RunRow] = []
  private var traces: [String] = []

  init(_ invocation: Invocation, console: Console, plan: RunPlan) throws(CommandFailure) {
    self.invocation = invocation
    self.console = console
    self.plan = plan
    reporter = ConsoleRunReporter(
      titles: plan.titles(console.symbols), width: console.width, symbols: console.symbols,
      paint: console.paint)
    var options = PlayableCase.Options()
    options.until = try invocation.number("until", least: 1)
    options.storeDirectory = invocation.value("store")
    self.options = options
    try checkStore()
  }

  func play() throws -> ExitCode {
    let start = console.surroundings.now()
    loop: for file in plan.files {
      switch file.content {
      case .failure(let mistakes):
        try report(invalid(file.source, mistakes.diagnostics), trace: nil)
        if invocation.has("fail-fast") { break loop }
      case .success(let cases):
        for playable in cases {
          try console.checkInterruption()
          let row = try play(playable, of: file.source)
          if row.outcome == .failed, invocation.has("fail-fast") { break loop }
        }
      }
    }
    try finish(after: console.surroundings.now() - start)
    let totals = RunTotals(rows)
    guard totals.invalid == 0 else { return .invalidInput }
    guard totals.failed > 0 else { return .success }
    // A store that a scenario itself makes fail is no failure of its steps; this one really failed.
    return rows.contains { $0.failure?.code == "store-not-usable" } ? .unusable : .no
  }

  // MARK: One case

  private func play(_ playable: PlayableCase, of source: SourceFile) throws -> RunRow {
    if invocation.format == .jsonl {
      let line = JSONRunReporter.begin(
        file: source.path, number: playable.number, title: playable.title)
      try console.write(line.line + "\n")
    }
    var options = options
    if invocation.has("keep-store"), options.storeDirectory == nil {
      options.storeDirectory = keptStore(playable, of: source)
    }
    let start = console.surroundings.now()
    let result = try playable.play(options)
    var row = RunRow(
      file: source.path, number: playable.number, title: playable.title,
      outcome: result.outcome, steps: result.steps, total: result.total,
      duration: console.surroundings.now() - start)
    row.failure = result.diagnostics.first { $0.severity == .error }.map(Self.failure)
    row.failure?.step = result.steps
    row.messages = result.diagnostics.map { text($0, source) }
    if let kept = options.storeDirectory, invocation.has("keep-store") {
      row.messages.append("store kept in \(kept)\n")
    }
    try report(row, trace: result.trace)
    return row
  }

  private func invalid(_ source: SourceFile, _ diagnostics: [Diagnostic]) -> RunRow {
    RunRow(
      file: source.path, number: 0, title: "", outcome: .invalid, steps: 0,
      failure: diagnostics.first.map(Self.failure),
      messages: diagnostics.map { text($0, source) })
  }

  private func report(_ row: RunRow, trace: String?) throws(CommandFailure) {
    rows.append(row)
    if let trace { traces.append(trace) }
    switch invocation.format {
    case .table, .plain:
      let isGood = row.outcome == .passed || row.outcome == .skipped
      if isGood && invocation.has("quiet") { return }
      try console.write(reporter.text(row))
      if let trace, invocation.has("verbose") { try console.write(trace) }
      try console.flush()
    case .jsonl:
      if let trace { try writeEvents(of: trace) }
      try console.write(JSONRunReporter.end(row).line + "\n")
      try console.flush()
    case .json: break
    }
  }

  /// The lines of a trace as events.
  private func writeEvents(of trace: String) throws(CommandFailure) {
    for line in TraceLines(trace).events { try console.write(line.line + "\n") }
  }

  // MARK: The end

  private func finish(after duration: Duration) throws(CommandFailure) {
    switch invocation.format {
    case .table, .plain:
      if !invocation.has("quiet") { try console.write(reporter.footer(rows, duration: duration)) }
      if let failed = rows.first(where: { $0.outcome == .failed }), !invocation.has("quiet") {
        try console.write("next  scenesim run \(failed.file) --case \(failed.number) -v\n")
      }
    case .json: try console.write(JSONRunReporter.object(rows).line + "\n")
    case .jsonl: break
    }
    guard let path = invocation.value("trace") else { return }
    let joined = TraceLines.joined(traces)
    if path == "-" {
      try console.write(joined)
    } else {
      try OutputFile.write(Array(joined.utf8), to: path)
    }
  }

  // MARK: Stores

  /// A scenario begins with an empty store; one that is there already is never overwritten.
  private func checkStore() throws(CommandFailure) {
    guard let directory = options.storeDirectory else { return }
    guard plan.caseCount <= 1 else {
      throw .usage(
        "--store is for one case, and \(plan.caseCount) would be played",
        hint: "choose one with --case, or use --keep-store")
    }
    if FileManager.default.fileExists(atPath: directory + "/data.mdb") {
      throw CommandFailure(
        .unusable, "there is a store at '\(directory)' already", code: "store-exists",
        hint: "a scenario begins with an empty store; remove it or name another folder",
        next: "scenesim store ls \(directory)")
    }
  }

  private func keptStore(_ playable: PlayableCase, of source: SourceFile) -> String {
    let name = "\(RunRow.stem(of: source.path))-\(playable.number)-\(ProcessEdge.identifier).store"
    return FileManager.default.temporaryDirectory.appending(path: name).path()
  }

  // MARK: Messages

  private func text(_ diagnostic: Diagnostic, _ source: SourceFile) -> String {
    DiagnosticRenderer.text(diagnostic, source: source, color: console.paint.isOn)
  }

  private static func failure(_ diagnostic: Diagnostic) -> RunRow.Failure {
    var failure = RunRow.Failure(
      code: diagnostic.code.rawValue, line: diagnostic.range.start.line,
      column: diagnostic.range.start.column, endColumn: diagnostic.range.end.column,
      message: diagnostic.message)
    failure.expected = diagnostic.expected.map(ValueText.json)
    failure.actual = diagnostic.actual.map(ValueText.json)
    failure.cameFrom = diagnostic.cameFrom
    failure.hint = diagnostic.hint
    return failure
  }
}
