import SceneExplorer
import SceneReports
import SceneScenarios
import SceneState

/// What `explore` says at its end: each finding, and what was reached.
struct ExploreReport {
  let report: Exploration.Report
  /// The app; nil for parts, of which nobody knows it.
  let app: AppDeclaration?
  /// The paths of the files, one for each finding.
  let paths: [String]
  let seconds: Double

  func write(_ format: OutputFormat, to console: Console) throws(CommandFailure) {
    switch format {
    case .json, .jsonl:
      for (finding, path) in zip(report.findings, paths) {
        try console.write(Self.json(finding, path).line + "\n")
      }
      try console.write(figures.line + "\n")
    case .table, .plain:
      for (finding, path) in zip(report.findings, paths) {
        try Self.write(finding, path, console)
        try console.write("\n")
      }
      try writeTable(console)
    }
  }

  /// A finding for people; without a path there is no scenario that shows it.
  static func write(
    _ finding: Finding, _ path: String?, _ console: Console
  ) throws(CommandFailure) {
    let paint = console.paint
    try console.write("\(paint.strong(finding.property))  \(SafeText.escaped(finding.sentence))\n")
    let times = finding.count == 1 ? "once" : "\(finding.count) times"
    let steps = finding.stepCount == 1 ? "1 step is" : "\(finding.stepCount) steps are"
    try console.write("  found  \(times), \(steps) enough\n")
    let next = path.map { "scenesim run \(ShellText.word($0))" }
    try console.write("  next   \(next ?? "a fault at this point does not show it, a kill does")\n")
  }

  private func writeTable(_ console: Console) throws(CommandFailure) {
    let coverage = report.coverage
    var table = TextTable([
      .init("DONE", isRightAligned: true), .init("REFUSED", isRightAligned: true), .init("STEP"),
    ])
    for name in Set(coverage.done.keys).union(coverage.refused.keys).sorted() {
      let refused = coverage.refused[name]
      let code = refused.map { "  [\($0.code)]" } ?? ""
      table.add([String(coverage.done[name] ?? 0), String(refused?.count ?? 0), name + code])
    }
    let lines = table.lines(
      width: console.width, ellipsis: console.symbols.ellipsis, paint: console.paint)
    for line in lines { try console.write(line + "\n") }
    for line in never { try console.write("never reached  \(line)\n") }
    let findings = report.findings.count
    try console.write(
      "\n\(report.steps) steps in \(report.runs) runs, \(Int(Double(report.steps) / max(seconds, 0.001))) a second; "
        + "\(coverage.stateCount) states, at most \(coverage.mostWindows) windows, "
        + "paths of \(coverage.deepestPath)\n"
        + (report.compared == 0 ? "" : "\(report.compared) runs on a real store, too\n")
        + (findings == 0 ? "nothing found\n" : "\(findings) found\n"))
  }

  /// What was not reached, and why where that is known.
  private var never: [String] {
    guard let app else { return [] }
    var lines: [String] = []
    func missing(_ verb: String, _ reason: String?) {
      guard report.coverage.done[verb] == nil else { return }
      lines.append(reason.map { "\(verb): \($0)" } ?? verb)
    }
    missing("select", app.tabs.count < 2 ? "there is no second tab" : nil)
    missing("set", app.keys.isEmpty ? "no key is declared" : nil)
    missing("continue", app.activities.isEmpty ? "no activity is declared" : nil)
    missing("drag", app.activities.isEmpty ? "no activity is declared" : nil)
    missing("link", app.navigator == nil ? "there is no navigator" : nil)
    missing("open", app.hasManyWindows ? nil : "the app has one window")
    missing("pick", app.lists.isEmpty ? "no list is declared" : nil)
    missing("change-data", app.tables.isEmpty ? "no data is declared" : nil)
    missing("update", app.versions.isEmpty ? "no `versions` are declared" : nil)
    for verb in ["launch", "kill", "stop", "crash", "reboot", "force-quit", "close"] {
      missing(verb, nil)
    }
    return lines
  }

  static func json(_ finding: Finding, _ path: String) -> JSON {
    .object([
      .init("property", .string(finding.property)), .init("sentence", .string(finding.sentence)),
      .init("file", .string(path)), .init("steps", .int(finding.stepCount)),
      .init("count", .int(finding.count)), .init("message", .string(finding.message)),
      .init("scenario", .string(String(decoding: finding.bytes, as: UTF8.self))),
    ])
  }

  private var figures: JSON {
    let coverage = report.coverage
    return .object([
      .init("schema", .string("scenesim.explore/1")),
      .init("findings", .int(report.findings.count)),
      .init("steps", .int(report.steps)), .init("runs", .int(report.runs)),
      .init("compared", .int(report.compared)),
      .init("states", .int(coverage.stateCount)), .init("windows", .int(coverage.mostWindows)),
      .init("path", .int(coverage.deepestPath)),
      .init(
        "done",
        .object(coverage.done.sorted { $0.key < $1.key }.map { .init($0.key, .int($0.value)) })),
      .init(
        "refused",
        .object(
          coverage.refused.sorted { $0.key < $1.key }.map { .init($0.key, .int($0.value.count)) })),
      .init("never", .list(never.map { .string($0) })),
    ])
  }
}
