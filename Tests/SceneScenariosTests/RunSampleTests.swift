import Foundation
import SceneScenarios
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
      #expect(outcome.of == 26)
    }
  }

  @Test func `a failed check reads like the page says`() throws {
    let scenario = try RunHelper.sample01(
      changing: "draft-elsewhere: Tala is brave", to: "draft-elsewhere: \"\"")
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
          next   scenesim run scenarios/01-shared-key.scene.yaml --case 1 --until 9

        """)
  }
}

enum RunHelper {
  static func sample01(
    changing old: String = "", to new: String = ""
  ) throws -> LoadedScenario {
    let file = TestFolder.samples.appending(path: "01-shared-key.scene.yaml")
    var text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    if !old.isEmpty { text = text.replacingOccurrences(of: old, with: new) }
    return try LoadedScenario(
      SourceFile(path: "scenarios/01-shared-key.scene.yaml", text: text))
  }
}
