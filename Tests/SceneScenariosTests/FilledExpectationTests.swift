import Foundation
import SceneScenarios
import Testing

/// `expect: "?"`, which a run fills in with what is there.
struct FilledExpectationTests {
  private static let scenario = #"""
    scenesim: 1
    scenario: what is there
    app:
      tabs: { hawk: Hawk, raven ä: Raven }
      types: { Note: { text: string, at: "date?", tags: "{string: int}" } }
      storage:
        selectedTab: string
        path: [string]
        draft: { type: string, scope: tab }
        note: { type: Note, default: { text: "", tags: {} } }
        bytes: { type: data, default: "" }
        link: { type: url, default: "https://example.com" }
        half: double
        maybe: int?
        names: [string]
      lists: { birds: { rows: birds, id: name, shows: 2 } }
      data: { birds: [{ name: "$hawk" }, { name: "~" }] }
    steps:
      - launch: A
      - set:
          draft: "$any: [a], \"b\"\n${}"
          note: { text: "$5.00", at: 2026-01-01T09:00:00.5Z, tags: { "1": 2, "a b": 3 } }
          bytes: AAEC
          half: -inf
          names: ["", "12", "null", "~", "true", "a\u2028b", " x", "$any", "$${x}", "-", "y"]
      - show: [character/tala, "a: b"]
      - scroll: { birds: "$hawk" }
      - expect: "?"
      - open: B
      - select: raven ä
        in: B
      - clear: [names]
        in: B
      - expect: "?"
      - background
      - kill
      - expect: "?"
    """#.replacingOccurrences(of: "${}", with: "$${x}")

  private func run(
    _ text: String, fills: Bool
  ) throws -> (outcome: CaseRun, source: SourceFile) {
    let scenario = try LoadedScenario(SourceFile(path: "a.scene.yaml", text: text))
    var options = ScenarioRun.Options()
    options.fillsExpectations = fills
    return (ScenarioRun.run(scenario, case: scenario.cases[0], options: options), scenario.source)
  }

  /// The same file with the answers in the places of the questions.
  private func filled(_ text: String, _ answers: [FilledExpectation]) -> String {
    var lines = text.components(separatedBy: "\n")
    for answer in answers {
      let line = answer.place.start.line - 1
      let scalars = Array(lines[line].unicodeScalars)
      var changed = String.UnicodeScalarView(scalars[..<(answer.place.start.column - 1)])
      changed.append(contentsOf: answer.text.unicodeScalars)
      changed.append(contentsOf: scalars[(answer.place.end.column - 1)...])
      lines[line] = String(changed)
    }
    return lines.joined(separator: "\n")
  }

  @Test func `what is filled in matches what was there`() throws {
    let (outcome, source) = try run(Self.scenario, fills: true)
    #expect(outcome.diagnostics.map { DiagnosticRenderer.text($0, source: source) } == [])
    #expect(outcome.filled.map(\.place.start.line) == [28, 34, 37])
    let text = filled(Self.scenario, outcome.filled)
    #expect(!text.contains(#""?""#))
    let (again, filledIn) = try run(text, fills: false)
    #expect(again.diagnostics.map { DiagnosticRenderer.text($0, source: filledIn) } == [])
    #expect(again.outcome == .passed)
    #expect(again.filled == [])
  }

  @Test func `what is filled in is in canonical flow form`() throws {
    let (outcome, _) = try run(Self.scenario, fills: true)
    #expect(
      outcome.filled.first?.text
        == #"{ windows: [A], A: { phase: active, tab: hawk, path: [character/tala, "a: b"], "#
        + #"values: { draft: { $matches: "^\\$any: \\[a\\], \"b\"\n\\$\\{x\\}$" }, "#
        + #"note: { text: { $matches: "^\\$5\\.00$" }, at: "2026-01-01T09:00:00.500Z", "#
        + #"tags: { "1": 2, a b: 3 } }, bytes: AAEC, link: "https://example.com", "#
        + #"half: "-inf", maybe: ~, names: ["", "12", "null", "~", "true", "a\u2028b", " x", "#
        + #"{ $matches: "^\\$any$" }, "$${x}", "-", y] }, "#
        + #"lists: { birds: { top: { $matches: "^\\$hawk$" }, picked: ~ } } } }"#)
    #expect(outcome.filled.last?.text == "{ app: not-running }")
  }

  @Test func `a question that nobody answers fails with its own code`() throws {
    let (outcome, _) = try run(Self.scenario, fills: false)
    #expect(
      outcome.diagnostics.map(RunHelper.line) == [
        "28:13: the expected values are not filled in [not-filled-in]"
      ])
    #expect(outcome.filled == [])
  }

  @Test func `one question that sees different states cannot be answered`() throws {
    let steps = """
        - launch: A
        - repeat: 2
          do:
            - set: { count: "${i}" }
            - expect: "?"
      """
    let scenario = try RunHelper.scenario(steps)
    var options = ScenarioRun.Options()
    options.fillsExpectations = true
    let outcome = ScenarioRun.run(scenario, case: scenario.cases[0], options: options)
    #expect(
      outcome.diagnostics.map(RunHelper.line) == [
        "13:17: what is here differs from round to round [not-filled-in]"
      ])
  }

  @Test func `what must always hold cannot be filled in`() {
    #expect(
      RunHelper.mistakes(#"  - parallel: { lanes: { one: [launch] }, always: "?" }"#) == [
        "9:51: what must hold in every order cannot be filled in [contradiction]"
      ])
  }
}
