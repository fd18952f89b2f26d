import SceneReports

/// What the command line says about a run, looked at before any file is read.
struct RunSettings {
  /// A report beside the answer.
  struct Report {
    let kind: any RunReporter.Type
    let path: String
  }

  let filter: RunFilter
  let options: PlayableCase.Options
  /// How many cases are played at the same time.
  let jobs: Int
  /// How long to wait after each step.
  let pause: Duration?
  let failsFast: Bool
  let keepsStore: Bool
  let tracePath: String?
  let reports: [Report]
  /// The reporter of the answer.
  let main: any RunReporter.Type

  init(_ invocation: Invocation) throws(CommandFailure) {
    filter = RunFilter(invocation)
    var options = PlayableCase.Options()
    options.until = try invocation.number("until", least: 1)
    options.seed = try invocation.number("seed", least: 0)
    options.storeDirectory = invocation.value("store")
    options.fillsExpectations = invocation.value(GoldenComparison.option.name) != nil
    self.options = options
    jobs = try invocation.number("jobs", least: 1) ?? 1
    pause = try invocation.number("slow", least: 0).map { .milliseconds($0) }
    failsFast = invocation.has("fail-fast")
    keepsStore = invocation.has("keep-store")
    tracePath = invocation.value("trace")
    let reports = try Self.reports(invocation.values("report"))
    self.reports = reports.filter { $0.path != "-" }
    main = try Self.main(invocation, instead: reports.filter { $0.path == "-" })
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

  // MARK: Reports

  /// The report that stands on standard output: one `KIND=-`, or what `--format` says.
  private static func main(
    _ invocation: Invocation, instead reports: [Report]
  ) throws(CommandFailure) -> any RunReporter.Type {
    guard let report = reports.first else {
      return switch invocation.format {
      case .table, .plain: ConsoleRunReporter.self
      case .json: JSONRunReporter.self
      case .jsonl: JSONLinesRunReporter.self
      }
    }
    if reports.count > 1 || invocation.format != .table {
      throw .usage(
        "only one report can stand on standard output",
        hint: "give the others a file: --report \(report.kind.kind)=FILE")
    }
    return report.kind
  }

  private static func reports(_ values: [String]) throws(CommandFailure) -> [Report] {
    var reports: [Report] = []
    for value in values {
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      let kind = try kind(parts[0])
      guard parts.count == 2, !parts[1].isEmpty else {
        throw .usage(
          "--report needs a file: '\(value)' names none", hint: "--report \(kind.kind)=FILE",
          next: "scenesim help run")
      }
      if parts[1] != "-", reports.contains(where: { $0.path == parts[1] }) {
        throw .usage("two reports would be written to '\(parts[1])'")
      }
      reports.append(Report(kind: kind, path: parts[1]))
    }
    return reports
  }

  private static func kind(_ name: String) throws(CommandFailure) -> any RunReporter.Type {
    if let type = RunReporterCatalogue.type(named: name) { return type }
    let known = RunReporterCatalogue.all.map { $0.kind }
    if name == "html" {
      throw .usage(
        "this version of scenesim has no html report yet",
        hint: "md has the failing lines and a picture of the windows; there are "
          + known.joined(separator: ", "),
        next: "scenesim help run")
    }
    throw .usage(
      "there is no report '\(name)': there are \(known.joined(separator: ", "))",
      hint: ErrorText.suggestion(for: name, among: known), next: "scenesim help run")
  }
}
