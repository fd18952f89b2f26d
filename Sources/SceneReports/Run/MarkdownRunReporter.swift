import SceneState
package import SceneScenarios

/// A run as a page: a table of the cases, then each failure with a picture of what led to it.
package struct MarkdownRunReporter: RunReporter {
  package static let kind = "md"

  /// GitHub refuses a summary above 1 MiB; more failures than these are only in the table.
  private static let detailLimit = 20
  /// A page about few cases shows also how those went that passed.
  private static let fewCases = 3

  private var rows: [CaseRun] = []

  package init(_ style: ReportStyle, _ outline: [CaseRun]) {}

  package mutating func add(_ row: CaseRun) -> String {
    rows.append(row)
    return ""
  }

  package mutating func end(after duration: Duration) -> String {
    let totals = RunTotals(rows)
    let facts = totals.facts + [Amount.count(totals.steps, "step")]
    var text = "## scenesim: \(facts.joined(separator: ", "))\n\n"
    text += "| | file | case | steps |\n|---|---|---|---:|\n"
    let order = rows.failuresFirst
    for index in order.bad + order.good { text += Self.tableRow(rows[index]) }
    let bad = rows.filter { !$0.isGood }
    for row in bad.prefix(Self.detailLimit) { text += Self.section(row) }
    if bad.count > Self.detailLimit {
      text += "\nand \(bad.count - Self.detailLimit) more that failed\n"
    }
    if rows.count <= Self.fewCases {
      for row in rows where row.outcome == .passed { text += Self.section(row) }
    }
    return text
  }

  // MARK: Parts

  private static func tableRow(_ row: CaseRun) -> String {
    var place = row.file
    if let failure = row.failure { place = "\(failure.file ?? row.file):\(failure.range.start)" }
    let title = row.skipReason.map { "\(row.title) (skipped: \($0))" } ?? row.title
    let words = [title, row.sentence ?? ""].filter { !$0.isEmpty }.map(escaped)
    let cells = [mark(row), code(place), words.joined(separator: "<br>"), row.stepsText]
    return "| " + cells.joined(separator: " | ") + " |\n"
  }

  private static func section(_ row: CaseRun) -> String {
    var text = "\n### \(mark(row)) \(escaped(row.heading()))\n"
    for message in row.texts() + row.noteTexts() {
      let fence = fence(for: message)
      text += "\n\(fence)text\n\(message)\(fence)\n"
    }
    if let diagram = MermaidSequence(row).text { text += "\n```mermaid\n\(diagram)```\n" }
    return text
  }

  private static func mark(_ row: CaseRun) -> String {
    switch row.outcome {
    case .passed: Symbols.unicode.passed
    case .failed, .invalid: Symbols.unicode.failed
    case .skipped: Symbols.unicode.skipped
    }
  }

  /// Longer than any run of backticks in the text, so that nothing can end the block early.
  private static func fence(for text: String) -> String {
    String(repeating: "`", count: max(3, longestRun(of: "`", in: text) + 1))
  }

  /// A text between backticks in a table.
  private static func code(_ text: String) -> String {
    let fence = String(repeating: "`", count: longestRun(of: "`", in: text) + 1)
    let gap = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    // A table ends its cells at a bar, also inside code.
    let cell = SafeText.escaped(text).split(separator: "|", omittingEmptySubsequences: false)
      .joined(separator: "\\|")
    return fence + gap + cell + gap + fence
  }

  /// A text without meaning for Markdown or HTML.
  private static func escaped(_ text: String) -> String {
    SafeText.escaped(text).replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\\", "`", "*", "_", "[", "]", "|", "~", "#", "!", "$", "@": "\\\(scalar)"
      default: nil
      }
    }
  }

  private static func longestRun(of character: Character, in text: String) -> Int {
    var (longest, current) = (0, 0)
    for other in text {
      current = other == character ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }
}
