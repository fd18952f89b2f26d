import SceneState
package import SceneScenarios
import SceneSimulator

/// The lines people read while scenarios run.
package struct ConsoleRunReporter: RunReporter {
  package static let kind = "console"

  /// The least room for the title; lines of different runs then line up with each other.
  private static let leastTitleWidth = 51
  /// Narrower terminals wrap: a title of two letters says nothing.
  private static let titleLimit = 12
  private static let countWidth = 8
  private static let timeWidth = 8
  private static let gap = 2
  private static let leastWidthWithTimes = 60
  private static let indentation = "   "

  private let style: ReportStyle
  private let titleWidth: Int
  private var totals = RunTotals()
  private var firstFailed: CaseRun?
  /// Whether a message says already what to do next.
  private var hasAdvice = false

  package init(_ style: ReportStyle, _ outline: [CaseRun]) {
    var style = style
    // A narrow terminal has better use for the columns.
    if let width = style.width, width < Self.leastWidthWithTimes { style.showsTimes = false }
    self.style = style
    let titles = outline.map { Self.title($0.file, $0.title, style.symbols) }
    let longest = titles.map { DisplayWidth.of($0) }.max() ?? 0
    let wanted = max(Self.leastTitleWidth, longest)
    let marks = 2 + style.symbols.outcomeWidth + Self.gap
    let others = marks + Self.countWidth + (style.showsTimes ? Self.timeWidth : 0)
    titleWidth = style.width.map { max(Self.titleLimit, min(wanted, $0 - others)) } ?? wanted
  }

  package mutating func add(_ row: CaseRun) -> String {
    totals.add(row)
    if row.outcome == .failed {
      firstFailed = firstFailed ?? row
      hasAdvice = hasAdvice || row.diagnostics.contains { $0.next != nil }
    }
    if row.isGood && style.isQuiet { return "" }
    var text = line(row) + "\n"
    for message in row.texts(layout) + row.noteTexts(layout) + row.doubtTexts(layout) {
      text += indented(message)
    }
    if let reason = row.skipReason { text += indented("skipped: \(SafeText.escaped(reason))") }
    if let store = row.store { text += indented("store kept in \(SafeText.escaped(store))") }
    if style.isVerbose, row.outcome != .invalid { text += row.quotedTrace.description }
    if style.hasTabs || style.isASCII { return style.shown(text) }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { SafeText.isolatingRuns(String($0)) }.joined(separator: "\n")
  }

  /// `9 runs · 8 passed · 1 failed · 220 steps · 31 ms`, and the command to look further.
  package mutating func end(after duration: Duration) -> String {
    if style.isQuiet { return "" }
    var facts = totals.facts.map { fact in
      if fact.hasSuffix(" passed") { return style.paint.good(fact) }
      let isBad = fact.hasSuffix(" failed") || fact.hasSuffix(" not valid")
      return isBad ? style.paint.bad(fact) : fact
    }
    facts.append(Amount.count(totals.steps, "step"))
    if style.showsTimes { facts.append(Amount.duration(duration)) }
    var text = wrapped(facts)
    if let failed = firstFailed, !hasAdvice {
      let picked = failed.caseTitle == nil ? "" : " --case \(failed.number)"
      text += "next  scenesim run \(ShellText.word(failed.file))\(picked) --report out.html\n"
    }
    return style.shown(text)
  }

  private var layout: DiagnosticRenderer.Layout {
    DiagnosticRenderer.Layout(
      color: style.paint.isOn, width: style.width.map { $0 - Self.indentation.count },
      isFull: style.isFull)
  }

  /// The facts on as few lines as the width allows.
  private func wrapped(_ facts: [String]) -> String {
    if style.hasTabs { return facts.joined(separator: "\t") + "\n" }
    let separator = " \(style.symbols.dot) "
    var lines: [(text: String, width: Int)] = []
    for fact in facts {
      let width = DisplayWidth.of(Paint.removed(from: fact))
      let limit = style.width ?? Int.max
      if let last = lines.last, last.width + 3 + width <= limit {
        lines[lines.count - 1] = (last.text + separator + fact, last.width + 3 + width)
      } else {
        lines.append((fact, width))
      }
    }
    return lines.map { $0.text + "\n" }.joined()
  }

  // MARK: The line of a case

  private func line(_ row: CaseRun) -> String {
    if style.hasTabs {
      let cells = [CaseRun.stem(of: row.file), row.title].map {
        SafeText.escaped($0, asciiOnly: true)
      }
      return ([word(row.outcome)] + cells + [row.stepsText]).joined(separator: "\t")
    }
    let title = Self.title(row.file, row.title, style.symbols)
    let cut = DisplayWidth.cut(title, to: titleWidth, mark: style.symbols.ellipsis)
    var line = " \(mark(row.outcome)) \(DisplayWidth.padded(cut, to: titleWidth + Self.gap))"
    line += DisplayWidth.rightAligned(row.stepsText, to: Self.countWidth)
    guard style.showsTimes else { return line }
    return line + DisplayWidth.rightAligned(Amount.duration(row.duration), to: Self.timeWidth)
  }

  /// What stands in the line of a case: `01-shared-key · one key per scene`.
  private static func title(_ file: String, _ title: String, _ symbols: Symbols) -> String {
    let stem = symbols.visible(CaseRun.stem(of: file))
    guard !title.isEmpty else { return stem }
    return "\(stem) \(symbols.dot) \(symbols.visible(title))"
  }

  private func mark(_ outcome: CaseRun.Outcome) -> String {
    let word = DisplayWidth.padded(word(outcome), to: style.symbols.outcomeWidth)
    return switch outcome {
    case .passed: style.paint.good(word)
    case .failed, .invalid: style.paint.bad(word)
    case .skipped: style.paint.faint(word)
    }
  }

  private func word(_ outcome: CaseRun.Outcome) -> String {
    switch outcome {
    case .passed: style.symbols.passed
    case .failed, .invalid: style.symbols.failed
    case .skipped: style.symbols.skipped
    }
  }

  private func indented(_ message: String) -> String {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast(lines.last == "" ? 1 : 0).map {
      $0.isEmpty ? "\n" : "\(Self.indentation)\($0)\n"
    }
    .joined()
  }
}
