import SceneScenarios
import Testing

struct AppVariablesTests {
  private func mistakes(_ text: String) -> [String] {
    do {
      _ = try LoadedScenario(SourceFile(path: "a.yaml", text: text))
      return []
    } catch {
      return error.diagnostics.filter { !$0.message.hasSuffix(" yet") }.map(RunHelper.line)
    }
  }

  @Test func `an app with variables is checked before it runs`() {
    let found = mistakes(
      """
      scenesim: 1
      scenario: test
      app:
        tabs: "${tabs}"
        storage:
          a: { type: int, scope: "${scope}", dfault: 3 }
          b: { type: string, scope: tab(hwk) }
        activities: { com.a: ~ }
        handlers: [{ on: "${type}", if: "${live}", do: [{ select: "${payload.tab}" }, launch] }]
      vars: { tabs: { hawk: H }, type: com.a }
      cases:
        - { case: one, scope: tab, live: true }
        - { case: two, scope: scene, live: false }
      steps: []
      """)
    #expect(
      found == [
        "6:40: there is no key `dfault` in storage key `a` [unknown-key]",
        "7:31: the app declares no tab `hwk` [wrong-value]",
        "9:81: an app cannot do `launch`: its steps act inside its window and on its data [contradiction]",
      ])
  }

  @Test func `a value of a variable is looked at when its case runs`() throws {
    let text = """
      scenesim: 1
      scenario: test
      app:
        storage: { a: { type: int, scope: "${scope}" } }
      cases:
        - { case: right, scope: scene }
        - { case: wrong, scope: scen }
        - { case: missing }
      steps: []
      """
    let scenario = try LoadedScenario(SourceFile(path: "a.yaml", text: text))
    let found = scenario.cases.map {
      ScenarioRun.run(scenario, case: $0).diagnostics.map(RunHelper.line)
    }
    #expect(
      found == [
        [], ["4:37: `scen` is no value of `scope` [wrong-value]"],
        ["4:37: there is no variable `scope` here [no-such-variable]"],
      ])
  }

  @Test func `a variable that no case has is found before any case runs`() {
    let found = mistakes(
      """
      scenesim: 1
      scenario: test
      app: { name: "${nmae}" }
      vars: { name: Notes }
      steps: []
      """)
    #expect(found == ["3:14: there is no variable `nmae` here [no-such-variable]"])
  }

  @Test func `a missing variable does not hide what else is wrong`() {
    let found = mistakes(
      """
      scenesim: 1
      scenario: test
      app:
        name: "${nmae}"
        storage: { a: { type: "${tpye}", dfault: 3 }, b: strng }
      vars: { name: Notes, other: "${nmea}" }
      cases: [{ case: one, kind: "${mane}" }]
      steps: []
      """)
    #expect(
      found == [
        "4:9: there is no variable `nmae` here [no-such-variable]",
        "5:25: there is no variable `tpye` here [no-such-variable]",
        "5:36: there is no key `dfault` in storage key `a` [unknown-key]",
        "5:52: `strng` is no value of a type [wrong-value]",
        "6:29: there is no variable `nmea` here [no-such-variable]",
        "7:28: there is no variable `mane` here [no-such-variable]",
      ])
  }
}
