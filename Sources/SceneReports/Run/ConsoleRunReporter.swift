/// The lines people read while scenarios run.
package struct ConsoleRunReporter: Sendable {
  /// The least room for the title; lines of different runs then line up with each other.
  private static let leastTitleWidth = 51
  private static let countWidth = 8
  private static let timeWidth = 8
  private static let gap = 2

  private let symbols: Symbols
  private let paint: Paint
  private let titleWidth: Int

  /// Makes a reporter that leaves room for the titles it is going to print.
  package init(titles: [String], width: Int?, symbols: Symbols, paint: Paint) {
    self.symbols = symbols
    self.paint = paint
    let longest = titles.map { DisplayWidth.of($0) }.max() ?? 0
    let wanted = max(Self.leastTitleWidth, longest)
    let others = 2 + symbols.outcomeWidth + Self.gap + Self.countWidth + Self.timeWidth
    titleWidth = width.map { max(20, min(wanted, $0 - others)) } ?? wanted
  }

  /// What stands in the line of a case: `01-shared-key · one key per scene`.
  package static func title(file: String, title: String, symbols: Symbols) -> String {
    guard !title.isEmpty else { return RunRow.stem(of: file) }
    let visible = VisibleText.escaped(title, asciiOnly: symbols.isASCII)
    return "\(RunRow.stem(of: file)) \(symbols.dot) \(visible)"
  }

  /// The line of a finished case, and its messages below it.
  package func text(_ row: RunRow) -> String {
    let title = Self.title(file: row.file, title: row.title, symbols: symbols)
    let cut = DisplayWidth.cut(title, to: titleWidth, mark: symbols.ellipsis)
    var line = " \(mark(row.outcome)) \(DisplayWidth.padded(cut, to: titleWidth + Self.gap))"
    line += DisplayWidth.rightAligned(steps(row), to: Self.countWidth)
    line += DisplayWidth.rightAligned(Amount.duration(row.duration), to: Self.timeWidth)
    var text = line + "\n"
    for message in row.messages { text += indented(message) }
    return text
  }

  /// `9 runs · 8 passed · 1 failed · 220 steps · 31 ms`.
  package func footer(_ rows: [RunRow], duration: Duration) -> String {
    let totals = RunTotals(rows)
    var facts = [Amount.count(totals.runs, "run")]
    if totals.passed > 0 { facts.append(paint.good("\(totals.passed) passed")) }
    if totals.failed > 0 { facts.append(paint.bad("\(totals.failed) failed")) }
    if totals.invalid > 0 { facts.append(paint.bad("\(totals.invalid) not valid")) }
    if totals.skipped > 0 { facts.append("\(totals.skipped) skipped") }
    facts.append(Amount.count(totals.steps, "step"))
    facts.append(Amount.duration(duration))
    return facts.joined(separator: " \(symbols.dot) ") + "\n"
  }

  private func mark(_ outcome: RunRow.Outcome) -> String {
    let width = symbols.outcomeWidth
    return switch outcome {
    case .passed: paint.good(DisplayWidth.padded(symbols.passed, to: width))
    case .failed, .invalid: paint.bad(DisplayWidth.padded(symbols.failed, to: width))
    case .skipped: paint.faint(DisplayWidth.padded(symbols.skipped, to: width))
    }
  }

  private func steps(_ row: RunRow) -> String {
    if row.outcome == .invalid { return "not valid" }
    if row.outcome == .failed, let total = row.total { return "\(row.steps) of \(total)" }
    return Amount.count(row.steps, "step")
  }

  private func indented(_ message: String) -> String {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast(lines.last == "" ? 1 : 0).map { $0.isEmpty ? "\n" : "   \($0)\n" }
      .joined()
  }
}
