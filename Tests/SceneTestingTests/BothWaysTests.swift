import AppsInSwift
import Foundation
import SceneLifecycle
import SceneScenarios
import SceneSimulator
import SceneState
import Testing

/// Apps that a file declares and apps written in Swift go through the same door: the same steps
/// give the same trace, byte for byte.
@MainActor struct BothWaysTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  private func play(
    _ sample: String, case number: Int, app: (() -> any SceneApp)? = nil
  ) throws -> CaseRun {
    let path = Self.tests.appending(path: "SceneScenariosTests/\(sample).scene.yaml").path
    let loaded = try ScenarioRun.load(path: path)
    let selected = try #require(loaded.cases.first { $0.number == number })
    return ScenarioRun.run(
      loaded, case: selected, apps: app.map { KnownApps(only: $0) } ?? KnownApps())
  }

  private func hawkNotes(
    _ change: (inout HawkNotes.Options) -> Void
  ) -> () -> any SceneApp {
    var options = HawkNotes.Options()
    options.handlesPerBook = false  // as the sample declares it: for the window
    change(&options)
    return { [options] in HawkNotes(options) }
  }

  @Test(arguments: [(1, true), (2, false)])
  func `sample 01 leaves the same trace both ways`(number: Int, isShared: Bool) throws {
    let declared = try play("Samples/01-shared-key", case: number)
    let swift = try play(
      "Samples/01-shared-key", case: number,
      app: hawkNotes {
        $0.tabs = ["hawk", "raven", "swift", "faves"]
        $0.sharesDrafts = isShared
      })
    #expect(swift.outcome == .passed, "\(swift.diagnostics.map(\.message))")
    #expect(swift.trace.description == declared.trace.description)
    #expect(swift.steps == 26)
  }

  @Test func `the fix is in the app: without it the other case's trace comes out`() throws {
    let shared = try play(
      "Samples/01-shared-key", case: 2,
      app: hawkNotes {
        $0.tabs = ["hawk", "raven", "swift", "faves"]
        $0.sharesDrafts = true
      })
    #expect(shared.outcome == .failed)
  }

  @Test(arguments: [(1, false), (2, true)])
  func `sample 02 leaves the same trace both ways`(number: Int, tabViewHandles: Bool) throws {
    let declared = try play("Samples/02-drag-new-window", case: number)
    let swift = try play(
      "Samples/02-drag-new-window", case: number,
      app: hawkNotes { $0.tabViewHandles = tabViewHandles })
    #expect(swift.outcome == declared.outcome, "\(swift.diagnostics.map(\.message))")
    #expect(swift.trace.description == declared.trace.description)
    #expect(swift.trace.description.contains("continue com.example.hawknotes.character"))
  }

  @Test func `a handler taken out of the Swift app changes the trace`() throws {
    let whole = try play("Samples/02-drag-new-window", case: 2, app: hawkNotes { _ in })
    let withoutTabView = try play(
      "Samples/02-drag-new-window", case: 2, app: hawkNotes { $0.tabViewHandles = false })
    let withoutBookView = try play(
      "Samples/02-drag-new-window", case: 2, app: hawkNotes { $0.bookViewHandles = false })
    let traces = [whole, withoutTabView, withoutBookView].map(\.trace.description)
    #expect(Set(traces).count == 3)
    #expect(withoutTabView.outcome == .failed && withoutBookView.outcome == .failed)
  }

  @Test(arguments: [(1, Restorer.Association.capital, 30), (2, .rowNumber, 10)])
  func `sample 05 leaves the same trace both ways`(
    number: Int, association: Restorer.Association, steps: Int
  ) throws {
    let declared = try play("Samples/05-countries", case: number)
    let swift = try play("Samples/05-countries", case: number, app: { Restorer(association) })
    #expect(swift.outcome == .passed, "\(swift.diagnostics.map(\.message))")
    #expect(swift.trace.description == declared.trace.description)
    #expect(swift.steps == declared.steps)
    #expect(swift.steps == steps)
  }

  @Test func `a list without its association does not find its rows again`() throws {
    let whole = try play("Samples/05-countries", case: 1, app: { Restorer() })
    let without = try play("Samples/05-countries", case: 1, app: { Restorer(.none) })
    #expect(whole.outcome == .passed)
    #expect(without.outcome == .failed)
    #expect(without.trace.description != whole.trace.description)
    // Everything before the new process went well: only finding the rows again needs it.
    let first = try #require(without.diagnostics.first)
    #expect(first.message.contains("A.lists.countries"), "\(first.message)")
    #expect(without.steps == 10)
  }

  @Test func `the other case's association fails`() throws {
    let numbers = try play("Samples/05-countries", case: 1, app: { Restorer(.rowNumber) })
    #expect(numbers.outcome == .failed)
  }

  @Test func `data that changes under a running app moves its lists both ways`() throws {
    let sample = try String(
      contentsOf: Self.tests.appending(
        path: "SceneScenariosTests/Samples/05-countries.scene.yaml"), encoding: .utf8)
    let app = try #require(sample.range(of: "cases:")).lowerBound
    let text =
      sample[..<app].replacing("${row-id}", with: "capital") + """
        steps:
          - launch: A
          - scroll: { countries: Ghana }
          - pick: { countries: Iceland }
          - change-data: { countries: { remove: [Chile, Iceland] } }
          - expect: { A: { lists: { countries: { top: Ghana, top-row: 3, picked: ~ } } } }
          - scroll: { countries: Iceland }
            fails: no-such-row

        """
    let loaded = try LoadedScenario(SourceFile(path: "moving.yaml", bytes: Array(text.utf8)))
    let outcomes = [nil, { Restorer() }].map { (app: (() -> any SceneApp)?) in
      ScenarioRun.run(
        loaded, case: loaded.cases[0], apps: app.map { KnownApps(only: $0) } ?? KnownApps())
    }
    for outcome in outcomes {
      #expect(outcome.outcome == .passed, "\(outcome.diagnostics.map(\.message))")
    }
    #expect(outcomes[0].trace.description == outcomes[1].trace.description)
  }

  /// A browser whose tabs come and go, a reader whose articles disappear, an editor with documents
  /// in two windows; tabs of the app, and of places.
  @Test(arguments: ["browser", "reader", "editor", "tabs-of-app", "tabs-of-folders"])
  func `a larger app leaves the same trace both ways`(scenario: String) throws {
    let apps: [String: () -> any SceneApp] = [
      "browser": { Osprey() }, "reader": { Heron() }, "editor": { Quill() },
      "tabs-of-app": { Petrel() }, "tabs-of-folders": { Petrel(hasFolders: true) },
    ]
    let app = try #require(apps[scenario])
    let declared = try play("Scenarios/\(scenario)", case: 1)
    let swift = try play("Scenarios/\(scenario)", case: 1, app: app)
    #expect(swift.outcome == .passed, "\(swift.diagnostics.map(\.message))")
    #expect(swift.trace.description == declared.trace.description)
    #expect(swift.steps == declared.steps)
  }

  @Test func `an app in Swift without such tabs refuses the steps`() throws {
    let text = """
      scenesim: 1
      scenario: tabs
      app: { tabs: { $from: openTabs }, storage: { openTabs: [string] } }
      steps:
        - launch: A
        - { open-tab: t1, fails: no-such-tab }
        - { undo-close-tab: ~, fails: no-such-tab }

      """
    let loaded = try LoadedScenario(SourceFile(path: "tabs.yaml", text: text))
    let outcome = ScenarioRun.run(
      loaded, case: loaded.cases[0], apps: KnownApps(only: hawkNotes { _ in }))
    #expect(outcome.outcome == .passed, "\(outcome.diagnostics.map(\.message))")
  }

  @Test func `an app with tables needs no scenario`() throws {
    let sim = Simulation {
      let app = Restorer()
      app.use(SimulatedTables { $0 == "countries" ? [["capital": "Accra"], [:]] : [] })
      return app
    }
    let window = try sim.launch()
    let list = try #require(try window.scene().lists["countries"])
    #expect(list.rowCount == 2)
    #expect(list.modelIDs == ["Accra", ""])
    try list.scroll(to: 1)
    #expect(throws: SceneProblem.self) { try list.scroll(to: 2) }
  }

  @Test func `the apps in Swift know nothing of scenarios`() throws {
    let folder = Self.tests.appending(path: "AppsInSwift").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files.count >= 3)
    for file in files {
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      #expect(!text.contains("SceneScenarios"), "\(file)")
    }
  }
}
