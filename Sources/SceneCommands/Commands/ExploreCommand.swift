import FoundationEssentials
import SceneExplorer
import SceneReports
import SceneScenarios
import SceneState

/// `scenesim explore FILE`.
enum ExploreCommand {
  static let command = Command(
    "explore", abstract: "play steps that nobody wrote down, and find those that lose state",
    operands: "FILE", operandCount: .range(1...64), options: options
  ) { invocation, console in
    let page = try page(invocation)
    if invocation.has("merge") { return try ExplorePart.merge(invocation, page: page, console) }
    guard invocation.operands.count == 1 else {
      throw ExploreOptions.severalFiles(invocation)
    }
    try ExploreOptions.check(invocation)
    if let folder = invocation.value("out") { try OutputFile.checkIsNoFile(folder) }
    let choice = try choice(invocation)
    let number = try invocation.number("case", least: 1) ?? 1
    let file = try ExploreFile(invocation.operands[0], case: number, console: console)
    if invocation.value("case") == nil, !ExploreChild.isChild(console) { file.tellCase(console) }
    if invocation.has("kills") {
      let kills = ExploreKills(
        path: invocation.operands[0], number: number, file: file,
        folder: invocation.value("out") ?? "found", console: console)
      return try kills.run(invocation.format)
    }
    if file.app.scenario.hasSwiftApp, let words = console.surroundings.words,
      !ExploreChild.isChild(console)
    {
      return try ExploreChild(file: file, console: console).run(words: words)
    }
    try ExploreOptions.checkWords(invocation, file, console)
    let known = try KnownFindings(of: invocation.operands[0], file.app.declaration, console)
    var options = Explorer.Options()
    let earlier = try ExploreChild.prepare(&options, console)
    if earlier?.ends.isEmpty != false { known.tell(console) }
    options.choice = choice
    options.shard = try shard(invocation)
    if options.shard != nil, invocation.value("out") == nil {
      throw CommandFailure.usage("--shard leaves its part in a folder: add --out DIR")
    }
    options.seed = UInt64(try invocation.number("seed", least: 0) ?? 1)
    options.steps = try invocation.number("steps", least: 1)
    options.shrinksApp = invocation.has("shrink-app")
    options.jobs =
      try invocation.number("jobs", least: 1) ?? console.surroundings.processorCount ?? 2
    let clock = console.surroundings.clock
    options.isStopped = clock.isInterrupted
    let time = try time(invocation, hasSteps: options.steps != nil)
    let start = clock.now() - .seconds(earlier?.seconds ?? 0)
    if let time {
      options.isOver = { clock.now() - start >= time }
      options.isLate = { clock.now() - start >= time + shrinking }
    }
    options.folders = storeFolders
    let corpus = invocation.value("corpus").map { CorpusFolder(path: $0, console: console) }
    if let corpus { options.corpus = try corpus.read(for: invocation.command) }
    var progress = ExploreProgress(console, steps: options.steps, time: time)
    var report: Explorer.Report
    if invocation.has("exhaustive") {
      let exhaustive = Exhaustive(
        file.app, options: options, depth: try invocation.number("depth", least: 1) ?? 6,
        windows: try invocation.number("windows", least: 1) ?? 2)
      report = exhaustive.run { progress.show($0, $1) }
    } else {
      let exploration = Explorer(file.app, apps: console.surroundings.apps, options: options)
      report = exploration.run { progress.show($0, $1) }
    }
    console.clearProgress()
    if choice.contains(property: AppEnd.property) { report.add(ends: earlier?.findings ?? []) }
    for finding in report.unproven {
      console.complain(
        "note: `run` of its file does not show this one, which is a fault of ours; please send it: "
          + "\(SafeText.escaped(finding.identity))\n")
    }
    report.takeUnproven()
    report.leaveOut(known.contains)
    let seconds = (clock.now() - start) / .seconds(1)
    if let mistake = report.mistake {
      throw file.failure(mistake, console)
    }
    let folder = invocation.value("out") ?? "found"
    let paths = try save(report.findings, folder, console)
    if let output = invocation.value("output"), !paths.isEmpty {
      console.complain(
        "note: the scenarios are in \(SafeText.escaped(folder)), the answer in "
          + "\(SafeText.escaped(output)); --out names the folder\n")
    }
    if let corpus { try corpus.save(report.corpus, of: file.app) }
    if let shard = options.shard {
      let part = ExplorePart(
        report: report, seconds: seconds, number: shard.number, count: shard.count,
        seed: options.seed)
      try part.save(in: folder, console)
    }
    let told = ExploreReport(
      report: report, app: file.app.declaration, paths: paths, seconds: seconds,
      beginning: file.stepCount(console))
    try told.write(invocation.format, to: console)
    if let page { try told.save(to: page, console) }
    if !report.findings.isEmpty { return .no }
    return clock.isInterrupted() ? .interrupted : .success
  }

  /// So much longer than `--for` says findings are made shorter.
  private static let shrinking = Duration.seconds(15)

