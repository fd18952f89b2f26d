import SceneScenarios

/// One case of a page: its head, the time-line, the list of steps, and a section for each.
struct HTMLCase {
  let record: CaseRun
  let number: Int
  /// Whether the page is about nothing else, and has its title.
  let isAlone: Bool
  /// Whether the others are of other files, so that its title alone does not tell it from them.
  let namesFile: Bool

  func text(
    _ symbols: inout WindowSymbols, _ texts: inout LongTexts, withoutPictures left: inout Int
  ) -> String {
    var sections = ""
    var written: [String: Int] = [:]
    for (index, step) in record.played.enumerated() {
      var isBare = false
      if left > 0, step.outcome == .passed {
        left -= 1
        isBare = true
      }
      let section = HTMLStep(
        step: step, index: index, record: record, caseNumber: number, isBare: isBare)
      sections += section.text(&symbols, &texts, &written)
    }
    return """
      <article class="case" id="case=\(number)" aria-labelledby="name\(number)">
      \(head)\(timeline)<div class="body">
      \(list)<div class="sections">
      \(sections)</div></div>
      </article>

      """
  }

  // MARK: Head

  private var head: String {
    var facts = [HTMLMark(record.outcome).badge]
    if record.caseTitle != nil, !record.scenario.isEmpty, namesFile {
      facts.append("<span>\(HTMLText.content(record.scenario))</span>")
    }
    let steps = record.stepsText
    facts.append(
      "<span>\(HTMLText.content(steps.contains("of") ? "\(steps) steps" : steps))</span>")
    if record.outcome != .invalid {
      facts.append("<span>seed \(record.seed)</span>")
      if let screen = record.played.first?.screens.first {
        facts.append("<span>\(HTMLText.content(screen.kind))</span>")
      }
      if let version = record.played.last?.version {
        facts.append("<span>app version \(version)</span>")
      }
    }
    facts.append("<span><code>\(HTMLText.content("\(record.file):\(record.line)"))</code></span>")
    facts += record.tags.map { "<span class=\"tag\">\(HTMLText.content($0))</span>" }
    let isOnly = isAlone && record.caseTitle == nil
    let named = namesFile ? record.heading() : record.title
    let title = isOnly ? "The run" : named.isEmpty ? CaseRun.stem(of: record.file) : named
    let shown = isOnly ? " class=\"hidden\"" : ""
    let reason = record.skipReason.map { "<p>Skipped: \(HTMLText.content($0))</p>\n" } ?? ""
    let known = Set(record.played.map(\.number))
    let loose = record.messages.filter { message in
      message.step.map { !known.contains($0) } ?? true
    }
    return
      "<header class=\"about\"><h2\(shown) id=\"name\(number)\">\(HTMLText.content(title))</h2>\n"
      + "<p class=\"facts\">\(facts.joined(separator: "\n"))</p>\n\(reason)"
      + loose.map { HTMLMessage($0.text, ofCase: number, linking: known).failure }.joined()
      + record.noteTexts().map { HTMLMessage($0, ofCase: number).note }.joined() + "</header>\n"
  }

  // MARK: Time-line

  private static let barWidth = 8
  /// A few steps do not get the whole width; the script knows the number, too.
  private static let leastBars = 24

  private var timeline: String {
    guard !record.played.isEmpty else { return "" }
    var bars = ""
    for (index, (step, changes)) in zip(record.played, record.changes).enumerated() {
      let x = index * Self.barWidth
      let changed = changes.contains { $0.kind != .same }
      let (kind, height) =
        switch step.outcome {
        case .failed: ("bx", 34)
        case .refused: ("bp", 12)
        case .passed: step.isCheck ? ("bc", 6) : changed ? ("bs", 26) : ("bp", 14)
        }
      bars +=
        "<rect class=\"\(kind)\" x=\"\(x + 1)\" y=\"\(44 - height)\""
        + " width=\"\(Self.barWidth - 2)\" height=\"\(height)\"/>"
    }
    for group in groups where !group.title.isEmpty {
      let x = group.steps.lowerBound * Self.barWidth + 1
      let width = group.steps.count * Self.barWidth - 2
      bars += "<path class=\"bg\" d=\"M\(x) 6V2H\(x + width)V6\"/>"
    }
    let width = max(record.played.count, Self.leastBars) * Self.barWidth
    let isShort = record.played.count < 50
    return """
      <div class="timeline\(isShort ? " short" : "")" data-case="\(number - 1)" title="one bar for each step: tall where \
      values changed, full where it failed, low for a check"><svg viewBox="0 0 \(width) 46" \
      preserveAspectRatio="none" aria-hidden="true" focusable="false">\(bars)</svg>\
      <span class="now"></span><span class="range"></span></div>

      """
  }

  // MARK: List

  /// The steps that stand in one group after each other.
  private var groups: [(title: String, steps: Range<Int>)] {
    var groups: [(title: String, steps: Range<Int>)] = []
    for (index, step) in record.played.enumerated() {
      let title = step.groups.joined(separator: " › ")
      if let last = groups.last, last.title == title {
        groups[groups.count - 1].steps = last.steps.lowerBound..<(index + 1)
      } else {
        groups.append((title, index..<(index + 1)))
      }
    }
    return groups
  }

  private var list: String {
    let changes = record.changes
    let items = groups.map { group in
      let steps = group.steps.map { item(record.played[$0], changes[$0]) }.joined()
      if group.title.isEmpty { return steps }
      return "<li class=\"group\"><details open><summary>\(HTMLText.content(group.title))</summary>"
        + "<ol>\n\(steps)</ol></details></li>\n"
    }
    return """
      <nav class="steps" aria-label="Steps"><details class="all" open><summary>All steps</summary>
      <ol>
      \(items.joined())</ol><p class="nothing" hidden>No step matches.</p></details></nav>

      """
  }

  private func item(_ step: PlayedStep, _ changes: [StoredValueChange]) -> String {
    let changed = changes.count { $0.kind != .same }
    var marks = ""
    if step.outcome != .passed || step.isCheck { marks += HTMLMark(step.outcome).html }
    if changed > 0 {
      marks += "<span class=\"delta\">±\(changed)</span>"
    }
    let rest = HTMLStep.short(of: step)
    return "<li><a href=\"#case=\(number)&amp;step=\(step.number)\" data-n=\"\(step.number)\">"
      + "<i>\(step.number)</i> <span class=\"what\"><b>"
      + "\(HTMLText.content(HTMLStep.verb(of: step)))</b> \(HTMLText.content(rest))</span>\(marks)</a></li>\n"
  }
}
