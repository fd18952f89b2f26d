import SceneExplorer
import SceneReports
import SceneScenarios
import Synchronization

/// Explores an app in Swift in a process of its own, since its code may trap or hang.
struct ExploreChild {
  /// Names the file in which the child notes each step before it plays it.
  static let variable = "SCENESIM_EXPLORE_STEPS"
  /// A step that takes longer hangs.
  private static let patience = Duration.seconds(10)
  /// What is known to hang is played again and again: a run of few steps takes no longer.
  private static let replayPatience = Duration.seconds(2)
  /// What replays note their steps in.
  private static let nothing = "/dev/null"
  /// How often fewer steps are tried.
  private static let tries = 80

  let file: ExploreFile
  let folder: String
  let console: Console

  /// Whether this is the child.
  static func isChild(_ console: Console) -> Bool {
    console.surroundings.environment[variable] != nil
  }

  /// Plays all in a child that is given the same words.
  ///
  /// - Returns: The code that it ended with; of one that trapped or hung that of a finding.
  func run(words: [String]) throws(CommandFailure) -> ExitCode {
    let notes = "\(folder).steps"
    defer { StepNotes.remove(notes) }
    let code = try start(words, notes: notes)
    guard ChildProcess.isDeath(code) else { return ExitCode(rawValue: code) ?? .no }
    let text = String(decoding: try OutputFile.read(notes, limit: 1 << 24), as: UTF8.self)
    var lines = text.split(separator: "\n").map(String.init)
    try OutputFile.makeFolder(folder)
    let path = "\(folder)/01-alive.scene.yaml"
    guard try dies(lines, at: path) else {
      throw CommandFailure(
        .no, "the app ended with code \(code), and its steps do not end it again: see '\(path)'",
        code: "not-valid")
    }
    try shrink(&lines, at: path)
    _ = try dies(lines, at: path)
    let paint = console.paint
    try console.write("\(paint.strong("alive"))  the app ends by itself: code \(code)\n")
    try console.write("  found  once, \(lines.count) steps are enough\n")
    try console.write("  next   scenesim run \(ShellText.word(path))\n\n1 found\n")
    return .no
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

  /// Leaves out stretches of steps, long ones first.
  private func shrink(_ lines: inout [String], at path: String) throws(CommandFailure) {
    var (length, tries) = (max(1, lines.count / 2), Self.tries)
    while tries > 0 {
      var (start, isShorter) = (max(0, lines.count - length), false)
      while tries > 0 {
        var rest = lines
        rest.removeSubrange(start..<min(start + length, rest.count))
        tries -= 1
        if rest.count < lines.count, try dies(rest, at: path) { (lines, isShorter) = (rest, true) }
        if start == 0 { break }
        start = max(0, start - length)
      }
      if length == 1, !isShorter { return }
      length = max(1, length / 2)
    }
  }

  /// Whether a scenario of these steps ends the app; it is written either way.
  private func dies(_ lines: [String], at path: String) throws(CommandFailure) -> Bool {
    let text =
      [
        "# Found by `scenesim explore`: the property `alive` does not hold.",
        "scenesim: 1", "scenario: The app ends by itself", "",
      ] + file.app.appLines + ["", "steps:"] + lines.map { "  - " + $0 }
    try OutputFile.write(Array((text.joined(separator: "\n") + "\n").utf8), to: path)
    return ChildProcess.isDeath(try start(["run", path, "--quiet"], notes: Self.nothing))
  }

  /// Ends this process if it is a child that hangs before its first step, or in a replay.
  static func limitTime(_ environment: [String: String]) {
    guard let path = environment[variable] else { return }
    StepNotes.endAfter(UInt32((path == nothing ? replayPatience : patience) / .seconds(1)))
  }

  /// Notes each step of the child before it is played, and ends a child that hangs.
  static func notes(_ console: Console) -> (@Sendable (Action?) -> Void)? {
    guard let path = console.surroundings.environment[variable] else { return nil }
    guard let notes = StepNotes(path: path) else { return nil }
    let seconds = UInt32(patience / .seconds(1))
    return { action in
      StepNotes.endAfter(seconds)
      if let action { notes.add(action.text(namesWindow: true)) } else { notes.clear() }
    }
  }
}
