import FoundationEssentials
import SceneExplorer
import SceneReports
import SceneScenarios
import SceneSimulator
import StoreTools

/// Kills a scenario at each point of each of its commits, and looks into the store that is left.
///
/// Each time a process of its own plays the file on a real store and ends itself by SIGKILL.
struct ExploreKills {
  let path: String
  let number: Int
  let file: ExploreFile
  let folder: String
  let console: Console

  private struct Result {
    var kills: [Fault.Point: Int] = [:]
    var findings: [Discovery] = []
    /// Where the store lies that a finding is about.
    var stores: [String] = []
    /// Moments that the processes of their own did not come to.
    var missed = 0
  }

  func run(_ format: OutputFormat) throws(CommandFailure) -> ExitCode {
    guard file.app.hasBeginning else {
      throw .usage("'\(path)' has no steps", hint: "--kills plays the steps of a scenario")
    }
    let name = "scenesim-kills-\(ProcessEdge.identifier)-\(UUID().uuidString)"
    let work = FileManager.default.temporaryDirectory.appending(path: name).path()
    try OutputFile.makeFolder(work)
    defer { OutputFile.removeFolder(work) }
    let moments = try KillMoments(file, console, folder: work)
    var result = Result()
    let all = moments.all
    for (index, moment) in all.enumerated() {
      if console.surroundings.clock.isInterrupted() { break }
      if console.canMove, !console.isQuiet {
        let dot = console.symbols.dot
        console.showProgress(
          "\(index) of \(all.count) kills \(dot) \(result.findings.count) found")
      }
      try kill(at: index, moment, moments, store: "\(work)/\(index)", &result)
    }
    console.clearProgress()
    try report(result, of: all.count, format)
    if !result.findings.isEmpty { return .no }
    return console.surroundings.clock.isInterrupted() ? .interrupted : .success
  }

  private func kill(
    at index: Int, _ moment: KillMoments.Moment, _ moments: KillMoments, store: String,
    _ result: inout Result
  ) throws(CommandFailure) {
    var environment = console.surroundings.environment
    environment[KillMoment.variable] = String(index)
    let words = ["run", path, "--case", String(number), "--store", store, "--quiet"]
    switch console.surroundings.runProgram(["/proc/self/exe"] + words, environment) {
    case .failed(let reason):
      throw CommandFailure(
        .no, "no child can be started: \(SystemText.reason(reason))", code: "not-valid")
    case .exited(let code):
      guard ChildProcess.isKilled(code) else {
        result.missed += 1
        return
      }
    }
    result.kills[moment.point, default: 0] += 1
    guard let violation = try violation(in: store, moment, moments) else {
      OutputFile.removeFolder(store)
      return
    }
    if let known = result.findings.firstIndex(where: { $0.identity == violation.identity }) {
      result.findings[known].count += 1
      return
    }
    let steps = file.app.stepLines
    let bytes = file.app.scenario(
      of: violation,
      steps: Array(steps[..<moment.step]) + [
        "  - fault: { at: \(moment.point.rawValue), after: \(moment.count), do: kill }",
        steps[moment.step], "  - launch", "  - expect: \(violation.expected.text)",
      ], foundBy: "scenesim explore --kills")
    let failure = file.app.failure(of: bytes, console.surroundings.apps)
    result.findings.append(
      Discovery(
        violation, stepCount: moment.step + 3, bytes: failure == nil ? [] : bytes,
        message: failure?.message ?? ""))
    result.stores.append(try keep(store, number: result.findings.count))
  }

