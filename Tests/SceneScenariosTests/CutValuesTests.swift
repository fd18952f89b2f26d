import SceneScenarios
import Testing

/// Long values in messages: cut to where they part, whole if asked for.
struct CutValuesTests {
  private func text(_ expected: String, _ actual: String, isFull: Bool = false) -> [String] {
    var diagnostic = Diagnostic(
      .notAsExpected, file: "a.yaml", range: SourceRange(at: .start), "no")
    diagnostic.frame = nil
    diagnostic.comparison = Comparison(
      lookedAt: "A.values.draft",
      expected: Comparison.Value(text: expected, kind: "string", json: nil),
      actual: Comparison.Value(text: actual, kind: "string", json: nil))
    return DiagnosticRenderer.text(
      diagnostic, source: nil, layout: DiagnosticRenderer.Layout(isFull: isFull)
    ).split(separator: "\n").dropFirst().map(String.init)
  }

  @Test func `short values are whole`() {
    #expect(
      text("one", "two") == ["  expected   one     (string)", "  actual     two     (string)"])
  }

  @Test func `of long values the part that differs is shown`() {
    let same = String(repeating: "x", count: 500)
    let lines = text(same + "North" + same, same + "South" + same)
    #expect(lines[0].contains("xxNorthxx") && lines[1].contains("xxSouthxx"))
    #expect(lines[0].contains("…xx") && lines[0].contains("xx…"))
    #expect(lines.allSatisfy { $0.count < 160 })
    #expect(
      lines[2] == "  cut        they part at character 501; `--full` shows both whole")
  }

  @Test func `the difference is seen at either end, and if one is the beginning of the other`() {
    let long = String(repeating: "y", count: 300)
    #expect(text("A" + long, "B" + long)[0].hasPrefix("  expected   Ayy"))
    #expect(text(long + "A", long + "B")[1].contains("yyB     (string)"))
    let lines = text(long, long + " and more")
    #expect(lines[0].contains("yy  ") && lines[1].contains("yy and more"))
    #expect(text("short", long)[0].hasPrefix("  expected   short "))
  }

  @Test func `characters are not taken apart`() {
    let family = "👩‍👩‍👧"
    let long = String(repeating: family, count: 100)
    for lead in 0..<12 {
      let start = String(repeating: "a", count: lead)
      for line in text(start + long + "x", start + long + "y").prefix(2) {
        let shown = line.dropFirst(13).prefix { $0 != " " }.filter { $0 != "…" && $0 != "a" }
        #expect(shown.dropLast().allSatisfy { $0 == Character(family) }, "\(shown)")
      }
    }
  }

  @Test func `in full nothing is cut`() {
    let long = String(repeating: "z", count: 500)
    let lines = text(long + "1", long + "2", isFull: true)
    #expect(lines.count == 2)
    #expect(lines[0].contains(long + "1") && lines[1].contains(long + "2"))
  }
}
