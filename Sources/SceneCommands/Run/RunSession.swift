import FoundationEssentials
import SceneReports
import SceneScenarios
import SceneSimulator
import StoreTools
internal import SceneState

/// Plays a plan and reports each case as soon as it and all before it are finished.
final class RunSession {
  private let settings: RunSettings
  private let console: Console
  private let plan: RunPlan
  private var progress: RunProgress
  private let queue: WorkQueue<CaseRun>
  private let goldens: GoldenComparison
  /// The options of each entry of the plan.
  private let options: [ScenarioRun.Options]
  private var reporter: any RunReporter
  private var reports: RunReports
  private var totals = RunTotals()
  private var fileNotes = FileNotes()
  private var hasLostStore = false
  /// The folder that was made for the store of `--store`.
  private let madeFolder: String?
  /// The steps of the longest case.
  private var mostSteps = 0
  private var trace = Trace()

  init(
    _ invocation: Invocation, _ settings: RunSettings, console: Console, plan: RunPlan
  ) throws(CommandFailure) {
    self.settings = settings
    self.console = console
    self.plan = plan
    goldens = try GoldenComparison(invocation, console: console)
    let outline = plan.outline
    var style = console.reportStyle
    style.showsTimes = style.showsTimes || invocation.has("times")
    style.isQuiet = invocation.has("quiet")
    style.isVerbose = invocation.has("verbose")
    style.isFull = invocation.has("full")
    reporter = settings.main.init(style, outline)
    reports = try RunReports(settings, invocation, outline, console: console)
    if let path = settings.tracePath, path != "-", !console.isDryRun {
      try OutputFile.makeFolder(of: path)
    }
    madeFolder = try Self.checkStore(settings, plan, console)
    let progress = RunProgress(outline, console: console, isQuiet: style.isQuiet)
    self.progress = progress
    let options = plan.entries.enumerated().map {
      Self.options(of: $0.element, $0.offset, settings, console, progress.notes)
    }
    self.options = options
    queue = WorkQueue(
      Self.jobs(plan, options, console.surroundings.clock), workerCount: settings.jobs)
  }

  func play() throws -> ExitCode {
    defer {
      progress.stop()
      // Who plays has cleaned up then; it looks at `isStopped` of its options.
      queue.end(waits: true)
      removeRemains()
    }
    let start = console.surroundings.now()
    for index in plan.entries.indices {
      let row = try row(of: index)
      try report(row)
      if settings.failsFast, !row.isGood { break }
    }
    try finish(after: console.surroundings.now() - start)
    guard totals.invalid == 0 else { return .invalidInput }
    guard totals.failed > 0 else { return .success }
    // A store that a scenario itself makes fail is no failure of its steps; this one really failed.
    return hasLostStore ? .unusable : .no
  }

  // MARK: One case

  private func row(of index: Int) throws -> CaseRun {
    try console.checkInterruption()
    switch plan.entries[index] {
    case .invalid(let source, let diagnostics):
      var row = CaseRun(file: source.path, number: 0, title: nil, outcome: .invalid)
      (row.sources, row.diagnostics, row.tool) = ([source], diagnostics, VersionCommand.number)
      return row
    case .playable(let playable, let source):
      var row = try result(of: playable, index)
      // A case that was stopped in the middle says nothing about the app.
      try console.checkInterruption()
      try goldens.judge(&row, of: playable, source)
      if settings.options.until == nil { fileNotes.add(&row, of: playable) }
      row.store = settings.keepsStore ? keptStore(index) : nil
      row.tool = VersionCommand.number
      return row
    }
  }

  private func result(
    of playable: PlayableCase, _ index: Int
  ) throws -> CaseRun {
    if case .here(let play) = playable.player {
      progress.show(index)
      return try Self.timed(console.surroundings.clock) { try play(options[index]) }
    }
    return try queue.outcome(of: index) { () throws(CommandFailure) in
      try console.checkInterruption()
      progress.show(index)
    }.get()
  }

  private func report(_ row: CaseRun) throws(CommandFailure) {
    totals.add(row)
    mostSteps = max(mostSteps, row.steps)
    let isPlayed = row.played.contains { $0.verb == "fault" }
    if row.failure?.code.rawValue == "store-not-usable", !isPlayed { hasLostStore = true }
    if settings.tracePath != nil { trace.events += row.trace.events }
    reports.add(row)
    let text = reporter.add(row)
    guard !text.isEmpty else { return }
    try console.write(text)
    try console.flush()
  }

