import SceneScenarios

/// The page of a whole run: every case with a link to its report, failures first.
struct HTMLIndex {
  static let name = "index.html"
  private static let longestCount = 5

  let run: [CaseRun]
  let names: FileNames

  var text: String {
    let totals = RunTotals(run)
    let facts = (totals.facts + [Amount.count(totals.steps, "step")]).joined(separator: " · ")
    let body = """
      <header class="top"><div><h1>\(HTMLText.content(title))</h1>
      <p class="soft">\(facts)</p></div></header>
      <main class="index">
      \(table)\(longest)\(tags)</main>

      """
    return HTMLPage.text(title: title, style: ReportStyleSheet.index, body: body)
  }

  private var title: String {
    run.headline ?? "All passed"
  }

  /// Failures first, then in the order of the run.
  private var sorted: [CaseRun] {
    let order = run.failuresFirst
    return (order.bad + order.good).map { run[$0] }
  }

  private func link(_ record: CaseRun) -> String {
    let file = record.file
    let number =
      (run.filter { $0.file == file }.firstIndex {
        $0.number == record.number
      } ?? 0) + 1
    let stem = CaseRun.stem(of: file)
    let name = record.title.isEmpty ? stem : "\(stem) · \(record.title)"
    return "<a href=\"\(names.name(of: file)).html#case=\(number)&amp;step=\(record.firstStep)\">"
      + "\(HTMLText.content(name))</a>"
  }

  private var table: String {
    let rows = sorted.map { record in
      let of = record.outcome == .failed ? record.total.map { " of \($0)" } ?? "" : ""
      let tags = record.tags.map { "<span class=\"tag\">\(HTMLText.content($0))</span>" }
      return "<tr><td>\(HTMLMark(record.outcome).badge)<th scope=\"row\">\(link(record))"
        + (record.sentence.map { "<p class=\"sentence\">\(HTMLText.content($0))</p>" } ?? "")
        + "<td>\(HTMLText.content(record.file))<td class=\"number\">\(record.steps)\(of)"
        + "<td>\(tags.joined(separator: " "))\n"
    }
    return "<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Result"
      + "<th scope=\"col\">Case<th scope=\"col\">File<th scope=\"col\">Steps"
      + "<th scope=\"col\">Tags</thead>\n<tbody>\(rows.joined())</tbody></table></div>\n"
  }

  /// How long a case took differs from run to run; how many steps it has does not.
  private var longest: String {
    guard run.count > Self.longestCount else { return "" }
    let most = run.enumerated().sorted {
      ($1.element.steps, $0.offset) < ($0.element.steps, $1.offset)
    }
    let items = most.prefix(Self.longestCount).map {
      "<li>\(Amount.count($0.element.steps, "step")) \(link($0.element))</li>\n"
    }
    return "<section><h2>Longest</h2>\n<ol>\(items.joined())</ol></section>\n"
  }

  private var tags: String {
    var counts: [String: (all: Int, bad: Int)] = [:]
    for record in run {
      for tag in Set(record.tags) {
        counts[tag, default: (0, 0)].all += 1
        counts[tag, default: (0, 0)].bad += record.outcome == .failed ? 1 : 0
      }
    }
    guard !counts.isEmpty else { return "" }
    let items = counts.sorted { $0.key < $1.key }.map { tag, count in
      let bad = count.bad == 0 ? "" : ", \(count.bad) failed"
      return "<li><span class=\"tag\">\(HTMLText.content(tag))</span> "
        + "\(Amount.count(count.all, "run"))\(bad)</li>\n"
    }
    return "<section><h2>Tags</h2>\n<ol class=\"tags\">\(items.joined())</ol></section>\n"
  }
}