  private static let options: [CommandOption] = [
    .value("seed", "N", "where random choices start; 1"),
    .value("steps", "N", "how many steps are played: the same findings on every machine"),
    .value("for", "TIME", "how long it goes on: 10s, 5m; 10s"),
    .value("out", "DIR", "the folder of the scenarios that are found; found"),
    .value("jobs", short: "j", "N", "play N runs at the same time; one a processor"),
    .value("report", "FILE", "a page of what was found and reached, FILE.html"),
    .value(
      "corpus", "DIR", "begin from runs of DIR, too, and add those that reach something first"),
    .flag("shrink-app", "leave out of the app what a finding does not need"),
    .values("only", "LIST", "only these properties: restores,isolated:zoom"),
    .values("except", "LIST", "all properties but these, or but one key of them"),
    .flag("exhaustive", "play every sequence instead of random ones"),
    .value("depth", "N", "how many steps the sequences of --exhaustive have; 6"),
    .value("windows", "N", "how many windows they have at most; 2"),
    .flag("kills", "play a scenario and kill it at each point of each commit, on a real store"),
    .value("shard", "I/N", "play part I of N of the streams; --merge puts them together"),
    .flag("merge", "the operands are the --out folders of parts: tell what they have found"),
    .value("case", "N", "the case of the scenario whose variables the app gets; 1"),
  ]

  /// The file of the page, if one is wanted.
  private static func page(_ invocation: Invocation) throws(CommandFailure) -> String? {
    guard let value = invocation.value("report") else { return nil }
    let reports = try ReportOption.reports([value])
    guard let report = reports.first, case .file(let kind) = report.kind,
      kind.kind == HTMLRunReporter.kind, !invocation.has("kills")
    else {
      throw .usage("explore makes one page: --report FILE.html", hint: "--kills makes none")
    }
    return report.path
  }

  private static func choice(_ invocation: Invocation) throws(CommandFailure) -> PropertyChoice {
    func names(_ option: String) throws(CommandFailure) -> [String] {
      let names = invocation.values(option).flatMap { $0.split(separator: ",").map(String.init) }
      for name in names where !PropertyChoice.names.contains(PropertyChoice.name(of: name)) {
        throw .usage(
          "there is no property '\(name)': there are "
            + PropertyChoice.names.joined(separator: ", "),
          hint: ErrorText.suggestion(for: name, among: PropertyChoice.names))
      }
      return names
    }
    let (only, except) = (try names("only"), try names("except"))
    let left = only.filter { !except.contains($0) && !except.contains(PropertyChoice.name(of: $0)) }
    if !only.isEmpty, left.isEmpty {
      throw .usage(
        "--only and --except leave nothing to look at", hint: "one of the two options is enough")
    }
    return PropertyChoice(only: only, except: except)
  }

  /// Folders in memory where the system has such a place, or else beside all temporary files: each
  /// step is flushed, and a disk takes longer for that than everything else together.
  private static let storeFolders: StoreFolders = { body in
    let name = "scenesim-real-\(ProcessEdge.identifier)-\(UUID().uuidString)"
    let memory = "/dev/shm"
    let place =
      FileManager.default.isWritableFile(atPath: memory)
      ? URL(filePath: memory, directoryHint: .isDirectory) : FileManager.default.temporaryDirectory
    let folder = place.appending(path: name).path()
    body(folder)
    OutputFile.removeFolder(folder)
  }

  private static func shard(
    _ invocation: Invocation
  ) throws(CommandFailure) -> (number: Int, count: Int)? {
    guard let text = invocation.value("shard") else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], 1...64 ~= count,
      1...count ~= number
    else { throw .usage("'\(text)' is no part", hint: "a part is written like 3/8, up to 64/64") }
    return (number, count)
  }

  private static func time(
    _ invocation: Invocation, hasSteps: Bool
  ) throws(CommandFailure) -> Duration? {
    guard let text = invocation.value("for") else { return hasSteps ? nil : .seconds(10) }
    if hasSteps { throw .usage("--for and --steps exclude each other") }
    guard let limit = TimeLimit(text) else {
      throw .usage("'\(text)' is no time", hint: "a time is written like 250ms, 90s, 5m or 1h30m")
    }
    // It would say that nothing was found, and would not have looked.
    guard limit.duration > .zero else { throw .usage("in '\(text)' no step can be played") }
    return limit.duration
  }

  /// Writes a file for each finding.
  ///
  /// - Returns: Their paths.
  static func save(
    _ findings: [Discovery], _ folder: String, _ console: Console
  ) throws(CommandFailure) -> [String] {
    if findings.isEmpty { return [] }
    var paths: [String] = []
    for (index, finding) in findings.enumerated() {
      let path = "\(folder)/\(finding.fileName(number: index + 1))"
      if let old = ProcessEdge.size(of: path), old != finding.bytes.count {
        console.complain("note: \(SafeText.escaped(path)) was another one, and is replaced\n")
      }
      try console.saveWithFolder(finding.bytes, to: path)
      paths.append(path)
    }
    return paths
  }
}

/// The moving line: how far it is, and what was found.
private struct ExploreProgress {
  private static let every = Duration.milliseconds(100)

  private let console: Console
  private let steps: Int?
  private let time: Duration?
  private let start: Duration
  private var drawn: Duration?

  init(_ console: Console, steps: Int?, time: Duration?) {
    (self.console, self.steps, self.time) = (console, steps, time)
    start = console.surroundings.now()
  }

  /// Draws the line, if the last one is old enough.
  mutating func show(_ report: Explorer.Report, _ running: Int) {
    guard console.canMove, !console.isQuiet else { return }
    let now = console.surroundings.now()
    if let drawn, now - drawn < Self.every { return }
    drawn = now
    let done = report.steps + running
    let seconds = max((now - start) / .seconds(1), 0.001)
    let rest: String
    if let time {
      rest = "\(max(0, Int(time / .seconds(1) - seconds))) s left"
    } else {
      rest = "\(max(0, (steps ?? 0) - done)) steps left"
    }
    let dot = console.symbols.dot
    console.showProgress(
      "\(done) steps \(dot) \(Int(Double(done) / seconds)) a second \(dot) "
        + "\(report.coverage.stateCount) states \(dot) \(report.findings.count) found \(dot) \(rest)"
    )
  }
}
