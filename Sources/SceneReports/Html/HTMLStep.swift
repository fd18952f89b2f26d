import SceneScenarios

/// The section of one step.
struct HTMLStep {
  private let step: StepRecord
  private let index: Int
  private let record: CaseRecord
  private let caseNumber: Int
  /// Whether the picture is left out.
  private let isBare: Bool

  init(
    _ step: StepRecord, at index: Int, in record: CaseRecord, caseNumber: Int, isBare: Bool
  ) {
    (self.step, self.index, self.record) = (step, index, record)
    (self.caseNumber, self.isBare) = (caseNumber, isBare)
  }

  func text(
    _ symbols: inout WindowSymbols, _ texts: inout LongTexts, _ written: inout [String: Int]
  ) -> String {
    let before = index == 0 ? [] : record.steps[index - 1].stored
    let store = HTMLStore(
      StoredValueChange.all(from: before, to: step.stored), in: step.head.number)
    let id = "case=\(caseNumber)&amp;step=\(step.head.number)"
    let title = "h\(caseNumber)-\(step.head.number)"
    let failures = record.head.messages.filter { $0.step == step.head.number }
    return "<section class=\"step\" id=\"\(id)\" data-n=\"\(step.head.number)\""
      + " aria-labelledby=\"\(title)\">\n" + heading(title)
      + failures.map { Self.failure($0.text) }.joined() + "<div class=\"panes\">\n"
      + picture(&symbols) + store.text(&texts, &written) + "<div class=\"facts-pane\">\n"
      + HTMLFacts(step.head).text + HTMLSource(step.head, record.sources).text
      + "</div></div>\n</section>\n"
  }

  // MARK: Heading

  /// The verb, or the beginning of the step's own words.
  static func verb(of head: StepRecord.Head) -> String {
    head.text.hasPrefix(head.verb) ? head.verb : ""
  }

  static func rest(of head: StepRecord.Head) -> String {
    let rest = verb(of: head).isEmpty ? head.text : String(head.text.dropFirst(head.verb.count))
    return String(rest.drop { $0 == " " })
  }

  /// The words of the list: what a check looks at matters more there than what it wants.
  static func short(of head: StepRecord.Head) -> String {
    guard head.isCheck, !head.checks.isEmpty, !verb(of: head).isEmpty else {
      return rest(of: head)
    }
    var subjects: [String] = []
    for check in head.checks {
      let subject = String(check.subject.prefix { $0 != "." })
      if !subjects.contains(subject) { subjects.append(subject) }
    }
    return subjects.joined(separator: ", ")
  }

  private static func carries(_ head: StepRecord.Head) -> Bool {
    ["drag", "continue"].contains(verb(of: head))
  }

  private func heading(_ id: String) -> String {
    let head = step.head
    var place = ["step \(head.number)", "line \(head.line)"]
    if head.file != record.head.file { place.append(head.file) }
    place += head.groups
    if !head.rounds.isEmpty { place.append(head.rounds) }
    let eyebrow = place.map(HTMLText.content).joined(separator: " · ")
    let verb = HTMLText.content(Self.verb(of: head))
    // What a step carries stands behind three blanks; elsewhere these belong to a value.
    let parts = Self.rest(of: head).split(
      separator: "   ", maxSplits: Self.carries(head) ? 1 : 0, omittingEmptySubsequences: false)
    let rest = parts.first.map { HTMLText.content(String($0)) } ?? ""
    let cargo = parts.count > 1 ? " <small>\(HTMLText.content(String(parts[1])))</small>" : ""
    let code = head.code.map { " <code>\(HTMLText.content($0))</code>" } ?? ""
    let badge =
      head.outcome == .passed && !head.isCheck ? "" : HTMLMark(head.outcome).badge + code
    return "<header><p class=\"eyebrow\">\(eyebrow)</p>\n<h3 id=\"\(id)\">"
      + "<b>\(verb)</b> \(rest)\(cargo)</h3>\(badge)</header>\n"
  }

  /// A message, letter by letter as a terminal shows it.
  static func failure(_ text: String) -> String {
    "<div class=\"failure\"><pre tabindex=\"0\" role=\"group\" aria-label=\"Failure\" data-copy>"
      + "\(HTMLText.lines(text))</pre></div>\n"
  }

  // MARK: Picture

  private func picture(_ symbols: inout WindowSymbols) -> String {
    guard !isBare else {
      return "<figure class=\"screen bare\"><p class=\"soft\">The picture of this step was "
        + "left out, to keep the report small.</p></figure>\n"
    }
    let wide = ScreenPicture(step.screens, drag: step.head.drag)
    let narrow = ScreenPicture(step.screens, drag: step.head.drag, isNarrow: true)
    let isOne = wide.layout.width == narrow.layout.width
    let id = "p\(caseNumber)-\(step.head.number)"
    // The words stand in one of the two; a picture that is not shown still names the other.
    let words =
      "<title id=\"\(id)t\">\(ScreenPicture.words(wide.title))</title>"
      + "<desc id=\"\(id)d\">\(ScreenPicture.words(wide.description))</desc>"
    var text = Self.svg(wide, isOne ? "one" : "wide", id, words, &symbols)
    if !isOne { text += Self.svg(narrow, "narrow", id, "", &symbols) }
    let caption = step.head.drag.map {
      "<figcaption>\(HTMLText.content(Self.sentence(PictureWords.drag($0))))</figcaption>\n"
    }
    return "<figure class=\"screen\"><div class=\"now-picture\">\(text)</div>\n"
      + (caption ?? "") + HTMLTwin(step.screens).text + "</figure>\n"
  }

  private static func svg(
    _ picture: ScreenPicture, _ kind: String, _ id: String, _ words: String,
    _ symbols: inout WindowSymbols
  ) -> String {
    let layout = picture.layout
    let drawn = picture.elements { symbols.use($0, $1) }
    return "<svg class=\"pic \(kind)\" role=\"img\" aria-labelledby=\"\(id)t\""
      + " aria-describedby=\"\(id)d\" viewBox=\"0 0 \(layout.width) \(layout.height)\">"
      + "\(words)\(drawn)</svg>"
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}
