import HawkNotesApp
import SceneLifecycle

/// Draws windows as plain text.
package struct Frame {
  /// How a frame may look.
  package struct Style: Equatable {
    /// Lines and arrows beyond ASCII.
    package var isUnicode: Bool
    /// Escape sequences for bold and dim.
    package var isPainted: Bool
    package var columns: Int

    package init(isUnicode: Bool = true, isPainted: Bool = false, columns: Int = 60) {
      self.isUnicode = isUnicode
      self.isPainted = isPainted
      self.columns = min(max(columns, Self.columnRange.lowerBound), Self.columnRange.upperBound)
    }

    private static let columnRange = 24...72
  }

  /// How many lines of a draft are shown, the last ones.
  private static let draftLineLimit = 6

  private let style: Style

  package init(_ style: Style) { self.style = style }

  /// The windows, one below the other.
  package func draw(_ windows: [WindowText]) -> String {
    guard !windows.isEmpty else { return "no window; 'open' makes one\n" }
    return windows.map { draw($0) }.joined()
  }

  private func draw(_ window: WindowText) -> String {
    let lines = Lines(window, isUnicode: style.isUnicode)
    let inner = style.columns - 4
    let state = Self.word(for: window)
    let name = window.name.visible.ending(
      columns: style.columns - state.count - 8, ellipsis: ellipsis)
    let fill = style.columns - 6 - name.columns - state.count
    var text = paint(lines.topLeft, window)
    text += " \(bold(name)) "
    text += paint(String(repeating: lines.across, count: max(0, fill)), window)
    text += " \(state) "
    text += paint(lines.topRight, window) + "\n"
    for row in rows(of: window, inner) {
      let blanks = String(repeating: " ", count: max(0, inner - row.text.columns))
      text += paint(lines.down, window) + " \(row.painted)\(blanks) "
      text += paint(lines.down, window) + "\n"
    }
    let across = String(repeating: lines.across, count: style.columns - 2)
    return text + paint(lines.bottomLeft + across + lines.bottomRight, window) + "\n"
  }

  private func rows(of window: WindowText, _ inner: Int) -> [(text: String, painted: String)] {
    let names = BookTab.allCases.map { $0 == window.tab ? "[\($0.rawValue)]" : " \($0.rawValue) " }
    let painted = BookTab.allCases.map {
      $0 == window.tab ? bold("[\($0.rawValue)]") : " \($0.rawValue) "
    }
    let arrow = style.isUnicode ? " › " : " > "
    let place = ([window.tab.title] + window.path.map(\.visible)).joined(separator: arrow)
      .ending(columns: inner, ellipsis: ellipsis)
    var rows = [(names.joined(), painted.joined()), (place, place)]
    if window.draft.isEmpty {
      rows.append(("(no draft)", dim("(no draft)")))
    } else {
      let lines = window.draft.visible.wrapped(columns: inner)
      let left = lines.count - Self.draftLineLimit
      if left > 0 { rows.append((more(left), dim(more(left)))) }
      rows += lines.suffix(Self.draftLineLimit).map { ($0, $0) }
    }
    if let problem = window.problem {
      rows += "! \(problem.visible)".wrapped(columns: inner).map { ($0, $0) }
    }
    return rows
  }

  private func more(_ lines: Int) -> String { "\(ellipsis) \(lines) lines above" }

  private static func word(for window: WindowText) -> String {
    switch window.state {
    case .foregroundActive: window.isFront ? "front" : "active"
    case .foregroundInactive: "inactive"
    case .background: "background"
    case .unattached: "closed"
    }
  }

  // MARK: Looks

  private var ellipsis: String { style.isUnicode ? "…" : "..." }

  private func bold(_ text: String) -> String { escaped("1", text) }

  private func dim(_ text: String) -> String { escaped("2", text) }

  private func paint(_ text: String, _ window: WindowText) -> String {
    window.isFront && window.state == .foregroundActive ? text : dim(text)
  }

  private func escaped(_ code: String, _ text: String) -> String {
    style.isPainted ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// What the edges of a window are made of: the one in front has heavy ones.
  private struct Lines {
    let topLeft: String, topRight: String, bottomLeft: String, bottomRight: String
    let across: String, down: String

    init(_ window: WindowText, isUnicode: Bool) {
      let isHeavy = window.isFront && window.state == .foregroundActive
      let parts: [String] =
        switch (isUnicode, isHeavy) {
        case (true, true): ["┏", "┓", "┗", "┛", "━", "┃"]
        case (true, false): ["┌", "┐", "└", "┘", "─", "│"]
        case (false, true): ["+", "+", "+", "+", "=", "|"]
        case (false, false): ["+", "+", "+", "+", "-", "|"]
        }
      (topLeft, topRight, bottomLeft) = (parts[0], parts[1], parts[2])
      (bottomRight, across, down) = (parts[3], parts[4], parts[5])
    }
  }
}
