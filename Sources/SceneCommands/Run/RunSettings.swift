import SceneReports
import SceneScenarios

/// What the command line says about a run, looked at before any file is read.
struct RunSettings {
  /// A report beside the answer.
  struct Report {
    enum Kind {
      case file(any RunReporter.Type)
      case folder(any FolderReport.Type)
    }

    let kind: Kind
    let path: String

    /// Whether the steps must tell what there was to see.
    var needsMoments: Bool {
      switch kind {
      case .file(let type): type.needsMoments
      case .folder: true
      }
    }
  }

  /// How the steps of a case are counted.
  static let numbers = "`run` names steps by number, as in `step 3 of 8`; with -v it lists them all"

  let filter: RunFilter
  var options: ScenarioRun.Options
  /// How many cases are played at the same time.
  let jobs: Int
  /// How long to wait after each step.
  let pause: Duration?
  let failsFast: Bool
  let keepsStore: Bool
  let tracePath: String?
  let reports: [Report]
  let main: any RunReporter.Type

  init(_ invocation: Invocation) throws(CommandFailure) {
    filter = RunFilter(invocation)
    var options = ScenarioRun.Options()
    options.until = try invocation.number("until", least: 1, hint: Self.numbers)
    options.seed = try invocation.number("seed", least: 0)
    options.timeLimit = try invocation.value("time-limit").map { (text) throws(CommandFailure) in
      guard let limit = TimeLimit(text) else {
        throw .usage("'\(text)' is no time", hint: "a time is written like 250ms, 90s, 5m or 1h30m")
      }
      return limit
    }
    options.storeDirectory = invocation.value("store")
    options.tracesDetail = invocation.has("trace-detail")
    options.fillsExpectations = invocation.value(GoldenComparison.option.name) != nil
    self.options = options
    jobs = try invocation.number("jobs", least: 1) ?? 1
    pause = try invocation.number("slow", least: 0).map { .milliseconds($0) }
    // Whoever watches step by step needs as long as it takes.
    if pause != nil { self.options.usualTimeLimit = nil }
    failsFast = invocation.has("fail-fast")
    keepsStore = invocation.has("keep-store")
    let trace = invocation.value("trace")
    // A trace that pictures can be made of is written as a report.
    let savedTrace = trace.flatMap { $0.hasSuffix(".jsonl") ? $0 : nil }
    tracePath = savedTrace == nil ? trace : nil
    let reports = try ReportOption.reports(invocation.values("report"))
    self.reports =
      reports.filter { $0.path != "-" }
      + (savedTrace.map { [Report(kind: .file(TraceRunReporter.self), path: $0)] } ?? [])
    main = try Self.main(invocation, instead: reports.filter { $0.path == "-" })
    try Self.checkOutput(invocation, main)
    self.options.keepsMoments =
      main.needsMoments || self.reports.contains(where: \.needsMoments)
    if tracePath == "-", main != ConsoleRunReporter.self {
      throw .usage("only one of trace and report can stand on standard output")
    }
    if keepsStore, options.storeDirectory != nil {
      throw .usage("--store and --keep-store exclude each other: --store is always kept")
    }
    if invocation.has("watch") { try Self.checkWatch(invocation) }
  }

  /// What stays the same while files are watched.
  private static func checkWatch(_ invocation: Invocation) throws(CommandFailure) {
    if invocation.operands.contains("-") {
      throw .usage("--watch looks at files, and standard input is none")
    }
    for name in ["store", "keep-store", "output"]
    where invocation.has(name) || invocation.value(name) != nil {
      throw .usage("--watch and --\(name) exclude each other", hint: "--watch runs again and again")
    }
  }

  /// The answer is a text for people unless something else is asked for: in a file that is called a
  /// page or a report it would stand where one was, or is looked for.
  private static func checkOutput(
    _ invocation: Invocation, _ main: any RunReporter.Type
  ) throws(CommandFailure) {
    guard let path = invocation.value("output"), let kind = ReportOption.kind(byEndingOf: path),
      kind != main.kind
    else { return }
    let words = invocation.operands.map(ShellText.word).joined(separator: " ")
    throw .usage(
      "'\(path)' is called like a report (\(kind)), and -o writes the answer, a text",
      hint: "a report is written by --report, and may stand beside the answer",
      next: "scenesim run \(words) --report \(ShellText.word(path))")
  }

  // MARK: Reports

  /// The report that stands on standard output: one `KIND=-`, or what `--format` says.
  private static func main(
    _ invocation: Invocation, instead reports: [Report]
  ) throws(CommandFailure) -> any RunReporter.Type {
    guard let report = reports.first, case .file(let kind) = report.kind else {
      return switch invocation.format {
      case .table, .plain: ConsoleRunReporter.self
      case .json: JSONRunReporter.self
      case .jsonl: JSONLinesRunReporter.self
      }
    }
    if reports.count > 1 || invocation.format != .table {
      throw .usage(
        "only one report can stand on standard output",
        hint: "give the others a file: --report \(kind.kind)=FILE")
    }
    return kind
  }
}
