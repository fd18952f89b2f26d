import Foundation
import SceneScenarios
import SceneSimulator
import SceneState
import Testing

struct RunSampleTests {
  @Test func `sample 01 passes in both cases`() throws {
    let scenario = try RunHelper.sample01()
    #expect(scenario.cases.count == 2)
    for selected in scenario.cases {
      let outcome = ScenarioRun.run(scenario, case: selected)
      #expect(
        outcome.diagnostics.map { DiagnosticRenderer.text($0, source: scenario.source) } == [])
      #expect(outcome.outcome == .passed)
      #expect(outcome.steps == 26)
      #expect(outcome.total == 26)
    }
  }

  @Test func `a failed check reads like the page says`() throws {
    let scenario = try RunHelper.sample01(line: 29, "Tala is brave", "\"\"")
    let outcome = ScenarioRun.run(scenario, case: try #require(scenario.cases.first))
    let diagnostic = try #require(outcome.diagnostics.first)
    let text = DiagnosticRenderer.text(diagnostic, source: scenario.source)
    #expect(outcome.outcome == .failed)
    #expect(outcome.steps == 9)
    #expect(
      text == """
        scenarios/01-shared-key.scene.yaml:59:61: error: A.values.draft: expected "", got "Tala is brave" [not-as-expected]
          case "one key per scene (the bug)"   step 9 of 26 · group "What the other books show"   book = raven

             58 |           - select: ${book}
             59 |           - expect: { A: { tab: "${book}", values: { draft: "${draft-elsewhere}" } } }
                |                                                             ^^^^^^^^^^^^^^^^^^^^  = ""

          expected   ""                  (string)
          actual     "Tala is brave"     (string, 13 bytes)
          came from  step 3, line 47, `set` in tab hawk → key draft, scope scene (one value for all tabs)

          around it
            A   active   tab raven   path []                 front
            store  A/draft        "Tala is brave"   shared by hawk, raven, swift, faves
                   A/selectedTab  "raven"           changed in step 8

          hint   give every tab its own value: `scope: tab` (line 23), in Swift @SceneStorage("draft", scope: .selectedTab)
          next   scenesim run scenarios/01-shared-key.scene.yaml --case 1 --until 9 --report out.html

        """)
  }

  @Test func `the trace of sample 01 is the golden one`() throws {
    let scenario = try RunHelper.sample01()
    var trace = Trace()
    for selected in scenario.cases {
      trace.events += ScenarioRun.run(scenario, case: selected).trace.events
    }
    let golden = TestFolder.samples.appending(path: "01-shared-key.trace")
    #expect(
      trace.description == String(decoding: try TestFolder.bytes(of: golden), as: UTF8.self))
  }

  @Test(arguments: changes)
  func `each expected value can fail, at its own place`(change: Change) throws {
    let scenario = try RunHelper.sample01(line: change.line, change.old, change.new)
    let outcomes = scenario.cases.map { ScenarioRun.run(scenario, case: $0) }
    let places = outcomes.map { $0.diagnostics.first.map { "\($0.range.start)" } ?? "passed" }
    #expect(places == change.places)
    for outcome in outcomes where outcome.outcome == .failed {
      #expect(outcome.diagnostics.map(\.code.rawValue) == ["not-as-expected"])
    }
  }

  struct Change: Sendable, CustomTestStringConvertible {
    let line: Int
    let old: String
    let new: String
    /// Where each case fails.
    let places: [String]
    var testDescription: String { "\(line): \(old) → \(new)" }

    init(_ line: Int, _ old: String, _ new: String, _ places: String...) {
      (self.line, self.old, self.new, self.places) = (line, old, new, places)
    }
  }

  static let changes = [
    // The columns of the cases: the place is where they are used.
    Change(29, "Tala is brave", "Rhona", "59:61", "passed"),
    Change(30, "lady-beatrice", "rhona", "77:30", "passed"),
    Change(31, "lady-beatrice", "tala", "78:30", "passed"),
    Change(32, "3", "4", "79:37", "passed"),
    Change(36, "\"\"", "x", "passed", "59:61"),
    Change(37, "rhona", "tala", "passed", "77:30"),
    Change(38, "tala", "rhona", "passed", "78:30"),
    Change(39, "5", "3", "passed", "79:37"),
    // The steps.
    Change(43, "active", "inactive", "43:27", "43:27"),
    Change(43, "hawk", "raven", "43:40", "43:40"),
    Change(43, "\"\"", "x", "43:63", "43:63"),
    Change(52, "active", "background", "52:23", "52:23"),
    Change(52, "true", "false", "52:41", "52:41"),
    Change(52, "hawk", "swift", "52:52", "52:52"),
    Change(52, "brave", "tall", "52:75", "52:75"),
    Change(59, "tab: \"${book}\"", "tab: hawk", "59:33", "59:33"),
    Change(74, "swift", "hawk", "74:18", "74:18"),
    Change(75, "lady-beatrice", "tala", "75:20", "75:20"),
    Change(85, "[A, B]", "[A]", "85:20", "85:20"),
    Change(86, "false", "true", "86:26", "86:26"),
    Change(86, "hawk", "swift", "86:38", "86:38"),
    Change(86, "[]", "[x]", "86:50", "86:50"),
    Change(86, "\"\"", "x", "86:71", "86:71"),
    Change(89, "brave", "tall", "89:49", "89:49"),
    Change(90, "Written in B", "Written in A", "90:33", "90:33"),
  ]
}
