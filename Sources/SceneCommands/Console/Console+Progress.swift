import SceneScenarios
import SceneReports

extension Console {
  /// Whether a line may move: there is somebody who sees it, and a terminal that can do it.
  var canMove: Bool {
    surroundings.errorsIsTerminal && variable("TERM") != "dumb" && variable("CI") == nil
      && !isPlain
  }

  /// Draws the one line that moves, over what it said before.
  ///
  /// It goes to standard error, so that it is never part of an answer.
  func showProgress(_ text: String) {
    // A full line would wrap, and what has wrapped can't be taken back.
    let columns = (surroundings.terminalWidth() ?? 80) - 1
    let line = DisplayWidth.cut(text, to: max(columns, 1), mark: symbols.ellipsis)
    hasProgress = true
    send("\r\(line)\u{1B}[K")
  }

  /// Takes the moving line away.
  package func clearProgress() {
    guard hasProgress else { return }
    hasProgress = false
    send("\r\u{1B}[K")
  }
}