  private func finish(after duration: Duration) throws(CommandFailure) {
    progress.stop()
    try console.write(reporter.end(after: duration))
    try reports.end(after: duration)
    defer { goldens.tell() }
    try goldens.fillIn()
    if let until = settings.options.until, until > mostSteps, totals.failed + totals.invalid == 0 {
      console.complain(
        "note: --until \(until) leaves nothing out: the longest case has \(mostSteps) steps\n")
    }
    guard let path = settings.tracePath else { return }
    if path == "-" {
      try console.write(trace.description)
    } else {
      try console.save(Array(trace.description.utf8), to: path, .replacing)
    }
  }

  // MARK: Jobs

  private static func jobs(
    _ plan: RunPlan, _ options: [ScenarioRun.Options], _ clock: ConsoleClock
  ) -> [WorkQueue<CaseRun>.Job] {
    plan.entries.enumerated().compactMap { index, entry in
      guard case .playable(let playable, _) = entry, case .anywhere(let play) = playable.player
      else { return nil }
      let options = options[index]
      return (index, { try timed(clock) { try play(options) } })
    }
  }

  private static func timed(
    _ clock: ConsoleClock, _ play: () throws -> CaseRun
  ) rethrows -> CaseRun {
    let start = clock.now()
    var result = try play()
    result.duration = clock.now() - start
    return result
  }

  private static func options(
    of entry: RunPlan.Entry, _ index: Int, _ settings: RunSettings, _ console: Console,
    _ notes: RunNotes
  ) -> ScenarioRun.Options {
    var options = settings.options
    guard case .playable(let playable, let source) = entry else { return options }
    if settings.keepsStore { options.storeDirectory = storeToKeep(playable, of: source) }
    if console.isDryRun { options.storeDirectory = nil }
    let clock = console.surroundings.clock
    let pause = settings.pause
    options.isStopped = { notes.isStopped || clock.isInterrupted() }
    options.atFaultPoint = KillMoment.hook(console)
    options.afterStep = { step, _, _ in
      notes.add(step, of: index)
      if let pause { clock.wait(for: pause) { notes.isStopped } }
    }
    return options
  }

  // MARK: Stores

  /// A scenario begins with an empty store; one that is there already is never overwritten.
  ///
  /// - Returns: The folder that was made for it; nil if there was one.
  private static func checkStore(
    _ settings: RunSettings, _ plan: RunPlan, _ console: Console
  ) throws(CommandFailure) -> String? {
    guard let directory = settings.options.storeDirectory else { return nil }
    guard plan.caseCount <= 1 else {
      throw .usage(
        "--store is for one case, and \(plan.caseCount) would be played",
        hint: "choose one with --case, or use --keep-store")
    }
    if OutputFile.exists(directory + "/data.mdb") {
      throw CommandFailure(
        .unusable, "there is a store at '\(directory)' already", code: "store-exists",
        hint: "a scenario begins with an empty store; remove it or name another folder",
        next: "scenesim store ls \(ShellText.word(directory))")
    }
    guard OutputFile.isEmptyOrMissing(directory) || !OutputFile.isFolder(directory) else {
      throw .taken(
        "something in '\(directory)'", hint: "a store has a folder of its own; name another one",
        next: "ls -la \(ShellText.word(directory))")
    }
    // A file with mistakes makes no store.
    let isPlayed = plan.entries.contains { if case .playable = $0 { true } else { false } }
    guard isPlayed else { return nil }
    if console.isDryRun {
      console.tellWould("make", directory)
      return nil
    }
    let isNew = !OutputFile.exists(directory)
    try OutputFile.makeFolder(directory)
    return isNew ? directory : nil
  }

  /// Where no store could be made, as on a full disk, nothing of it is left.
  private func removeRemains() {
    guard let madeFolder, !OutputFile.exists(madeFolder + "/\(StoreFileNames.data)") else { return }
    for name in StoreFileNames.locks {
      // What there is not, or cannot be removed, keeps the folder there, too.
      try? FileManager.default.removeItem(atPath: "\(madeFolder)/\(name)")
    }
    if OutputFile.isEmptyOrMissing(madeFolder) {
      try? FileManager.default.removeItem(atPath: madeFolder)  // as above
    }
  }

  private static func storeToKeep(_ playable: PlayableCase, of source: SourceFile) -> String {
    let name = "\(CaseRun.stem(of: source.path))-\(playable.number)-\(ProcessEdge.identifier).store"
    return FileManager.default.temporaryDirectory.appending(path: name).path()
  }

  /// The folder, if the case came so far as to make a store.
  private func keptStore(_ index: Int) -> String? {
    options[index].storeDirectory.flatMap { OutputFile.exists($0) ? $0 : nil }
  }
}
