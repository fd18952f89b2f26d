import SceneLifecycle
import SceneScenarios
import SceneSimulator
import Testing

/// What a check tells of the phases of windows, against what a run makes of the same steps.
struct PhaseCheckTests {
  private static func source(_ steps: [String], app: String = "") -> SourceFile {
    let lines = steps.map { "  - \($0)\n" }.joined()
    let text = """
      scenesim: 1
      scenario: phases
      app: { tabs: { hawk: Hawk, raven: Raven }, activities: { t: ~ }\(app) }
      steps:
      \(lines)
      """
    return SourceFile(path: "phases.scene.yaml", text: text)
  }

  private static func mistakes(_ steps: String...) -> [String] {
    ScenarioCheck.diagnostics(of: source(steps)).map(RunHelper.line)
  }

  @Test func `a link opens a window only where none that is there surely takes it`() {
    let expect = "expect: { windows: [A, B, C] }"
    let steps = ["launch: A", "open: B", "link: notes://x", expect]
    func isFound(_ source: SourceFile) -> Bool {
      ScenarioCheck.diagnostics(of: source).contains { $0.code == .noSuchWindow }
    }
    #expect(isFound(Self.source(steps, app: ", windows: many")))
    for rule in ["external: new-window", "conditions: { can: [] }", "profile: swiftui"] {
      #expect(!isFound(Self.source(steps, app: ", windows: many, \(rule)")), "\(rule)")
    }
    let declining = steps[..<2] + ["{ in: B, conditions: { can: [] } }"] + steps[2...]
    #expect(!isFound(Self.source(Array(declining), app: ", windows: many")))
    // What windows of an app in Swift take, that alone knows.
    let lines = steps.map { "  - \($0)\n" }.joined()
    let bare = "scenesim: 1\nscenario: phases\nsteps:\n\(lines)"
    #expect(!isFound(SourceFile(path: "phases.scene.yaml", text: bare)))
  }

