import SceneState

/// Lays out a diagnostic as text: the same in a terminal, a test log and a report.
package struct DiagnosticRenderer {
  /// How a message is printed; what it says does not depend on it.
  package struct Layout: Sendable, Hashable {
    /// Whether to use ANSI colours.
    package var color: Bool
    /// The columns that a frame may take; nil is as many as are useful.
    package var width: Int?
    /// Whether long values are shown whole.
    package var isFull: Bool

    package init(color: Bool = false, width: Int? = nil, isFull: Bool = false) {
      (self.color, self.width, self.isFull) = (color, width, isFull)
    }
  }

  /// The most characters of a value, unless it is to be shown whole.
  private static let valueLimit = 120

  /// As many are shown in the narrowest terminal.
  private static let leastValue = 24

  private let diagnostic: Diagnostic
  private let source: SourceFile?
  private let layout: Layout
  private let paint: Paint

  /// The message as lines, ending with a line end.
  ///
  /// - Parameters:
  ///   - diagnostic: What to say.
  ///   - source: The file of `diagnostic`; nil shows no source.
  ///   - layout: How to print it.
  /// - Returns: The text, with control characters of user texts made visible.
  package static func text(
    _ diagnostic: Diagnostic, source: SourceFile?, layout: Layout
  ) -> String {
    DiagnosticRenderer(
      diagnostic: diagnostic, source: source, layout: layout, paint: Paint(isOn: layout.color)
    ).text
  }

  /// The same with frames of any width and long values cut.
  package static func text(
    _ diagnostic: Diagnostic, source: SourceFile?, color: Bool = false
  ) -> String {
    text(diagnostic, source: source, layout: Layout(color: color))
  }

  private var text: String {
    let sections = [frame, values, stateAround, advice].filter { !$0.isEmpty }
    var lines = [firstLine]
    if let context = diagnostic.context { lines.append("  " + SafeText.escaped(context)) }
    for section in sections {
      if isSpacious { lines.append("") }
      lines += section
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Messages with a context, both values or the state around get blank lines between sections.
  private var isSpacious: Bool {
    diagnostic.context != nil || diagnostic.comparison?.isShown == true
      || !diagnostic.around.isEmpty
  }

  private var firstLine: String {
    let place = diagnostic.file.map { "\($0):\(diagnostic.range.start): " } ?? ""
    let severity = paint.severity("\(diagnostic.severity.rawValue):", diagnostic.severity)
    let message = paint.strong(SafeText.escaped(diagnostic.message))
    return "\(SafeText.escaped(place))\(severity) \(message) [\(diagnostic.code)]"
  }

  // MARK: Sections

  private var frame: [String] {
    guard let frame = diagnostic.frame, let source = frame.source ?? source else { return [] }
    return SourceFrame(frame, in: source, width: layout.width, paint: paint).lines
  }

  private var values: [String] {
    var rows: [(String, String)] = []
    if let comparison = diagnostic.comparison, comparison.isShown {
      rows += Self.rows(comparison, layout)
    }
    if let cameFrom = diagnostic.cameFrom { rows.append(("came from", cameFrom)) }
    if let wasSo = diagnostic.wasSo { rows.append(("was so", wasSo)) }
    return labelled(rows, width: 11)
  }

  private static func rows(_ comparison: Comparison, _ layout: Layout) -> [(String, String)] {
    let (expected, actual) = (comparison.expected, comparison.actual)
    // In a terminal a value and its kind stand in one line, as far as it has room for both.
    let kinds = [expected.kind, actual.kind].map { DisplayWidth.of($0) }.max() ?? 0
    let room = layout.width.map { max(leastValue, $0 - 13 - 7 - kinds) } ?? valueLimit
    let limit = layout.isFull ? Int.max : min(valueLimit, room)
    let cut = CutValues(expected.text, actual.text, limit: limit)
    let shown = [cut.expected, cut.actual].map { SafeText.escaped($0) }
    let width = (shown.map(DisplayWidth.of).max() ?? 0) + 5
    func row(_ label: String, _ text: String, _ kind: String) -> (String, String) {
      let gap = String(repeating: " ", count: width - DisplayWidth.of(text))
      return (label, "\(text)\(gap)(\(kind))")
    }
    var rows = [
      row("expected", shown[0], expected.kind), row("actual", shown[1], actual.kind),
    ]
    if let place = comparison.firstDifference { rows.append(("parts at", place)) }
    if cut.isCut {
      // Nothing parts from the first letter of something.
      let isEmpty = ["\"\"", "[]", "{}", "~", "nothing"].contains(actual.text)
      let place = isEmpty ? "" : "they part at character \(cut.firstDifference); "
      rows.append(("cut", "\(place)`--full` shows both whole"))
    }
    return rows
  }

  private var stateAround: [String] {
    guard !diagnostic.around.isEmpty else { return [] }
    let room = layout.isFull ? nil : layout.width.map { $0 - 4 }
    return ["  around it"]
      + diagnostic.around.map { line in
        let text = SafeText.escaped(line)
        return "    " + (room.map { DisplayWidth.cut(text, to: $0, mark: "…") } ?? text)
      }
  }

  /// Facts and notes stand directly above the advice and share its column.
  private var advice: [String] {
    let facts = diagnostic.facts.map { ($0.label, $0.text) }
    let longest = (facts.map { DisplayWidth.of($0.0) } + [facts.isEmpty ? 4 : 6]).max() ?? 4
    let width = diagnostic.notes.isEmpty ? longest + 3 : max(longest + 3, 9)
    var rows: [(String, String)] = []
    if let hint = diagnostic.hint { rows.append(("hint", hint)) }
    if let next = diagnostic.next { rows.append(("next", next)) }
    let notes = diagnostic.notes.map { "  " + SafeText.escaped($0) }
    return labelled(facts, width: width) + notes + labelled(rows, width: width)
  }

  private func labelled(_ rows: [(String, String)], width: Int) -> [String] {
    rows.map { label, text in
      let gap = String(repeating: " ", count: max(1, width - DisplayWidth.of(label)))
      return "  \(paint.faint(SafeText.escaped(label)))\(gap)\(SafeText.escaped(text))"
    }
  }
}