  /// What a store shows that neither the step nor its absence explains.
  private func violation(
    in store: String, _ moment: KillMoments.Moment, _ moments: KillMoments
  ) throws(CommandFailure) -> Violation? {
    let place = "the process is killed at `\(moment.point.rawValue)` of step \(moment.step + 1)"
    let source = StoreSource(directory: store)
    var found = StoreSide()
    if OutputFile.exists(store + "/data.mdb") {
      let examination = try source.ask { (folder) throws(StoreInspector.Failure) in
        try StoreInspector.examine(folder)
      }
      if !examination.isSound {
        return Violation(
          "kept", "store",
          "\(place), and the store is damaged: \(examination.findings.first?.words ?? "")",
          Self.isWhole)
      }
      found = try StoreSide(source.snapshot(), .everything)
    }
    let (before, after) = moments.states(around: moment)
    guard let change = StoreSide.changes(from: found, to: after).first,
      !StoreSide.changes(from: found, to: before).isEmpty
    else { return nil }
    // The address of a value ends with its key; of a scene it is the field that differs.
    let field = change.subject == .scene ? change.key : nil
    let what = field.map { "\(change.address) (\($0))" } ?? change.address
    return Violation(
      "kept", what, "\(place), and `\(what)` is neither as before the step nor as after it",
      expected(change))
  }

  private static let isWhole = Expected("{ store: { whole: true } }", at: "store")

  /// What an `expect` says of a value that is as after the step.
  private func expected(_ change: ListedChange) -> Expected {
    let parts = change.address.split(separator: "/", maxSplits: 1).map(String.init)
    guard change.subject == .value, parts.count == 2 else { return Self.isWhole }
    let wanted = "\(JSON.quoted(parts[1])): \(change.new ?? "$absent")"
    return Expected("{ store: { \(parts[0]): { \(wanted) } } }", at: "store")
  }

  /// Takes the store of a finding to where its scenario goes.
  private func keep(_ store: String, number: Int) throws(CommandFailure) -> String {
    let goal = "\(folder)/0\(number)-kept.store"
    if console.isDryRun { return goal }
    try OutputFile.makeFolder(goal)
    let bytes = try OutputFile.read(store + "/data.mdb", limit: .max)
    try OutputFile.writePrivately(bytes, to: goal + "/data.mdb")
    return goal
  }
}

extension ExploreKills {
  private func report(
    _ result: Result, of count: Int, _ format: OutputFormat
  ) throws(CommandFailure) {
    let shown = result.findings.filter { !$0.bytes.isEmpty }
    let paths = try ExploreCommand.save(shown, folder, console)
    let done = result.kills.values.reduce(0, +)
    if format == .json || format == .jsonl {
      for (finding, path) in zip(shown, paths) {
        try console.write(ExploreReport.json(finding, path).line + "\n")
      }
      let kills = Fault.Point.allCases.map { point in
        JSON.Member(point.rawValue, .int(result.kills[point] ?? 0))
      }
      try console.write(
        JSON.object([
          .init("schema", .string("scenesim.kills/1")),
          .init("findings", .int(result.findings.count)),
          .init("moments", .int(count)), .init("killed", .int(done)), .init("at", .object(kills)),
          .init("stores", .list(result.stores.map { .string($0) })),
        ]).line + "\n")
      return
    }
    for (finding, store) in zip(result.findings, result.stores) {
      let path = shown.firstIndex { $0.identity == finding.identity }.map { paths[$0] }
      try ExploreReport.write(finding, path, console)
      try console.write("  store  scenesim store tree \(ShellText.word(store))\n\n")
    }
    var table = TextTable([.init("KILLED", isRightAligned: true), .init("AT")])
    for point in Fault.Point.allCases {
      table.add([String(result.kills[point] ?? 0), point.rawValue])
    }
    let lines = table.lines(
      width: console.width, ellipsis: console.symbols.ellipsis, paint: console.paint)
    for line in lines { try console.write(line + "\n") }
    let steps = file.app.stepLines.count
    try console.write(
      "\n\(done) of \(count) moments of \(steps) steps, each in a process of its own, on a real store\n"
        + (result.missed == 0 ? "" : "\(result.missed) processes ended before their moment came\n")
        + (result.findings.isEmpty ? "nothing found\n" : "\(result.findings.count) found\n"))
  }
}
