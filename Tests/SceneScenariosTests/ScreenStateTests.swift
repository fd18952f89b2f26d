import SceneScenarios
import SceneSimulator
import Testing

struct ScreenStateTests {
  @Test func `each step shows the windows as they are then`() throws {
    let scenario = try RunHelper.scenario(
      """
        - launch: A
        - set: { draft: typed, count: 3 }
        - { in: A, select: raven }
        - open: { window: B, place: right-half }
        - background: A
        - disconnect: A
        - close: B
        - force-quit
      """)
    var options = ScenarioRun.Options()
    options.keepsMoments = true
    let run = ScenarioRun.run(scenario, case: try #require(scenario.cases.first), options: options)
    #expect(run.outcome == .passed)
    let shown = run.played.map(\.screens)
    #expect(shown.count == 8 && shown.allSatisfy { $0.count == 1 })
    let screens = shown.compactMap(\.first)
    #expect(screens[1].windows.first?.values == [.init("draft", "\"typed\""), .init("count", "3")])
    #expect(screens[2].windows.first?.selectedTab == "raven")
    #expect(screens[2].windows.first?.values == [.init("count", "3")])
    #expect(screens[3].windows.map(\.name) == ["A", "B"])
    #expect(screens[3].windows.map(\.isFront) == [false, true])
    #expect(screens[3].windows.last?.place == "right-half")
    #expect(screens[4].windows.map(\.phase) == [.background, .active])
    #expect(screens[5].disconnected == ["A"] && screens[5].windows.map(\.name) == ["B"])
    #expect(screens[6].closed == ["B"] && screens[6].windows.isEmpty && screens[6].isRunning)
    #expect(!screens[7].isRunning)
  }

  @Test func `tabs from a value have the title that the app gives them`() throws {
    let text = """
      scenesim: 1
      scenario: test
      app:
        tabs: { $from: openTabs, $title: "${values.shown}: ${tab.id}" }
        storage: { openTabs: [string], shown: { type: string, scope: tab } }
      steps:
        - launch: A
        - open-tab: t1
        - set: { shown: One }
        - open-tab: t2
      """
    let scenario = try LoadedScenario(SourceFile(path: "test.scene.yaml", text: text))
    var options = ScenarioRun.Options()
    options.keepsMoments = true
    let run = ScenarioRun.run(scenario, case: try #require(scenario.cases.first), options: options)
    let window = try #require(run.played.last?.screens.first?.windows.first)
    #expect(window.shownTabs.map(\.title) == ["One: t1", ": t2"])
    #expect(window.shownTabs.map(\.isSelected) == [false, true])
    #expect(window.tabs == ["t1", "t2"])
  }
}
