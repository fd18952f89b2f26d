import SceneExplorer
import SceneReports
import SceneScenarios
import SceneState

/// What `explore` says at its end: each finding, and what was reached.
struct ExploreReport {
  let report: Explorer.Report
  /// What was explored; nil for parts, of which nobody knows it.
  let app: AppDeclaration?
  /// The paths of the files, one for each finding.
  let paths: [String]
  let seconds: Double
  /// How many steps of the file come before each run, each round counted.
  var beginning = 0

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
      let lines = table.lines(
        width: console.width, ellipsis: console.symbols.ellipsis, paint: console.paint)
      for line in lines + notes { try console.write(line + "\n") }
      try console.write("\n\(facts.joined(separator: "\n"))\n\(outcome)\n")
    }
  }

  /// A finding for people; without a path there is no scenario that shows it.
  static func write(
    _ finding: Discovery, _ path: String?, _ console: Console
  ) throws(CommandFailure) {
    let paint = console.paint
    try console.write("\(paint.strong(finding.property))  \(SafeText.escaped(finding.sentence))\n")
    let times = finding.count == 1 ? "once" : "\(finding.count) times"
    let steps = finding.stepCount == 1 ? "1 step is" : "\(finding.stepCount) steps are"
    let rest = finding.isShortest ? "" : ", maybe fewer: none that show it were found in time"
    let played = Amount.count(finding.firstMet, "step")
    let first = finding.firstMet == 0 ? "" : ", the first within \(played)"
    try console.write("  found  \(times)\(first); \(steps) enough\(rest)\n")
    if let key = finding.keyIfMeant {
      try console.write("  meant  `storage: { \(key) }` says that it need not come back\n")
    }
    let next = path.map { "scenesim run \(ShellText.word($0))" }
    try console.write("  next   \(next ?? "a fault at this point does not show it, a kill does")\n")
  }

  /// Writes the page: what was found, as runs of the scenarios that show it, and what was reached.
  func save(to path: String, _ console: Console) throws(CommandFailure) {
    let text = page(console.surroundings.apps)
    if path == "-" { return try console.write(text) }
    try console.saveWithFolder(Array(text.utf8), to: path, isShared: true)
  }

  private func page(_ apps: KnownApps) -> String {
    var options = ScenarioRun.Options()
    options.keepsMoments = true
    // What ends an app ends whoever plays it.
    let shown = zip(report.findings, paths).filter { $0.0.property != AppEnd.property }
    let runs = shown.flatMap { finding, path in
      let source = SourceFile(path: path, bytes: finding.bytes)
      // It was read and played before it became a finding.
      guard let scenario = try? LoadedScenario(source, apps: apps) else { return [CaseRun]() }
      return scenario.cases.map {
        ScenarioRun.run(scenario, case: $0, options: options, apps: apps)
      }
    }
    let lead = ReportLead(
      title: "Explored: \(outcome)", facts: facts, table: table, notes: ends + notes,
      curve: report.curve.map { ($0.steps, $0.states) })
    return HTMLReport(runs, lead: lead).text
  }

  private var ends: [String] {
    zip(report.findings, paths).filter { $0.0.property == AppEnd.property }.map { finding, path in
      "\(finding.sentence): scenesim run \(ShellText.word(path))"
    }
  }

  private var outcome: String {
    if !report.findings.isEmpty { return "\(report.findings.count) found" }
    // What was not looked at may be what is lost.
    let names = (written + removed.map(\.key)).map { SafeText.escaped($0) }
    let rest = names.joined(separator: ", ")
    let mistaken = refusedActs.filter { $0.code == SceneProblem.Code.typeMismatch.rawValue }.map(
      \.name)
    return "nothing found" + (rest.isEmpty ? "" : "; not compared: \(rest)")
      + (mistaken.isEmpty
        ? "" : "; refused each time, by a type: act: \(mistaken.joined(separator: ", "))")
  }

  /// The actions that were refused whatever there was.
  private var refusedActs: [(name: String, code: String)] {
    (app?.actions ?? []).compactMap { action in
      guard report.coverage.acts[action.name] == nil else { return nil }
      return report.coverage.refusedActs[action.name].map {
        (SafeText.escaped(action.name), $0.code)
      }
    }
  }

  // MARK: What was reached

  private var facts: [String] {
    let coverage = report.coverage
    let speed = Int(Double(report.steps) / max(seconds, 0.001))
    var facts = [
      "\(report.steps) steps in \(report.runs) runs, \(speed) a second",
      "\(coverage.stateCount) states, \(coverage.pairCount) pairs of a step and what its window "
        + "is in, at most \(coverage.mostWindows) windows, paths of \(coverage.deepestPath)",
    ]
    if beginning > 100, beginning * report.runs > 4 * report.steps {
      facts.append(
        "each run begins with the \(Amount.count(beginning, "step")) of the file, every round counted, "
          + "which takes most of the time")
    }
    if report.compared > 0 {
      facts.append("\(Amount.count(report.compared, "run")) on a real store, too")
    }
    return facts
  }

  /// How often each step was taken, and what its window was in.
  private var table: TextTable {
    let coverage = report.coverage
    var table = TextTable([
      .init("DONE", isRightAligned: true), .init("REFUSED", isRightAligned: true), .init("STEP"),
      .init("WHILE", cutWidth: 20),
    ])
    for name in Set(coverage.done.keys).union(coverage.refused.keys).sorted() {
      let refused = coverage.refused[name]
      let code = refused.map { "  [\($0.code)]" } ?? ""
      let states = coverage.states(of: name).map { "\($0.state) \($0.count)" }
      table.add([
        String(coverage.done[name] ?? 0), String(refused?.count ?? 0), name + code,
        states.joined(separator: ", "),
      ])
    }
    return table
  }

  /// What came from outside, what failed on purpose, and what was not reached.
  private var notes: [String] {
    let coverage = report.coverage
    var lines: [String] = []
    func note(_ name: String, _ counts: [String: Int]) {
      let words = counts.sorted { $0.key < $1.key }.map {
        "\(SafeText.escaped($0.key)) \($0.value)"
      }
      if !words.isEmpty { lines.append("\(name)  \(words.joined(separator: ", "))") }
    }
    note("handlers", coverage.handled)
    note("windows that took it", coverage.routes)
    note("faults", coverage.faults)
    note("actions", coverage.acts)
    note("actions refused", coverage.refusedActs.mapValues(\.count))
    if let part = report.newAtTheEnd {
      lines.append(
        "new states  \(Int((part * 100).rounded())) % of all in the last tenth of the steps")
    }
    lines += written.map {
      "not compared  `\(SafeText.escaped($0))`: the app sets it when a window comes back"
    }
    lines += writtenIf.map {
      "not compared  `\(SafeText.escaped($0))` where the app sets it when a window comes back"
    }
    lines += transient.filter { !written.contains($0) }.map {
      "not compared  `\(SafeText.escaped($0))`: it lives in memory alone (`transient`)"
    }
    lines += removed.map { key, version in
      "not compared  `\(SafeText.escaped(key))`: version \(version) takes it away; `was: \(key)` at "
        + "another key takes its values over"
    }
    return lines + never.map { "never reached  \($0)" }
  }

  /// What the app itself sets anew, which is not held against what was shown before.
  private var written: [String] { written(\.alwaysAtStart) }

  /// The same that it sets in some windows alone, or at some times.
  private var writtenIf: [String] { written(\.atStart).filter { !written.contains($0) } }

  private func written(_ names: (OwnWrites) -> Set<String>) -> [String] {
    guard let own = app.map({ AppFacts($0).own }) else { return [] }
    return names(own).filter { own.kept[$0] == nil }.sorted()
  }

  /// The keys that later versions take away, and that no other key follows.
  private var removed: [(key: String, version: String)] {
    (app?.versions ?? []).flatMap { version -> [(key: String, version: String)] in
      let keys = version["storage"]?.map ?? []
      return keys.compactMap { entry -> (key: String, version: String)? in
        guard entry.value.text == AppUpdate.remove,
          !keys.contains(where: {
            ($0.value["was"].map { $0.list ?? [$0] } ?? []).contains {
              $0.text?.split(separator: ".").first == entry.key.name[...]
            }
          })
        else { return nil }
        return (entry.key.name, version["version"]?.written ?? "?")
      }
    }
  }

  /// The keys and lists of which nothing is meant to come back.
  private var transient: [String] {
    guard let app else { return [] }
    let awaited = AppFacts(app).own.awaited
    return
      (app.keys.filter { $0.isTransient && !awaited.contains($0.name) }.map(\.name)
      + app.lists.filter(\.isTransient).map(\.name)).sorted()
  }

  private static func refused(_ refusal: Coverage.Refusal) -> String {
    "refused each time, \(refusal.count) times  [\(refusal.code)]"
  }

  /// What was not reached, and why where that is known.
  private var never: [String] {
    guard let app else { return [] }
    var lines: [String] = []
    let done = report.coverage.done
    func missing(_ verb: String, _ reason: String?) {
      guard done[verb] == nil else { return }
      let refusal = report.coverage.refused[verb].map(Self.refused)
      lines.append((reason ?? refusal).map { "\(verb): \($0)" } ?? verb)
    }
    missing("select", app.tabs.count < 2 ? "there is no second tab" : nil)
    missing("set", app.keys.isEmpty ? "no key is declared" : nil)
    missing("continue", app.activities.isEmpty ? "no activity is declared" : nil)
    let movesTabs = app.tabSource == nil ? "" : "; tabs go to other windows by `move-tab`"
    missing("drag", app.activities.isEmpty ? "no activity is declared\(movesTabs)" : nil)
    let takesLinks = app.navigator != nil || app.handlers.contains { $0.link != nil }
    missing("link", takesLinks ? nil : "there is no navigator, and no handler takes links")
    missing("open", app.hasManyWindows ? nil : "the app has one window")
    missing("pick", app.lists.isEmpty ? "no list is declared" : nil)
    missing("change-data", app.tables.isEmpty ? "no data is declared" : nil)
    missing("update", app.versions.isEmpty ? "no `versions` are declared" : nil)
    missing("close", app.hasManyWindows ? nil : "the app has one window")
    let ends = ["launch", "kill", "stop", "crash", "reboot", "force-quit"]
    for verb in ends + (app.keepsTombstones && app.hasManyWindows ? ["undo-close"] : []) {
      missing(verb, nil)
    }
    for action in app.actions where report.coverage.acts[action.name] == nil {
      let refusal = report.coverage.refusedActs[action.name].map(Self.refused)
      let reason = action.fields.isEmpty ? nil : "it needs a payload, which is not drawn"
      let windows =
        action.changesWindows ? "windows open, close and are restored by steps alone" : nil
      let line = [refusal ?? reason ?? windows].compactMap(\.self)
      lines.append((["act: \(SafeText.escaped(action.name))"] + line).joined(separator: ": "))
    }
    for handler in app.handlers
    where handler.link != nil && report.coverage.handled[handler.activity] == nil {
      lines.append("the handler of `\(SafeText.escaped(handler.activity))`")
    }
    let handled = Set(app.handlers.map(\.activity))
    for activity in app.activities where report.coverage.handled[activity.type] == nil {
      // What an app in Swift handles, only the app knows.
      let isSwift = activity.payload == nil && activity.sample != nil
      let type = SafeText.escaped(activity.type)
      lines.append(
        isSwift || handled.contains(activity.type)
          ? "the handler of `\(type)`" : "a handler of `\(type)`: none is declared")
    }
    return lines
  }

  // MARK: For programs

  static func json(_ finding: Discovery, _ path: String) -> JSON {
    .object([
      .init("property", .string(finding.property)), .init("sentence", .string(finding.sentence)),
      .init("file", .string(path)), .init("steps", .int(finding.stepCount)),
      .init("count", .int(finding.count)), .init("message", .string(finding.message)),
      .init("scenario", .string(String(decoding: finding.bytes, as: UTF8.self))),
    ])
  }

  private var figures: JSON {
    let coverage = report.coverage
    func counts(_ counts: [String: Int]) -> JSON {
      .object(counts.sorted { $0.key < $1.key }.map { .init($0.key, .int($0.value)) })
    }
    let states = coverage.done.keys.sorted().map { verb in
      let counts = coverage.states(of: verb).map { ("\($0.state)", $0.count) }
      return JSON.Member(verb, .object(counts.map { .init($0, .int($1)) }))
    }
    return .object([
      .init("schema", .string("scenesim.explore/1")),
      .init("findings", .int(report.findings.count)),
      .init("steps", .int(report.steps)), .init("runs", .int(report.runs)),
      .init("compared", .int(report.compared)),
      .init("states", .int(coverage.stateCount)), .init("windows", .int(coverage.mostWindows)),
      .init("path", .int(coverage.deepestPath)),
      .init("done", counts(coverage.done)),
      .init("while", .object(states)),
      .init("refused", counts(coverage.refused.mapValues(\.count))),
      .init("handlers", counts(coverage.handled)), .init("routes", counts(coverage.routes)),
      .init("faults", counts(coverage.faults)),
      .init("curve", .list(report.curve.map { .list([.int($0.steps), .int($0.states)]) })),
      .init("never", .list(never.map { .string($0) })),
    ])
  }
}
