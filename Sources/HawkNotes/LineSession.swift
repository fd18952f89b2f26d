import SceneState

/// Hawk Notes for pipes and files: a command a line, frames when they are asked for.
@MainActor package struct LineSession {
  private let desktop: Desktop
  private let frame: Frame
  private let write: (String) -> Ending?
  private let complain: (String) -> Void
  private var lineNumber = 0
  private var hasMistake = false
  private var isKept = true
  /// Whether the last thing drawn shows the windows as they are.
  private var isShown = false

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - desktop: Whose windows they are.
  ///   - style: How frames look.
  ///   - write: Takes what is said; answers what to end with if it cannot be written.
  ///   - complain: Takes what is wrong.
  package init(
    _ desktop: Desktop, style: Frame.Style, write: @escaping (String) -> Ending?,
    complain: @escaping (String) -> Void
  ) {
    self.desktop = desktop
    frame = Frame(style)
    self.write = write
    self.complain = complain
  }

  /// Carries a line out; what it changed is on the disk afterwards.
  ///
  /// - Returns: What to end with, or nil to go on.
  package mutating func play(_ line: String) -> Ending? {
    lineNumber += 1
    defer { if let news = desktop.news() { complain("line \(lineNumber): note: \(news)\n") } }
    do throws(Mistake) {
      guard let command = try TypedCommand(line: line) else { return nil }
      return try carryOut(command)
    } catch {
      hasMistake = true
      complain("line \(lineNumber): error: \(error)\n")
      return nil
    }
  }

  /// Draws the windows at the end, unless that was done last.
  ///
  /// - Returns: What to end with.
  package mutating func finish() -> Ending {
    if !isShown, let code = write(frame.draw(desktop.pictures)) { return code }
    if !isKept { return .unusable }
    return hasMistake ? .wrongCommand : .success
  }

  /// Tells what other machines did while no line came.
  package func hearMachines() {
    desktop.hearMachines()
    if let news = desktop.news() { complain("note: \(news)\n") }
  }

  private mutating func carryOut(_ command: TypedCommand) throws(Mistake) -> Ending? {
    var words = ""
    switch command {
    case .quit: return finish()
    case .crash: TerminalEdge.die()
    case .help: words = CommandSyntax.help
    case .show:
      words = frame.draw(desktop.pictures)
      isShown = true
    default:
      isShown = false
      words = try desktop.perform(command).map { $0 + "\n" } ?? ""
    }
    keep()
    return write(words)
  }

  private mutating func keep() {
    do throws(SceneProblem) { try desktop.keep() } catch {
      if isKept { complain("warning: nothing is kept: \(error)\n") }
      isKept = false
    }
  }
}
