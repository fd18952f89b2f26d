internal import EmbeddedFiles
package import SceneScenarios

/// A run as one page: what every window showed at every step, what was stored, and why.
///
/// The page needs no other file and asks nobody for anything. Without scripts it shows all steps
/// one below the other. Equal runs give equal pages.
package struct HTMLReport {
  /// The most bytes a page may have; above it older steps that passed lose their pictures.
  package static let sizeLimit = 5 << 20

  /// So many cases that passed stand beside failures without being folded.
  private static let fewCases = 6

  private let run: [CaseRun]
  private let lead: ReportLead?
  /// The page that leads to this one; nil if it stands alone.
  private let index: String?
  private let limit: Int

  package init(
    _ run: [CaseRun], lead: ReportLead? = nil, index: String? = nil,
    sizeLimit: Int = HTMLReport.sizeLimit
  ) {
    (self.run, self.lead, self.index) = (run, lead, index)
    limit = sizeLimit
  }

  package var text: String {
    let whole = page(withoutPictures: 0)
    guard whole.utf8.count > limit else { return whole }
    // The oldest go first. What a picture takes differs little from step to step: a few drafts.
    let all = run.map(\.played.count).reduce(0, +)
    var count = 0
    var draft = whole
    while draft.utf8.count > limit, count < all {
      let excess = draft.utf8.count - limit
      count = min(all, count + max(1, all / 100, all * excess / max(1, draft.utf8.count) * 3 / 2))
      draft = page(withoutPictures: count)
    }
    return draft
  }

  private func page(withoutPictures count: Int) -> String {
    var symbols = WindowSymbols()
    var texts = LongTexts()
    var left = count
    let order = run.failuresFirst
    let namesFile = Set(run.map(\.file)).count > 1
    let cases = (order.bad + order.good).map { index in
      HTMLCase(record: run[index], number: index + 1, isAlone: isOfOneRun, namesFile: namesFile)
        .text(&symbols, &texts, withoutPictures: &left)
    }
    let lost = count - left
    let lead =
      head + notice(lost) + (lead?.section(isOpen: run.isEmpty) ?? "")
    // Without a case there is nothing to move in.
    if run.isEmpty { return HTMLPage.text(title: title, style: ReportStyleSheet.text, body: lead) }
    let body = lead + cases.joined() + symbols.definitions + HTMLHelp.text + data(texts)
    return unsafe HTMLPage.text(
      title: title, style: ReportStyleSheet.text, script: String(cString: report_script()),
      body: body)
  }

  /// Whether the title of the page is that of its run: what an exploration found has its own.
  private var isOfOneRun: Bool { run.count == 1 && lead == nil }

  // MARK: Head

  private var title: String {
    if let lead { return lead.title }
    let titles = Set(run.map(\.scenario))
    let only = titles.count == 1 ? titles.first ?? "" : ""
    guard let failed = run.headline else {
      return only.isEmpty ? Amount.count(run.count, "run") : only
    }
    if only.isEmpty { return failed }
    return run.count == 1 ? "\(only): failed" : "\(only): \(failed)"
  }

  private var head: String {
    let totals = RunTotals(run)
    let facts = totals.facts + [Amount.count(totals.steps, "step")]
    let versions = Set(run.map(\.tool)).sorted().map { "scenesim \($0)" }
    let line = (run.count > 1 ? facts : []) + versions
    let back = index.map { "<a href=\"\(HTMLText.content($0))\">All runs</a>" }
    let words =
      lead?.line
      ?? ([back].compactMap(\.self) + line.map(HTMLText.content)).joined(separator: " · ")
    var text = """
      <header class="top"><div><h1>\(HTMLText.content(title))</h1>
      <p class="soft">\(words)</p></div>
      <form class="tools" role="search" hidden><label for="filter">Filter steps</label>
      <input id="filter" type="search" placeholder="word or 4-9" autocomplete="off">
      <button type="button" id="help-button" aria-keyshortcuts="?">Keys</button></form></header>
      <p id="live" class="hidden" role="status" aria-live="polite"></p>

      """
    if !isOfOneRun, !run.isEmpty { text += cases }
    return text
  }

  /// What went wrong, each with its sentence; then the others, folded where they are many.
  private var cases: String {
    let order = run.failuresFirst
    let good = list(order.good)
    guard !order.bad.isEmpty, order.good.count > Self.fewCases else {
      return "<nav class=\"cases\" aria-label=\"Cases\">\(list(order.bad))\(good)</nav>\n"
    }
    let words = Amount.count(order.good.count, "other run")
    return "<nav class=\"cases\" aria-label=\"Cases\">\(list(order.bad))<details>"
      + "<summary>\(words)</summary>\(good)</details></nav>\n"
  }

  private func list(_ indices: [Int]) -> String {
    guard !indices.isEmpty else { return "" }
    let files = Set(run.map(\.file)).count
    let items = indices.map { index in
      let record = run[index]
      let file = files > 1 ? "\(CaseRun.stem(of: record.file)) · " : ""
      let sentence = record.sentence.map {
        " <span class=\"sentence\">\(HTMLText.content($0))</span>"
      }
      return "<li\(record.isGood ? "" : " class=\"bad\"")>"
        + "<a href=\"#case=\(index + 1)&amp;step=\(record.firstStep)\" data-case=\"\(index)\">"
        + "\(HTMLMark(record.outcome).html) \(HTMLText.content(file + record.title))"
        + "\(sentence ?? "")</a></li>\n"
    }
    return "<ol>\n\(items.joined())</ol>"
  }

  private func notice(_ lost: Int) -> String {
    guard lost > 0 else { return "" }
    return "<p class=\"notice\" id=\"lost\">This report would be larger than "
      + "\(limit >> 20) MiB: \(Amount.count(lost, "older step")) that passed "
      + "\(lost == 1 ? "has" : "have") no picture.</p>\n"
  }

  // MARK: Data

  /// What the script needs: the steps in few words, and what is too long for a table.
  private func data(_ texts: LongTexts) -> String {
    let cases = run.map { record -> JSON in
      [
        "name": .string(record.title),
        "steps": .list(zip(record.played, record.changes).map(Self.step)),
      ]
    }
    let json: JSON = ["cases": .list(cases), "texts": .texts(texts.all)]
    return "<script type=\"application/json\" id=\"data\">\(HTMLText.json(json))</script>\n"
  }

  /// Its number, how many values it changed, and whether it failed.
  private static func step(_ step: PlayedStep, _ changes: [StoredValueChange]) -> JSON {
    let changed = changes.count { $0.kind != .same }
    return .list([
      .int(step.number), .int(changed), .int(step.outcome == .failed ? 1 : 0),
    ])
  }
}

/// Values that are too long for a cell; each stands once in a page.
struct LongTexts {
  static let limit = 300
  private(set) var all: [String] = []
  private var numbers: [String: Int] = [:]

  /// The number of a text; nil if it is short enough.
  mutating func number(of text: String) -> Int? {
    guard text.utf8.count > Self.limit else { return nil }
    if let number = numbers[text] { return number }
    numbers[text] = all.count
    all.append(text)
    return all.count - 1
  }
}
