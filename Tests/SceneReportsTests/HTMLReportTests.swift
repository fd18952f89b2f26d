import Foundation
import SceneReports
import SceneScenarios
import Testing

/// Pages of runs that were really played.
enum PlayedRun {
  /// Plays all cases of a scenario and keeps what there was to see.
  static func record(_ text: String, file: String = "played.scene.yaml") throws -> [CaseRun] {
    let source = SourceFile(path: file, text: text)
    let scenario = try LoadedScenario(source)
    var options = ScenarioRun.Options()
    options.keepsMoments = true
    return scenario.cases.map { selected in
      var run = ScenarioRun.run(scenario, case: selected, options: options)
      run.tool = "0.0.0"
      return run
    }
  }

  static let app = """
    scenesim: 1
    scenario: A small run
    app:
      tabs: { hawk: Hawk, raven: Raven }
      storage:
        selectedTab: { type: string, default: hawk }
        draft: { type: string, default: "" }

    """

  /// An update adds a field without a default, so that what is stored cannot be read any more.
  static let unreadable = """
    scenesim: 1
    scenario: Unreadable
    app:
      version: 1
      types: { Note: { title: string } }
      storage: { note: Note? }
    steps:
      - launch: A
      - set: { note: { title: Seeds } }
      - background
      - kill
      - update: { version: 2, types: { Note: { title: string, pinned: bool } } }
      - launch

    """

  /// Two windows, a change of each kind, a group, and a check that fails.
  static let small =
    app + """
      steps:
        - launch: A
        - set: { draft: first }
        - group: Another window
          do:
            - open: B
            - { in: B, set: { draft: second } }
            - { in: A, set: { draft: third } }
            - { in: A, clear: [draft] }
            - background: A
            - close: A
            - expect: { windows: [B], B: { values: { draft: other } } }
            - close: B

      """
}

struct HTMLReportTests {
  private func page(_ text: String = PlayedRun.small) throws -> String {
    HTMLReport(try PlayedRun.record(text)).text
  }

  @Test func `what an exploration found stands above its one run`() throws {
    let lead = ReportLead(
      title: "Explored: 1 found", facts: ["4 steps"], table: TextTable([.init("STEP")]), notes: [],
      curve: [])
    let record = try PlayedRun.record(PlayedRun.small)
    let page = HTMLReport(record, lead: lead).text
    let list = try #require(page.firstRange(of: "<nav class=\"cases\""))
    #expect(page[list.upperBound...].prefix(400).contains("A small run"))
    #expect(page[list.upperBound...].prefix(400).contains("B.values.draft: expected"))
    // A page of one run has it in its title.
    #expect(!HTMLReport(record).text.contains("<nav class=\"cases\""))
  }

  @Test func `a value with three blanks stays in one piece`() throws {
    let record = try PlayedRun.record(
      PlayedRun.app + "steps:\n  - launch: A\n  - set: { draft: \"one   two\" }\n")
    let page = HTMLReport(record).text
    #expect(page.contains("one   two\"}</h3>"))
  }

