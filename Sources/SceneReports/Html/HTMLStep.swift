import SceneScenarios

struct HTMLStep {
  let step: PlayedStep
  let index: Int
  let record: CaseRun
  let caseNumber: Int
  /// Whether the picture is left out.
  let isBare: Bool

  func text(
    _ symbols: inout WindowSymbols, _ texts: inout LongTexts, _ written: inout [String: Int]
  ) -> String {
    let before = index == 0 ? [] : record.played[index - 1].stored
    let store = HTMLStore(
      changes: StoredValueChange.all(from: before, to: step.stored), step: step.number,
      unread: Set(step.stored.filter(\.isUnreadable).map(HTMLStore.Place.init)),
      wrong: WrongPlaces(step))
    let id = "case=\(caseNumber)&amp;step=\(step.number)"
    let title = "h\(caseNumber)-\(step.number)"
    let failures = record.messages.filter { $0.step == step.number }
    return "<section class=\"step\" id=\"\(id)\" data-n=\"\(step.number)\""
      // What only looks and passes shows nothing new: it has no picture on paper.
      + " aria-labelledby=\"\(title)\"\(step.isCheck && failures.isEmpty ? " data-check" : "")>\n"
      + heading(title)
      + failures.map(failure).joined() + "<div class=\"panes\">\n"
      + picture(&symbols) + store.text(&texts, &written) + "<div class=\"facts-pane\">\n"
      + HTMLFacts(step: step).text + HTMLSource(step, record.sources).text
      + "</div></div>\n</section>\n"
  }

  // MARK: Heading

  /// The verb, or the beginning of the step's own words.
  static func verb(of step: PlayedStep) -> String {
    step.words.hasPrefix(step.verb) ? step.verb : ""
  }

  static func rest(of step: PlayedStep) -> String {
    let rest = verb(of: step).isEmpty ? step.words : String(step.words.dropFirst(step.verb.count))
    return String(rest.drop { $0 == " " })
  }

  /// The words of the list: what a check looks at matters more there than what it wants.
  static func short(of step: PlayedStep) -> String {
    guard step.isCheck, !step.checks.isEmpty, !verb(of: step).isEmpty else {
      return rest(of: step)
    }
    var subjects: [String] = []
    for check in step.checks {
      let subject = String(check.subject.prefix { $0 != "." })
      if !subjects.contains(subject) { subjects.append(subject) }
    }
    return subjects.joined(separator: ", ")
  }

  private func heading(_ id: String) -> String {
    var place = ["step \(step.number)", "line \(step.line)"]
    if step.file != record.file { place.append(step.file) }
    place += step.groups
    if !step.rounds.isEmpty { place.append(step.rounds) }
    let eyebrow = place.map(HTMLText.content).joined(separator: " · ")
    let verb = HTMLText.content(Self.verb(of: step))
    // What a step carries ends its words, behind three blanks.
    let carried = step.cargo.map { $0.count + 3 } ?? 0
    let rest = HTMLText.content(String(Self.rest(of: step).dropLast(carried)))
    let cargo = step.cargo.map { " <small>\(HTMLText.content($0))</small>" } ?? ""
    let code = step.code.map { " <code>\(HTMLText.content($0))</code>" } ?? ""
    let badge =
      step.outcome == .passed && !step.isCheck ? "" : HTMLMark(step.outcome).badge + code
    return "<header><p class=\"eyebrow\">\(eyebrow)</p>\n<h3 id=\"\(id)\">"
      + "<b>\(verb)</b> \(rest)\(cargo)</h3>\(badge)</header>\n"
  }

  private func failure(_ message: CaseRun.Message) -> String {
    let others = Set(record.played.map(\.number)).subtracting([step.number])
    return HTMLMessage(message.text, ofCase: caseNumber, linking: others).failure + origin(message)
  }

  /// The ways to the step because of which a value cannot be read, and to the one that wrote it.
  private func origin(_ message: CaseRun.Message) -> String {
    let ways = [
      (message.since, "which made it unreadable"), (message.from, "where it came from"),
    ]
    let links = ways.compactMap { number, words -> String? in
      guard let number, number != step.number else { return nil }
      return "<a href=\"#case=\(caseNumber)&amp;step=\(number)\" "
        + "aria-keyshortcuts=\"c\">Go to step \(number), \(words)</a>"
    }
    return links.isEmpty ? "" : "<p class=\"from\">\(links.joined(separator: "<br>"))</p>\n"
  }

  // MARK: Picture

  private func picture(_ symbols: inout WindowSymbols) -> String {
    guard !isBare else {
      return "<figure class=\"screen bare\"><p class=\"soft\">The picture of this step was "
        + "left out, to keep the report small.</p></figure>\n"
    }
    let wide = ScreenPicture(step)
    let narrow = ScreenPicture(step, isNarrow: true)
    let isOne = wide.layout.width == narrow.layout.width
    let id = "p\(caseNumber)-\(step.number)"
    // The words stand in one of the two; a picture that is not shown still names the other.
    let words =
      "<title id=\"\(id)t\">\(ScreenPicture.words(wide.title))</title>"
      + "<desc id=\"\(id)d\">\(ScreenPicture.words(wide.description))</desc>"
    var text = Self.svg(wide, isOne ? "one" : "wide", id, words, &symbols)
    if !isOne { text += Self.svg(narrow, "narrow", id, "", &symbols) }
    let caption = step.drag.map {
      "<figcaption>\(HTMLText.content(Self.sentence(PictureWords.drag($0))))</figcaption>\n"
    }
    return "<figure class=\"screen\"><div class=\"now-picture\">\(text)</div>\n"
      + (caption ?? "") + HTMLTwin(screens: step.screens).text + "</figure>\n"
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
