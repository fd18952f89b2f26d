import SceneScenarios
import SceneSimulator
import SceneState
import Testing

/// The layouts are those of the format's reference, character by character.
struct DiagnosticRendererTests {
  private func range(_ line: Int, _ start: Int, _ end: Int) -> SourceRange {
    SourceRange(
      start: SourcePosition(line: line, column: start),
      end: SourcePosition(line: line, column: end))
  }

  @Test func `a failed check shows both values, their origin and the state around`() {
    let expect = "- expect: { A: { tab: \"${book}\", values: { draft: \"${draft-elsewhere}\" } } }"
    let source = SourceFile(
      path: "a.scene.yaml",
      text: String(repeating: "#\n", count: 57)
        + "          - select: ${book}\n          \(expect)\n")
    var diagnostic = Diagnostic(
      .notAsExpected, file: "a.scene.yaml", range: range(59, 61, 81),
      "A.values.draft: expected \"\", got \"Tala is brave\"", hint: "give every tab its own value")
    diagnostic.context = "case \"one key per scene\"   step 9 of 26"
    diagnostic.frame?.resolved = "\"\""
    diagnostic.comparison = Comparison(
      lookedAt: "A.values.draft",
      expected: Comparison.Value(text: "\"\"", kind: "string", json: "\"\""),
      actual: Comparison.Value(
        text: "\"Tala is brave\"", kind: "string, 13 bytes", json: "\"Tala is brave\""))
    diagnostic.cameFrom = "step 3, line 47, `set` in tab hawk"
    diagnostic.around = ["A   active   tab raven   path []                 front"]
    diagnostic.next = "scenesim run a.scene.yaml --case 1"
    #expect(
      DiagnosticRenderer.text(diagnostic, source: source) == """
        a.scene.yaml:59:61: error: A.values.draft: expected "", got "Tala is brave" [not-as-expected]
          case "one key per scene"   step 9 of 26

             58 |           - select: ${book}
             59 |           \(expect)
                |                                                             ^^^^^^^^^^^^^^^^^^^^  = ""

          expected   ""                  (string)
          actual     "Tala is brave"     (string, 13 bytes)
          came from  step 3, line 47, `set` in tab hawk

          around it
            A   active   tab raven   path []                 front

          hint   give every tab its own value
          next   scenesim run a.scene.yaml --case 1

        """)
  }

  @Test func `a message without source has a first line and a hint`() {
    var diagnostic = Diagnostic(
      .appInForeground, file: "notes.scene.yaml", range: range(41, 9, 13),
      "`kill`: the system does not take an app that is in front (A is active)",
      hint: "`background` first – or `stop`")
    diagnostic.frame = nil
    #expect(
      DiagnosticRenderer.text(diagnostic, source: SourceFile(path: "", text: "")) == """
        notes.scene.yaml:41:9: error: `kill`: the system does not take an app that is in front \
        (A is active) [app-in-foreground]
          hint   `background` first – or `stop`

        """)
  }

  @Test func `facts and hint share a column`() {
    var diagnostic = Diagnostic(
      .events, file: "a.scene.yaml", range: range(70, 13, 14),
      "expected events of A not found: didDisconnect", hint: "look before it")
    diagnostic.frame = nil
    diagnostic.facts = [
      .init("wanted", "willResignActive ✓  didDisconnect ✗"), .init("had", "willResignActive"),
    ]
    #expect(
      DiagnosticRenderer.text(diagnostic, source: nil) == """
        a.scene.yaml:70:13: error: expected events of A not found: didDisconnect [events]
          wanted   willResignActive ✓  didDisconnect ✗
          had      willResignActive
          hint     look before it

        """)
  }

  @Test func `a message without a file begins with the severity`() {
    var diagnostic = Diagnostic(
      .valueNotReadable, file: nil, range: range(1, 1, 1), "unexpected problem in step 12",
      hint: "add `fill`")
    diagnostic.severity = .warning
    diagnostic.notes = ["B/country  written by version 1, read by version 3"]
    #expect(
      DiagnosticRenderer.text(diagnostic, source: nil) == """
        warning: unexpected problem in step 12 [value-not-readable]
          B/country  written by version 1, read by version 3
          hint     add `fill`

        """)
  }

  @Test func `no text of a user reaches the terminal as a control sequence`() {
    let source = SourceFile(path: "a\u{1B}[2J.yaml", text: "a: \u{1B}[31m\u{9B}x\u{7F}\u{202E}\n")
    var diagnostic = Diagnostic(
      .wrongValue, file: source.path, range: range(1, 4, 9), "`\u{1B}[0m\n` is wrong",
      hint: "\u{7}")
    let value = Comparison.Value(text: "\u{1B}", kind: "\u{1B}", json: nil)
    diagnostic.comparison = Comparison(lookedAt: "", expected: value, actual: value)
    diagnostic.around = ["\u{8}"]
    diagnostic.notes = ["\u{0}"]
    let text = DiagnosticRenderer.text(diagnostic, source: source)
    let controls = text.unicodeScalars.filter {
      $0 != "\n" && $0.properties.generalCategory == .control
    }
    #expect(controls.isEmpty)
    #expect(!text.contains("\u{202E}"))
    #expect(text.contains("a: \\u{1B}[31m\\u{9B}x\\u{7F}\\u{202E}"))
  }

  @Test func `colours change nothing but colours`() {
    let source = SourceFile(path: "a.yaml", text: "a: *b\n")
    let diagnostic = Diagnostic(.alias, file: "a.yaml", range: range(1, 4, 6), "no", hint: "vars")
    let plain = DiagnosticRenderer.text(diagnostic, source: source)
    let coloured = DiagnosticRenderer.text(diagnostic, source: source, color: true)
    #expect(coloured != plain)
    #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
  }

  @Test func `a range over several lines is marked to the end of its first`() {
    let source = SourceFile(path: "a.yaml", text: "a: [1,\n  2]\n")
    let range = SourceRange(
      start: SourcePosition(line: 1, column: 4), end: SourcePosition(line: 2, column: 5))
    let text = DiagnosticRenderer.text(
      Diagnostic(.wrongKind, file: "a.yaml", range: range, "no"), source: source)
    #expect(text.hasSuffix("        |    ^^^\n"))
  }

  @Test func `long values and what is around fit the terminal`() {
    let source = SourceFile(path: "a.yaml", text: "a: b\n")
    var diagnostic = Diagnostic(.notAsExpected, file: "a.yaml", range: range(1, 4, 5), "no")
    let long = String(repeating: "x", count: 200)
    diagnostic.comparison = Comparison(
      lookedAt: "", expected: Comparison.Value(text: long, kind: "string", json: nil),
      actual: Comparison.Value(text: long + "y", kind: "string, 203 bytes", json: nil))
    diagnostic.around = ["store  A/hawk/draft  " + long]
    let layout = DiagnosticRenderer.Layout(width: 70)
    let text = DiagnosticRenderer.text(diagnostic, source: source, layout: layout)
    for line in text.split(separator: "\n") {
      #expect(DisplayWidth.of(String(line)) <= 70, "\(line)")
    }
    #expect(text.contains("203 bytes)") && text.contains("A/hawk/draft"))
  }
}