  @Test func `what a step carries is set apart, also where it has blanks itself`() throws {
    let text =
      PlayedRun.app.replacing(
        "storage:",
        with:
          "types: { person: { id: string } }\n  activities: { t: { payload: person } }\n  storage:")
      + "steps:\n  - launch: A\n"
      + "  - drag: { from: A, activity: t, payload: { id: \"x   y\" }, drop: cancelled }\n"
    let page = HTMLReport(try PlayedRun.record(text)).text
    #expect(
      page.contains("<b>drag</b> A → cancelled <small>t {id: x   y}</small></h3>"),
      "\(page.suffix(3000))")
  }

  @Test func `of many runs those that failed come first, each with its sentence`() throws {
    let good = PlayedRun.app + "steps:\n  - launch: A\n"
    let runs = try (1...12).flatMap { number in
      try PlayedRun.record(number == 9 ? PlayedRun.small : good, file: "\(number).scene.yaml")
    }
    let page = HTMLReport(runs).text
    #expect(page.contains("<title>A small run: 1 of 12 runs failed</title>"))
    #expect(page.contains("<summary>11 other runs</summary>"))
    let list = try #require(page.range(of: "<nav class=\"cases\""))
    let first = page[list.upperBound...].prefix(400)
    #expect(first.contains("<li class=\"bad\"><a href=\"#case=9&amp;step=9\""))
    #expect(first.contains("B.values.draft: expected \"other\", got \"second\""), "\(first)")
    let article = try #require(page.range(of: "<article class=\"case\" id=\"case=9\""))
    let passed = try #require(page.range(of: "<article class=\"case\" id=\"case=1\""))
    #expect(article.lowerBound < passed.lowerBound)
    let index = HTMLFolder.files(of: runs)[0].text
    #expect(index.contains("<p class=\"sentence\">B.values.draft: expected"))
  }

  @Test func `a failed value leads to its step, is marked in the picture, and parts are told`()
    throws
  {
    let page = try page()
    #expect(page.contains("<a href=\"#case=1&amp;step=4\" aria-keyshortcuts=\"c\">Go to step 4"))
    let step = try #require(page.range(of: "data-n=\"9\" aria-labelledby"))
    #expect(page[step.upperBound...].contains(" Not as expected: B.values.draft."))
    #expect(page.contains("class=\"q\""))
    let parts = ValueDifference("\"the hawk is here\"", "\"the raven is here\"")
    #expect(parts.expected == "\"the <b>hawk</b> is here\"")
    #expect(parts.found == "\"the <b>raven</b> is here\"")
    #expect(ValueDifference("\"a\"", "3").expected == "\"a\"")
  }

  @Test func `what cannot be read leads to the update first, and the table says so`() throws {
    let asked = PlayedRun.unreadable + "  - expect: { A: { values: { note: { title: Seeds } } } }\n"
    let page = try page(asked)
    let links = try #require(page.range(of: "<p class=\"from\">"))
    #expect(
      page[links.upperBound...].hasPrefix(
        "<a href=\"#case=1&amp;step=5\" aria-keyshortcuts=\"c\">Go to step 5, which made it "
          + "unreadable</a><br><a href=\"#case=1&amp;step=2\""))
    #expect(page.contains("since `update` in <a href=\"#case=1&amp;step=5\">step 5</a> (line 12)"))
    #expect(page.contains("cannot be read: its bytes are set aside, not deleted</span>"))
    let before = try #require(page.range(of: "data-n=\"4\" aria-labelledby"))
    let after = try #require(page.range(of: "data-n=\"6\" aria-labelledby"))
    #expect(!page[before.upperBound..<after.lowerBound].contains("cannot be read: its"))
    // The message of the step that met it has the same ways.
    #expect(page[after.upperBound...].prefix(2000).contains("Go to step 5, which made it"))
  }

  @Test func `a value of a tab that is not shown is marked in the table, and at its tab`() throws {
    let page = try page(
      PlayedRun.app.replacing("draft: { ", with: "draft: { scope: tab, ") + """
        steps:
          - launch: A
          - set: { draft: first }
          - select: raven
          - expect: { A: { tabs: { hawk: { values: { draft: other } } } } }

        """)
    #expect(page.contains("<tr class=\"wrong\"><td><th>A/hawk/draft<td>\"first\" <span class="))
    #expect(page.contains(/<rect class="q" x="6" y="37" width="\d+" height="30"/))
    // The number of a line stays in sight where the line itself is moved.
    #expect(page.contains(/<i> +\d+ \|<\/i>   - expect:/))
  }

  @Test func `a long line of the file is cut around its mark on paper`() throws {
    let long = String(repeating: "long ", count: 16)
    let page = try page(
      PlayedRun.app
        + "steps:\n  - launch: A\n  - expect: { A: { tab: hawk, values: { draft: \"\(long)\" } }, "
        + "front: B }\n")
    let frame = try #require(page.firstMatch(of: /data-paper="([^"]*)"/)).1
    let lines = frame.replacing("&#10;", with: "\n").replacing("&quot;", with: "\"")
      .split(separator: "\n")
    #expect(lines.count == 3 && lines.allSatisfy { $0.count <= 108 }, "\(lines)")
    #expect(page.contains("content:attr(data-paper)"))
    let column = try #require(lines.last?.firstIndex(of: "^"))
    let at = lines[2].distance(from: lines[2].startIndex, to: column)
    #expect(lines[1].dropFirst(at).hasPrefix("\"long long"), "\(lines)")
  }

  @Test func `a line that is too long goes on below its text`() throws {
    #expect(try page().contains("<span class=\"hang i13\">  came from  "))
  }

  @Test func `members of a struct stand in one order, as they are declared`() throws {
    let text = """
      scenesim: 1
      scenario: Order
      app:
        types: { place: { zip: string, city: string } }
        storage: { home: place? }
      steps:
        - launch: A
        - set: { home: { city: Oslo, zip: N1 } }

      """
    let step = try #require(try PlayedRun.record(text).first?.played.last)
    let wanted = "{\"zip\": \"N1\", \"city\": \"Oslo\"}"
    #expect(step.screens.first?.windows.first?.values.first?.json == wanted)
    #expect(step.stored.map(\.json) == [wanted])
  }

  @Test func `equal runs give equal pages`() throws {
    #expect(try page() == page())
  }

  @Test func `a page names no other place and allows only its own style and script`() throws {
    let page = try page()
    for word in ["http:", "https:", "src=", "@import", "url(h", "style=\"", " onclick"] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(page.contains("content=\"default-src 'none'; style-src 'sha256-"))
    #expect(page.contains("; script-src 'sha256-"))
  }

  @Test func `without a script every step is there with its picture, store and source`() throws {
    let page = try page()
    #expect(page.components(separatedBy: "<section class=\"step\"").count == 10)
    #expect(page.components(separatedBy: "<svg class=\"pic wide\"").count == 10)
    #expect(page.contains("<td>\"second\""))
    #expect(page.contains("<del>\"first\"</del>"))
    #expect(page.contains("<mark><i>10</i>   - set: { draft: first }</mark>"))
  }

  @Test func `the words of a failure are those of the terminal`() throws {
    let record = try PlayedRun.record(PlayedRun.small)
    let message = try #require(record.first?.messages.first)
    #expect(message.step == 9)
    #expect(message.text.contains("expected   \"other\""))
    let words = message.text.replacing("\"", with: "\u{1}").replacing("\u{1}", with: "\"")
    let page = try page()
    let frame = try Regex("<span class=\"(frame|hang)[^>]*>|</span>|</?i>|<a href[^>]*>|</a>")
    #expect(
      page.replacing(frame, with: "").contains(">\(words.replacing("<", with: "&lt;"))</pre>"))
  }

  @Test func `the lines of a file stay whole in a message, so that a caret is below its word`()
    throws
  {
    let page = try page()
    let frame = try #require(
      page.firstMatch(of: /<span class="frame"[^>]*>((?:[^<]|<\/?i>)*)<\/span>/))
    let lines = frame.1.split(separator: "\n")
    #expect(lines.count == 3 && lines.allSatisfy { $0.contains(" |") })
    #expect(lines.last?.contains("^") == true)
    #expect(page.contains(".frame{display:block;white-space:pre;"))
  }

  @Test func `nothing that is written in a scenario is markup or script in the page`() throws {
    let hostile = "</script><img src=x onerror=alert(1)>${}'&\\\""
    let quoted =
      "\""
      + hostile.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("$", with: "$") + "\""
    let text =
      PlayedRun.app.replacing("A small run", with: "'</title><b>x'") + """
        steps:
          - launch: A
          - group: "<i>group"
            do:
              - { set: { draft: \(quoted.replacing("${}", with: "$")) }, label: "<u>label" }

        """
    let page = try page(text)
    #expect(page.components(separatedBy: "</script>").count == 3)
    for tag in ["<img", "<b>x", "<i>group", "<u>label", "</title><b"] {
      #expect(!page.contains(tag), "\(tag)")
    }
    #expect(page.contains("&lt;img src=x onerror=alert(1)&gt;"))
  }

  @Test func `a page that would be too large loses the pictures of old steps and says so`() throws {
    let record = try PlayedRun.record(PlayedRun.small)
    let whole = HTMLReport(record).text
    let cut = HTMLReport(record, sizeLimit: whole.utf8.count - 2000).text
    #expect(cut.utf8.count <= whole.utf8.count - 2000)
    #expect(cut.contains("older step"))
    #expect(!whole.contains("older step"))
    let pictures = cut.components(separatedBy: "<svg class=\"pic wide\"").count - 1
    #expect((1..<9).contains(pictures))
    let last = try #require(cut.range(of: "data-n=\"9\" aria-labelledby"))
    #expect(cut[last.upperBound...].contains("<svg class=\"pic wide\""))
  }
}

struct StoreChangeTests {
  private func stored(_ values: [(String, String)]) -> [PlayedStep.Stored] {
    values.map { PlayedStep.Stored(address: $0.0, json: $0.1) }
  }

  @Test func `what was added, changed and removed stands where it was`() {
    let changes = StoredValueChange.all(
      from: stored([("A/a", "1"), ("A/b", "2"), ("A/c", "3")]),
      to: stored([("A/a", "1"), ("A/aa", "5"), ("A/c", "4")]))
    #expect(changes.map(\.address) == ["A/a", "A/aa", "A/b", "A/c"])
    #expect(changes.map(\.kind) == [.same, .added, .removed, .changed])
    #expect(changes[3].old == "3")
    #expect(changes[2].json == "2")
  }
}
