import Foundation
import SceneReports
import SceneScenarios
import Testing

struct RunReporterTests {
  @Test func `each kind of report has a name of its own and ends with a line end`() {
    let kinds = RunReporterCatalogue.all.map { $0.kind }
    #expect(Set(kinds).count == kinds.count)
    for type in RunReporterCatalogue.all {
      #expect(SampleRun.text(type).hasSuffix("\n"), "\(type.kind)")
      #expect(RunReporterCatalogue.type(named: type.kind) == type)
    }
  }

  @Test func `no report has an escape character or a line that turns around`() {
    for type in RunReporterCatalogue.all {
      let text = SampleRun.text(type)
      #expect(!text.unicodeScalars.contains("\u{1B}"), "\(type.kind)")
      #expect(!text.unicodeScalars.contains("\r"), "\(type.kind)")
    }
  }

  // MARK: Console

  @Test func `times are shown only where they are asked for`() {
    var style = ReportStyle()
    #expect(!SampleRun.text(ConsoleRunReporter.self, style: style).contains(" ms"))
    style.showsTimes = true
    let text = SampleRun.text(ConsoleRunReporter.self, style: style)
    #expect(text.contains("2 steps    3 ms\n"))
    #expect(text.contains("2 of 9   1.2 s\n"))
    #expect(text.contains("4 steps · 31 ms\n"))
  }

  @Test(arguments: [30, 40, 60, 80]) func `the lines of cases and counts fit`(width: Int) {
    var style = ReportStyle()
    style.width = width
    let text = SampleRun.text(
      ConsoleRunReporter.self, [SampleRun.passed, SampleRun.skipped], style: style)
    for line in text.split(separator: "\n") {
      #expect(DisplayWidth.of(String(line)) <= width, "\(line)")
    }
    #expect(text.contains("2 runs"))
  }

  @Test func `ASCII is all there is for a terminal that shows no more`() {
    var style = ReportStyle()
    style.symbols = .plain
    style.isASCII = true
    style.isVerbose = true
    let text = SampleRun.text(ConsoleRunReporter.self, style: style)
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(text.contains(" FAIL 02-drag - a|b"))
  }

