import Foundation
import SceneScenarios
import SceneSimulator
import Testing

/// What a check finds, and what it must not find.
struct ScenarioCheckTests {
  @Test(arguments: ScenarioFileTests.files)
  func `a scenario that runs has no mistake`(file: String) throws {
    let source = SourceFile(path: file, bytes: try TestFolder.bytes(of: URL(filePath: file)))
    let errors = ScenarioCheck.diagnostics(of: source).filter { $0.severity == .error }
    #expect(errors.map { DiagnosticRenderer.text($0, source: source) } == [])
  }

  /// The mistakes in the steps of a small app, as `line:column: message [code]`.
  private func mistakes(_ steps: String, top: String = "") -> [String] {
    let text = """
      scenesim: 1
      scenario: test
      app:
        tabs: { hawk: Hawk, raven: Raven }
        storage: { draft: { type: string, scope: tab }, count: int }
        activities: { com.example.place: ~ }
      \(top)
      steps:
      \(steps)
      """
    return ScenarioCheck.diagnostics(of: SourceFile(path: "a.scene.yaml", text: text))
      .map(RunHelper.line)
  }

  @Test func `only what is sure is a mistake`() {
    let steps = """
        - launch: A
        - background: A
        - kill
        - launch
        - { background, if: "${flag}" }
        - kill
        - launch
        - fault: { at: commit, do: kill }
        - set: { draft: x }
        - launch
        - fault: none
        - { repeat: "${count}", do: [launch, background, kill] }
        - update: { version: 2 }
        - launch
        - save-point: one
        - rewind: one
        - kill
      """
    #expect(mistakes(steps, top: "vars: { flag: true, count: 2 }") == [])
  }

  @Test func `a step that is to fail changes nothing for those after it`() {
    let steps = """
        - launch: A
        - { open: B, fails: one-window-app }
        - { in: B, select: raven }
        - { kill, fails: app-in-foreground }
        - { select: rven, fails: no-such-tab }
        - { set: { drft: x }, fails: value-too-large }
      """
    #expect(
      mistakes(steps) == [
        "11:11: no window is called B [no-such-window]",
        "14:14: the app declares no key `drft` [no-such-key]",
      ])
  }

  @Test func `windows that nobody named are known where a step could have opened them`() {
    let steps = """
        - launch
        - select: raven
        - activate: A
        - drag: { from: A, activity: com.example.place, drop: right-edge }
        - activate: B
        - activate: C
        - { for-each: { n: [W, X] }, do: [open: "${n}1"] }
        - activate: W1
        - activate: W2
      """
    #expect(
      mistakes(steps) == [
        "14:15: no window is called C [no-such-window]",
        "17:15: no window is called W2 [no-such-window]",
      ])
  }

  @Test func `what a loop opens is known in its next round`() {
    let steps = """
        - launch: A
        - repeat: 2
          do:
            - { in: B, select: raven, if: { i: 1 } }
            - { open: B, if: { i: 0 } }
            - { in: C, select: raven }
      """
    #expect(mistakes(steps) == ["14:15: no window is called C [no-such-window]"])
  }

  @Test func `names in a step that cannot be read are nobody's mistake`() {
    let steps = """
        - launch: A
        - opne: B
        - activate: B
        - save-pint: one
        - rewind: one
        - kill
      """
    #expect(
      mistakes(steps) == [
        "10:5: there is no step `opne` [no-such-step]",
        "12:5: there is no step `save-pint` [no-such-step]",
      ])
  }

  @Test func `a name that one case declares is no mistake`() {
    let text = """
      scenesim: 1
      scenario: test
      app: { storage: { draft: { type: "${type}" } } }
      cases: [{ case: one, type: string }, { case: two, type: int }]
      steps:
        - launch: A
        - { set: { draft: 3 }, if: { type: int } }
        - set: { draft: true }
      """
    let found = ScenarioCheck.diagnostics(of: SourceFile(path: "a.scene.yaml", text: text))
    #expect(found.map(RunHelper.line) == ["8:19: a bool is no `string` [type-mismatch]"])
  }

  @Test func `warnings do not keep a scenario from running`() throws {
    let text = "scenesim: 1\nscenario: x\nvars: { a: 1 }\nsteps: [launch]\n"
    let source = SourceFile(path: "a.scene.yaml", text: text)
    #expect(ScenarioCheck.diagnostics(of: source).map(\.severity) == [.warning])
    #expect(try ScenarioCheck.load(source).title == "x")
    let wrong = SourceFile(path: "a.scene.yaml", text: text + "tgas: []\n")
    let found = #expect(throws: MistakesFound.self) { try ScenarioCheck.load(wrong) }
    #expect(found?.diagnostics.map(\.code) == [.unknownKey])
  }

  @Test func `a file beyond the limits is refused at once`() {
    let brackets = String(repeating: "[", count: 200_000)
    let deep = SourceFile(path: "a", text: brackets)
    #expect(
      ScenarioCheck.diagnostics(of: deep).map(RunHelper.line) == [
        "1:65: lists and maps are nested more than 64 deep [too-deep]"
      ])
    let big = SourceFile(path: "a", bytes: Array(repeating: 0x20, count: (1 << 20) + 1))
    #expect(ScenarioCheck.diagnostics(of: big).map(\.code) == [.tooBig])
  }

  @Test func `the names of events are those that are told`() {
    let app: [AppEvent] = [
      .willFinishLaunching, .didFinishLaunching, .configurationForConnecting("A"),
      .didDiscardSceneSessions("A"), .crashed, .killedByFault("commit"),
      .tree("create root"),
    ]
    let window: [WindowEvent] = [
      .willConnect(session: 1, isNew: true), .willEnterForeground, .didBecomeActive,
      .willResignActive, .didEnterBackground, .stateRestorationActivity(nil, hasCleared: false),
      .didDisconnect, .willContinue("a"), .continues("a", handlers: 1), .didFail("a"),
      .queued("a"), .dropped("a"), .openURL("a:"),
    ]
    func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
    let steps = """
        - launch: A
        - expect: { events: { app: [\(list(app.map(\.text)))], A: [\(list(window.map(\.text)))] } }
      """
    #expect(mistakes(steps) == [])
  }
}
