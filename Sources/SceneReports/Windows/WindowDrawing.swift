import SceneState
package import SceneScenarios
import SceneSimulator

/// Draws what a device shows in box characters, for terminals and for the text of reports.
package struct WindowDrawing: Sendable {
  private let width: Int
  private let symbols: Symbols
  /// Narrower frames have no room for a name and a phase.
  private static let leastWidth = 24

  package init(width: Int = 80, symbols: Symbols = .unicode) {
    self.width = max(width, Self.leastWidth)
    self.symbols = symbols
  }

  /// The lines of the picture, none wider than the screen.
  package func lines(_ screen: ScreenState) -> [String] {
    var lines: [String] = []
    if !screen.device.isEmpty { lines.append("\(screen.device):") }
    if !screen.isRunning {
      lines.append("the app is not running")
    } else if screen.windows.isEmpty {
      lines.append("no window is open")
    }
    for row in WindowRows(screen.windows, width: width).rows { lines += self.row(row) }
    return lines + shelf(screen)
  }

  /// What is away: `shelf  B disconnected · C closed`.
  private func shelf(_ screen: ScreenState) -> [String] {
    let away =
      screen.disconnected.map { "\($0) disconnected" } + screen.closed.map { "\($0) closed" }
    if away.isEmpty { return [] }
    let text = "shelf  " + away.joined(separator: " \(symbols.dot) ")
    return [DisplayWidth.cut(SafeText.escaped(text), to: width, mark: symbols.ellipsis)]
  }

  // MARK: A row of windows

  private func row(_ row: [WindowRows.Placed]) -> [String] {
    let contents = row.map { content($0.window, width: $0.width - 4) }
    let height = contents.map(\.count).max() ?? 0
    let frames = zip(row, contents).map { placed, lines in
      frame(placed, lines + Array(repeating: "", count: height - lines.count))
    }
    return (0..<(height + 2)).map { index in
      var line = ""
      for (placed, frame) in zip(row, frames) {
        line = DisplayWidth.padded(line, to: placed.column) + frame[index]
      }
      return line
    }
  }

  private func frame(_ placed: WindowRows.Placed, _ lines: [String]) -> [String] {
    let glyphs = FrameGlyphs(isFront: placed.window.isFront, isASCII: symbols.isASCII)
    let inner = placed.width - 2
    let name = " \(SafeText.escaped(placed.window.name)) "
    let facts = " \(self.facts(placed.window)) "
    let shownName = DisplayWidth.cut(name, to: inner, mark: symbols.ellipsis)
    let room = inner - DisplayWidth.of(shownName) - 1
    let shownFacts = DisplayWidth.of(facts) <= room ? facts : self.short(placed.window, room)
    let fill = inner - DisplayWidth.of(shownName) - DisplayWidth.of(shownFacts)
    let top = shownName + String(repeating: glyphs.across, count: max(0, fill)) + shownFacts
    let bottom = String(repeating: glyphs.across, count: inner)
    let body = lines.map { line in
      glyphs.down + " " + DisplayWidth.padded(line, to: inner - 2) + " " + glyphs.down
    }
    return [glyphs.topLeft + top + glyphs.topRight] + body
      + [glyphs.bottomLeft + bottom + glyphs.bottomRight]
  }

  /// The phase in words, that the window is in front, and where it came from.
  private func facts(_ window: ScreenState.Window) -> String {
    // Most windows were opened by hand; the others are worth a word.
    let origin = window.openedBy.map { $0 == "user" ? [] : ["from \($0)"] } ?? []
    let front = window.isFront ? ["front"] : []
    let display = window.display.map { ["on \($0)"] } ?? []
    let facts = [window.phase.rawValue] + front + display + origin
    return facts.joined(separator: " \(symbols.dot) ")
  }

  private func short(_ window: ScreenState.Window, _ room: Int) -> String {
    let text = " \(window.isFront ? "front" : window.phase.rawValue) "
    return DisplayWidth.of(text) <= room ? text : ""
  }

  // MARK: Inside a window

  private func content(_ window: ScreenState.Window, width: Int) -> [String] {
    var lines: [String] = []
    if !window.tabs.isEmpty {
      // The selected one keeps its place whether or not it is marked.
      lines.append(
        window.shownTabs.map { $1 ? "[\($0)]" : " \($0) " }.joined())
    }
    let step = symbols.isASCII ? " > " : " › "
    if !window.path.isEmpty {
      lines.append(step.dropFirst() + window.path.joined(separator: step))
    }
    lines += window.values.map { "\($0.key)  \($0.json)" }
    return lines.map {
      DisplayWidth.cut(SafeText.escaped($0), to: width, mark: symbols.ellipsis)
    }
  }
}

/// The characters of a frame: heavy for the window in front.
private struct FrameGlyphs {
  let topLeft: String
  let topRight: String
  let bottomLeft: String
  let bottomRight: String
  let across: String
  let down: String

  init(isFront: Bool, isASCII: Bool) {
    let glyphs =
      switch (isFront, isASCII) {
      case (true, false): ["┏", "┓", "┗", "┛", "━", "┃"]
      case (false, false): ["┌", "┐", "└", "┘", "─", "│"]
      case (true, true): ["#", "#", "#", "#", "=", "#"]
      case (false, true): ["+", "+", "+", "+", "-", "|"]
      }
    (topLeft, topRight, bottomLeft) = (glyphs[0], glyphs[1], glyphs[2])
    (bottomRight, across, down) = (glyphs[3], glyphs[4], glyphs[5])
  }
}