  @Test func `the next command can be pasted`() {
    var row = SampleRun.failed
    row.file = "my dir/it's.scene.yaml"
    let text = SampleRun.text(ConsoleRunReporter.self, [row])
    #expect(
      text.hasSuffix("next  scenesim run 'my dir/it'\\''s.scene.yaml' --case 2 --report out.html\n")
    )
  }

  // MARK: JSON

  @Test func `the JSON object has every row and failure`() throws {
    let text = SampleRun.text(JSONRunReporter.self)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "scenesim.run/1")
    for (name, count) in [("passed", 1), ("failed", 1), ("skipped", 1), ("invalid", 1)] {
      #expect(object[name] as? Int == count)
    }
    let runs = try #require(object["runs"] as? [[String: Any]])
    #expect(runs.map { $0["outcome"] as? String } == ["passed", "failed", "skipped", "invalid"])
    #expect(runs[1]["case"] as? String == SampleRun.hostile)
    #expect(runs[2]["reason"] as? String == "not, yet: 50%")
    let failure = try #require(runs[1]["failure"] as? [String: Any])
    #expect(failure["step"] as? Int == 2)
    #expect(failure["expected"] as? String == "raven")
    #expect(failure["actual"] as? Int == 3)
    #expect(failure["looked_at"] as? String == "A.tab")
    let writer = try #require(failure["written_by"] as? [String: Any])
    #expect(writer["step"] as? Int == 1)
    #expect(writer["line"] as? Int == 40)
    #expect((runs[1]["others"] as? [Any])?.count == 1)
    #expect(!text.contains(" ms"))
  }

  @Test func `JSON Lines tells what happened in order`() throws {
    let text = SampleRun.text(JSONLinesRunReporter.self, [SampleRun.passed, SampleRun.failed])
    let lines = try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let one = ["run", "step", "event", "event", "store", "event", "check", "end"]
    #expect(lines.map { $0["event"] as? String } == one + one)
    #expect(lines[4]["address"] as? String == "A/hawk/draft")
    #expect(lines[6]["outcome"] as? String == "passed")
    #expect(lines[14]["outcome"] as? String == "failed")
    #expect(lines[14]["file"] as? String == "dir/part.yaml")
    #expect(lines[15]["steps"] as? Int == 2)
  }

  // MARK: TAP

  @Test func `TAP has a subtest per case whose plan is right`() throws {
    let lines = SampleRun.text(TAPRunReporter.self).split(separator: "\n").map(String.init)
    #expect(lines.first == "TAP version 14")
    #expect(lines.last == "1..4")
    #expect(lines.contains("    not ok 2 - expect " + Self.tapHostile))
    #expect(lines.contains("    # steps 3 to 9 are not run"))
    #expect(lines.filter { $0 == "    1..2" }.count == 2)
    #expect(lines.contains("ok 1 - 02-drag · the first"))
    #expect(lines.contains("not ok 2 - 02-drag · " + Self.tapHostile))
    #expect(lines.contains("ok 3 - b · later # SKIP not, yet: 50%"))
    #expect(lines.contains("not ok 4 - c"))
    let points = lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
    #expect(points.count == 4)
    // One block per test point, however much went wrong.
    #expect(lines.filter { $0 == "  ---" }.count == 2)
    #expect(lines.filter { $0 == "  ..." }.count == 2)
    #expect(lines.contains { $0.contains("error: a second one") })
  }

  private static let tapHostile =
    "a|b <x> & \"q\" \\#1; `code` 100%, e: ]]> \\\\u{1B}[31m\\\\u{202E}\\\\r\\\\n::error::no"

  // MARK: GitHub

  @Test func `annotations are escaped in full`() {
    let lines = SampleRun.text(GitHubRunReporter.self).split(separator: "\n").map(String.init)
    #expect(lines.count == 4)
    #expect(
      lines[0].hasPrefix(
        "::error file=dir/02-drag.scene.yaml,line=2,col=3,endColumn=6,title=02-drag · a|b <x> & "
          + "\"q\" #1; `code` 100%25%2C e%3A ]]> "))
    #expect(lines[0].contains("\\r\\n%3A%3Aerror%3A%3Ano::dir/02-drag.scene.yaml:2:3: error: "))
    #expect(lines[0].contains("%0A"))
    #expect(!lines[0].contains("\r"))
    #expect(
      lines[2] == "::notice file=b.scene.yaml,line=2,title=b · later::skipped: not, yet: 50%25")
    #expect(lines[3].hasPrefix("::error file=c.scene.yaml,line=1,col=1,endColumn=2,title=c::"))
  }

  @Test func `the eleventh annotation of a kind is only counted`() {
    let rows = Array(repeating: SampleRun.invalid, count: 13) + [SampleRun.skipped]
    let lines = SampleRun.text(GitHubRunReporter.self, rows).split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("::error ") }.count == 10)
    #expect(lines.filter { $0.hasPrefix("::notice ") }.count == 1)
    #expect(lines.last == "and 3 more errors without an annotation")
  }

  // MARK: Markdown

  @Test func `the table of a page keeps its columns whatever the titles say`() {
    let lines = SampleRun.text(MarkdownRunReporter.self).split(separator: "\n").map(String.init)
    #expect(lines[0] == "## scenesim: 4 runs, 1 passed, 1 failed, 1 not valid, 1 skipped, 4 steps")
    let table = lines.filter { $0.hasPrefix("|") }
    #expect(table.count == 6)
    for row in table {
      let bars = row.replacingOccurrences(of: "\\|", with: "").filter { $0 == "|" }
      #expect(bars.count == 5, "\(row)")
    }
    // What failed stands first, with its sentence.
    #expect(table[2].contains("&lt;x&gt;"))
    #expect(table[2].contains("`dir/02-drag.scene.yaml:2:3`"))
    #expect(table[2].contains("<br>"))
    #expect(table[3] == "| ✗ | `c.scene.yaml:1:1` | no scenario | not valid |")
  }

  @Test func `a page shows the failing frame and how the windows came there`() {
    let text = SampleRun.text(MarkdownRunReporter.self)
    #expect(text.contains("```text\ndir/02-drag.scene.yaml:2:3: error: "))
    #expect(text.contains("        |   ^^^"))
    #expect(text.contains("```mermaid\nsequenceDiagram\n  participant system\n"))
    #expect(text.contains("  system->>w1: willConnect\n"))
    #expect(text.contains("  w1->>w1: A/hawk/draft = #34;x#59;#35;#34;\n"))
    #expect(text.contains("  Note over system,w1: ✗ 2 expect a|b #60;x#62;"))
  }

  @Test func `a fence is longer than what stands in it`() {
    var row = SampleRun.failed
    row.diagnostics = [SampleRun.diagnostic("has ````` five")]
    let text = SampleRun.text(MarkdownRunReporter.self, [row])
    #expect(text.contains("\n``````text\n"))
  }
}

struct UnaskedProblemTests {
  @Test func `a problem that nobody asked for has its address, field and reason for programs`()
    throws
  {
    let record = try PlayedRun.record(PlayedRun.unreadable)
    var reporter = JSONRunReporter(ReportStyle(), record)
    for row in record { _ = reporter.add(row) }
    let said = reporter.end(after: .zero)
    #expect(
      said.contains(
        "\"address\":\"A/note\",\"window\":\"A\",\"field\":\"note.pinned\",\"reason\":\"written by "
          + "version 1, read by version 2 since `update` in step 5 (line 12): no field `pinned` "),
      "\(said)")
  }
}
