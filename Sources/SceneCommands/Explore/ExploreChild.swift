import Foundation
import SceneExplorer
import SceneScenarios
import SceneState

/// Explores an app in Swift in a process of its own, since its code may trap or hang: then a new
/// process goes on behind the step that did it.
struct ExploreChild {
  /// Names the file in which the child notes each step before it plays it; beside it lie the
  /// others.
  static let variable = "SCENESIM_EXPLORE_STEPS"
  /// A step that takes longer hangs.
  private static let patience = Duration.seconds(10)
  /// What is known to hang is played again and again: a run of few steps takes no longer.
  private static let replayPatience = Duration.seconds(2)
  /// What replays note their steps in.
  private static let nothing = "/dev/null"
  /// How often fewer steps are tried.
  private static let tries = 80
  /// More ends than all streams have enough of; the rest is of runs that are made shorter.
  private static let limit = 512

  let file: ExploreFile
  let console: Console

  static func isChild(_ console: Console) -> Bool {
    console.surroundings.environment[variable] != nil
  }

  /// Plays all in children that are given the same words.
  ///
  /// - Returns: The code of the one that came to the end, which tells what all have found.
  func run(words: [String]) throws(CommandFailure) -> ExitCode {
    let name = "scenesim-child-\(ProcessEdge.identifier)-\(UUID().uuidString)"
    let folder = FileManager.default.temporaryDirectory.appending(path: name).path()
    try OutputFile.makeFolder(folder)
    defer { OutputFile.removeFolder(folder) }
    let notes = "\(folder)/steps"
    let scenario = "\(folder)/run.scene.yaml"
    var known = KnownEnds()
    while true {
      try known.save(beside: notes)
      let start = console.surroundings.clock.now()
      let code = try self.start(words, notes: notes)
      known.seconds += (console.surroundings.clock.now() - start) / .seconds(1)
      guard ChildProcess.isDeath(code) else { return ExitCode(rawValue: code) ?? .no }
      let noted = NotedSteps(try OutputFile.read(notes, limit: 1 << 24))
      let said = try OutputFile.read(Self.said(notes), limit: 1 << 24)
      guard let end = noted.end(isHang: ChildProcess.isHang(code), said: said),
        !known.ends.contains(end), known.ends.count < Self.limit
      else {
        throw CommandFailure(
          .no, "the app ended with code \(code), and nobody can go on after it",
          code: "not-valid")
      }
      known.ends.append(end)
      // What ends an app while runs are made shorter is met again by those that are drawn.
      guard let stream = end.stream else { continue }
      if let index = known.findings.firstIndex(where: { $0.identity == end.identity }) {
        known.findings[index].count += 1
      } else if let finding = try finding(
        end, noted.lines, place: end.run * Explorer.streamCount + stream, code, at: scenario)
      {
        known.findings.append(finding)
      } else {
        console.complain(
          "note: the app ended with code \(code), and these steps do not end it again: "
            + "\(SafeText.escaped(end.cause))\n")
      }
    }
  }

  private func start(_ words: [String], notes: String) throws(CommandFailure) -> Int32 {
    var environment = console.surroundings.environment
    environment[Self.variable] = notes
    environment["SWIFT_BACKTRACE"] = environment["SWIFT_BACKTRACE"] ?? "enable=no"
    switch console.surroundings.runProgram(["/proc/self/exe"] + words, environment) {
    case .exited(let code): return code
    case .failed(let reason):
      throw CommandFailure(.no, "no child can be started: error \(reason)", code: "not-valid")
    }
  }

  /// The shortest scenario that ends the app so; nil if its steps do not end it again.
  private func finding(
    _ end: AppEnd, _ noted: [String], place: Int, _ code: Int32, at path: String
  ) throws(CommandFailure) -> Discovery? {
    guard try dies(noted, at: path) else { return nil }
    var (lines, length, tries) = (noted, 0, Self.tries)
    repeat {
      length = lines.count
      lines = try lines.leavingOutStretches {
        (rest: [String]) throws(CommandFailure) -> [String]? in
        tries -= 1
        guard tries >= 0, try dies(rest, at: path) else { return nil }
        return rest
      }
    } while lines.count < length
    let what = end.isHang ? "hangs in" : "ends by itself, with code \(code), in"
    let why = end.said.isEmpty ? "" : ": \(end.said)"
    let violation = Violation(
      AppEnd.property, end.cause, "the app \(what) `\(lines.last ?? "")`\(why)",
      Expected("", at: ""))
    let bytes = file.app.scenario(of: violation, steps: file.app.stepLines + Self.steps(lines))
    return Discovery(violation, stepCount: lines.count, bytes: bytes, place: place)
  }

  private static func steps(_ lines: [String]) -> [String] { lines.map { "  - \($0)" } }

  /// Whether a scenario of these steps ends the app.
  private func dies(_ lines: [String], at path: String) throws(CommandFailure) -> Bool {
    let source = ExploredApp.source(
      path, "The app ends by itself", file.app.appLines,
      file.app.stepLines + Self.steps(lines))
    try OutputFile.write(source.bytes, to: path)
    return ChildProcess.isDeath(try start(["run", path, "--quiet"], notes: Self.nothing))
  }

  // MARK: In the child

  /// What a child says on standard error goes there.
  private static func said(_ notes: String) -> String { "\(notes).said" }

  /// Ends this process if it is a child that hangs before its first step, or in a replay, and keeps
  /// what Swift says of traps for the one that started it.
  ///
  /// - Returns: The descriptor of standard error for all else that is said.
  static func prepareProcess(_ environment: [String: String]) -> Int32? {
    guard let path = environment[variable] else { return nil }
    let isReplay = path == nothing
    StepNotes.endAfter(UInt32((isReplay ? replayPatience : patience) / .seconds(1)))
    // What a replay says is of no interest.
    if isReplay { StepNotes.divertOutput(to: nothing) }
    return StepNotes.divertErrors(to: isReplay ? nothing : said(path))
  }

  /// Notes the steps of the child, goes on where another one ended, and leaves what the next one
  /// goes on from.
  ///
  /// - Returns: What the ones before have found; nil if this is no child.
  static func prepare(
    _ options: inout Explorer.Options, _ console: Console
  ) throws(CommandFailure) -> KnownEnds? {
    guard let path = console.surroundings.environment[variable], let notes = StepNotes(path: path)
    else { return nil }
    let seconds = UInt32(patience / .seconds(1))
    options.notes = { note in
      StepNotes.endAfter(seconds)
      switch note {
      case .run(let stream, let number): notes.begin("\(stream) \(number)")
      case .replay: notes.begin("")
      case .step(let action):
        notes.add("\(AppEnd.kind(of: action))\n\(action.text(namesWindow: true))")
      case .refused: notes.add(NotedSteps.refused)
      }
    }
    let known = try KnownEnds(beside: path)
    options.ends = known.ends
    options.beginning = try known.state(beside: path)
    options.saves = StateSaver(path: path, clock: console.surroundings.clock.now).save
    return known
  }
}