  @Test func `a window in a wrong phase is found`() {
    #expect(
      Self.mistakes("launch: A", "background: A", "resign: A") == [
        "7:5: `resign`: A is background, not active [wrong-phase]"
      ])
    #expect(
      Self.mistakes("launch: A", "disconnect: A") == [
        "6:5: `disconnect`: A is active, not background [wrong-phase]"
      ])
    #expect(
      Self.mistakes("launch: A", "open: B", "reconnect: A") == [
        "7:5: `reconnect`: A is active, not disconnected [wrong-phase]"
      ])
    #expect(
      Self.mistakes("launch: A", "resign", "resign") == [
        "7:5: `resign`: A is inactive, not active [wrong-phase]"
      ])
  }

  @Test func `a window that is not connected is found, in steps, drags and looks`() {
    let before = ["launch: A", "open: B", "background: B", "disconnect: B"]
    func mistakes(_ step: String) -> [String] {
      ScenarioCheck.diagnostics(of: Self.source(before + [step])).map(RunHelper.line)
    }
    let isGone = "B is disconnected [window-not-connected]"
    #expect(mistakes("{ in: B, select: raven }") == ["9:14: `select`: \(isGone)"])
    #expect(mistakes("activate: B") == ["9:5: `activate`: \(isGone)"])
    #expect(mistakes("arrange: { B: full }") == ["9:16: `arrange`: \(isGone)"])
    #expect(
      mistakes("drag: { from: B, activity: t, drop: left-edge }") == ["9:19: `drag`: \(isGone)"])
    #expect(
      mistakes("drag: { from: A, activity: t, drop: { on: B } }") == ["9:47: `drag`: \(isGone)"])
    #expect(
      mistakes("expect: { B: { phase: disconnected, tab: hawk } }") == [
        "9:41: B is disconnected: its `tab` cannot be seen [window-not-connected]"
      ])
    #expect(mistakes("{ activate: B, fails: window-not-connected }") == [])
    #expect(mistakes("reconnect: B") == [])
    #expect(mistakes("close: B") == [])
  }

  @Test func `a window that is closed, and one for which there is no room, are found`() {
    #expect(
      Self.mistakes("launch: A", "open: B", "close: B", "{ in: B, select: raven }") == [
        "8:14: `select`: B is closed [window-not-connected]"
      ])
    #expect(
      Self.mistakes("launch: A", "open: B", "background: B", "disconnect: B", "open: B") == [
        "9:11: `open`: B is disconnected already [window-exists]"
      ])
    #expect(
      Self.mistakes("launch: A", "close: A", "select: raven") == [
        "7:5: `select`: no window is open [which-window]"
      ])
    let one = Self.source(
      ["launch: A", "drag: { from: A, activity: t, drop: left-edge }"], app: ", windows: one")
    #expect(
      ScenarioCheck.diagnostics(of: one).map(RunHelper.line) == [
        "6:5: `drag`: this app has one window, and it exists already [one-window-app]"
      ])
  }

  @Test func `a value that no store could take is found`() {
    func found(_ step: String, budget: String) -> [String] {
      let text = """
        scenesim: 1
        scenario: size
        app: { storage: { note: string, list: { type: [int] } }, budget: { value: \(budget) } }
        steps:
          - launch: A
          - \(step)
        """
      return ScenarioCheck.diagnostics(of: SourceFile(path: "a.scene.yaml", text: text))
        .map(RunHelper.line)
    }
    #expect(
      found("set: { note: 123456 789 }", budget: "9") == [
        "6:18: `note`: the value is too large: 10 bytes, the limit is 9 [value-too-large]"
      ])
    #expect(found("set: { note: 123456 789 }", budget: "10") == [])
    #expect(found("set: { note: 123456 789 }", budget: "~") == [])
    #expect(found("{ set: { note: 123456 789 }, fails: value-too-large }", budget: "9") == [])
  }

  /// A run that passes a line on which the check finds a mistake shows a false finding; steps in
  /// a straight line that fail are to be found.
  @Test func `what is found fails in the run, and what fails in a straight line is found`() throws {
    var random = SeededNumbers(seed: 4)
    var (found, missed) = (0, 0)
    for _ in 0..<600 {
      let isStraight = Bool.random(using: &random)
      let steps = Self.steps(isStraight: isStraight, &random)
      let source = Self.source(["launch: A", "open: B"] + steps)
      let codes = ProblemCode.found
      let first = ScenarioCheck.diagnostics(of: source).first { codes.contains($0.code) }
      let scenario: LoadedScenario
      do { scenario = try LoadedScenario(source) } catch { continue }
      let outcome = ScenarioRun.run(scenario, case: try #require(scenario.cases.first))
      let failure = outcome.diagnostics.first { $0.severity == .error }
      let failed = failure?.range.start.line ?? .max
      if let first {
        found += 1
        #expect(
          failed <= first.range.start.line,
          "\(RunHelper.line(first)) does not fail:\n\(source.text)")
      } else if isStraight, let failure, codes.contains(failure.code) {
        missed += 1
        #expect(Bool(false), "\(RunHelper.line(failure)) is not found:\n\(source.text)")
      }
    }
    #expect(found > 150)
    #expect(missed == 0)
  }

  private static func steps(
    isStraight: Bool, _ random: inout SeededNumbers
  ) -> [String] {
    let window = ["A", "B", "C"].randomElement(using: &random) ?? "A"
    let other = ["A", "B", "C"].randomElement(using: &random) ?? "B"
    let sure = [
      "open: \(window)", "activate: \(window)", "resign: \(window)", "background: \(window)",
      "foreground: \(window)", "disconnect: \(window)", "reconnect: \(window)",
      "close: \(window)", "background", "{ in: \(window), select: raven }", "select: hawk",
      "drag: { from: \(window), activity: t, drop: { on: \(other) } }",
      "drag: { from: \(window), activity: t, drop: new-window, opens: C }",
      "expect: { \(window): { tab: hawk } }", "continue: { activity: t, to: \(window) }",
      "resign", "disconnect",
    ]
    let open = [
      "kill", "stop", "force-quit", "launch", "launch: \(window)", "foreground",
      "memory-pressure: 1", "continue: { activity: t }", "link: a://b", "open",
      "drag: { from: \(window), activity: t, drop: left-edge }", "save-point: one", "rewind: one",
      "{ activate: \(window), if: true }", "{ disconnect: \(window), if: true }",
      "{ close: \(window), fails: no-such-window }", "crash", "reboot",
    ]
    let choices = isStraight ? sure : sure + open
    return (0..<Int.random(in: 1...8, using: &random)).map { _ in
      choices.randomElement(using: &random) ?? "background"
    }
  }
}

extension ProblemCode {
  /// The codes of what a check can tell of processes and windows.
  fileprivate static let found: [ProblemCode] = [
    .wrongPhase, .windowNotConnected, .whichWindow, .windowExists, .oneWindowApp, .noSuchWindow,
    .appNotRunning, .alreadyRunning, .appInForeground,
  ]
}
