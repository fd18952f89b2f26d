import Foundation
import SceneScenarios
import SceneSimulator
import Testing

struct RunStepTests {
  // MARK: Found before anything runs

  @Test func `an unknown step is refused with the nearest ones`() throws {
    #expect(RunHelper.mistakes("  - lanch") == ["9:5: there is no step `lanch` [no-such-step]"])
    let error = #expect(throws: MistakesFound.self) { try RunHelper.scenario("  - lanch: A") }
    #expect(error?.diagnostics.first?.hint == "did you mean `launch`?")
  }

  @Test func `quitting where nobody quits is found before the run`() {
    let mistakes = RunHelper.mistakes("  - launch\n  - quit\n  - { quit, fails: no-quit-here }")
    #expect(
      mistakes == ["10:5: `quit`: apps are not quit on a tablet or phone [no-quit-here]"])
  }

  @Test(arguments: [
    ("launch: { activity: a.b, quick-action: c.d }", "9:30", "contradiction"),
    ("launch: { payload: { a: 1 } }", "9:5", "missing-key"),
    ("drag: { from: A, activity: a.b, drop: { on: B }, opens: C }", "9:61", "contradiction"),
    ("drag: { from: A, activity: a.b, drop: top-edge }", "9:43", "wrong-value"),
    ("drag: { from: A, drop: hold }", "9:5", "missing-key"),
    ("drop: hold", "9:11", "wrong-value"),
    ("continue: { activity: a.b, to: A, opens: B }", "9:46", "contradiction"),
    ("continue: { activity: a.b, via: pigeon }", "9:37", "wrong-value"),
    ("continue: { activity: a.b, webpage: nothing }", "9:41", "wrong-value"),
    ("open: { window: B, target: x }", "9:5", "missing-key"),
    ("conditions: {}", "9:5", "missing-key"),
    ("arrange: { A: everywhere }", "9:19", "wrong-value"),
    ("handoff: { from: Phone, to: Phone }", "9:33", "contradiction"),
    ("memory-pressure: 0", "9:22", "wrong-value"),
  ])
  func `mistakes in what comes from outside point at their place`(
    step: String, place: String, code: String
  ) {
    let mistakes = RunHelper.mistakes("  - \(step)")
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.hasPrefix("\(place): ") == true, "\(mistakes)")
    #expect(mistakes.first?.hasSuffix("[\(code)]") == true, "\(mistakes)")
  }

  @Test func `all mistakes of a file are found in one run, sorted`() {
    let steps = """
        - launch: a
        - { set: { draft: x }, get: { draft: y } }
        - expect: { A: { phase: asleep } }
        - expect: { A: {} }
        - expect: { A: { phse: active } }
        - select
        - group: no steps
        - expect: { store: { entries: { $atleast: 1 } } }
      """
    #expect(
      RunHelper.mistakes(steps) == [
        "9:13: `a` is no name for a window [wrong-value]",
        "10:26: one step has one verb: `set` and `get` are two [one-verb]",
        "11:27: `asleep` is no value of `phase` [wrong-value]",
        "12:18: an empty window cannot fail [vacuous]",
        "13:20: there is no check `phse` [no-such-check]",
        "14:5: `select` needs a value [missing-key]",
        "15:5: `do` is missing in `group` [missing-key]",
        "16:35: there is no matcher `$atleast` [no-such-check]",
      ])
  }

  // MARK: Refused while running

  @Test(arguments: [
    ("  - kill", "9:5: `kill`: the app is not running [app-not-running]"),
    ("  - launch\n  - launch", "10:5: `launch`: the app is running already [already-running]"),
    (
      "  - launch\n  - kill",
      "10:5: `kill`: the system does not take an app that is in front (A is active)"
        + " [app-in-foreground]"
    ),
    (
      "  - launch\n  - open: B\n  - select: raven",
      "11:5: `select`: which window? A, B are open [which-window]"
    ),
    (
      "  - launch\n  - select: ravn",
      "10:13: `select`: the app has no tab `ravn` [no-such-tab]"
    ),
    (
      "  - launch\n  - set: { drft: x }",
      "10:12: `set`: the app declares no key `drft` [no-such-key]"
    ),
    ("  - launch\n  - set: { count: many }", "10:19: a text is no `int` [type-mismatch]"),
    ("  - launch\n  - open: A", "10:11: `open`: A is open already [window-exists]"),
    (
      "  - launch\n  - disconnect: A",
      "10:5: `disconnect`: A is active, not background [wrong-phase]"
    ),
    (
      "  - launch\n  - expect: { C: { phase: active } }",
      "10:15: no window is called C [no-such-window]"
    ),
    (
      "  - launch\n  - expect: { store: { none-of: [C] } }",
      "10:34: no window was ever called C: this check cannot fail [vacuous]"
    ),
    ("  - launch: ${window}", "9:13: there is no variable `window` here [no-such-variable]"),
  ])
  func `a refusal has code, place and reason`(steps: String, line: String) throws {
    let outcome = try RunHelper.run(steps)
    #expect(outcome.diagnostics.map(RunHelper.line) == [line])
    #expect(outcome.outcome == .failed)
  }

  @Test func `a step that must fail is undone and counts`() throws {
    let outcome = try RunHelper.run(
      """
        - launch
        - { kill, fails: app-in-foreground }
        - { set: { count: 1, list: 2 }, fails: type-mismatch }
        - expect: { A: { phase: active, values: { count: 0 } }, store: { entries: 0 } }
      """)
    #expect(outcome.diagnostics.map(RunHelper.line) == [])
    #expect(outcome.steps == 4)
    #expect(
      outcome.trace.description.hasSuffix(
        """
        002 kill
              refused  app-in-foreground
        003 set {count: 1, list: 2}
              refused  type-mismatch

        """))
  }

  @Test func `fails with another code, or with none, is a failure at its value`() throws {
    let other = try RunHelper.run("  - launch\n  - { kill, fails: no-such-tab }")
    #expect(
      other.diagnostics.map(RunHelper.line) == [
        "10:20: expected `no-such-tab`, but the step failed with `app-in-foreground`"
          + " [not-as-expected]"
      ])
    let none = try RunHelper.run("  - { launch, fails: no-such-tab }")
    #expect(
      none.diagnostics.map(RunHelper.line) == [
        "9:22: `launch` went through, but was to fail with `no-such-tab` [not-as-expected]"
      ])
  }

  // MARK: Steps

  @Test(arguments: [
    // A path without a key lives in memory, per tab.
    "- launch\n- push: one\n- push: two\n- pop\n- expect: { A: { path: [one] } }",
    "- launch\n- show: [a]\n- select: raven\n- expect: { A: { path: [] } }",
    "- launch\n- show: [a]\n- background\n- kill\n- launch\n- expect: { A: { path: [] } }",
    "- launch\n- push: one\n- pop: all\n- expect: { A: { path: [] }, store: { entries: 0 } }",
    // Values.
    "- launch\n- set: { draft: x }\n- clear: [draft]\n- expect: { store: { entries: 0 } }",
    "- launch\n- set: { draft: \"\" }\n- expect: { store: { entries: 0 } }",
    "- launch\n- set: { count: 1 }\n- set: { count: 0 }\n- expect: { store: { A: { count: 0 } } }",
    "- launch\n- set: { draft: x }\n- expect: { store: { A: { hawk/draft: x, count: $absent } } }",
    "- launch\n- set: { list: [a, b] }\n- expect: { A: { values: { list: { $ends-with: [b] } } } }",
    "- launch\n- set: { count: 3 }\n- get: { count: n }\n- set: { draft: \"${n} left\" }\n"
      + "- expect: { A: { values: { draft: 3 left, count: \"${n}\" } } }",
    // Windows.
    "- launch\n- open: B\n- expect: { front: B, windows: [A, B], app-phase: active }",
    "- launch\n- open: B\n- activate: A\n- background\n- expect: { front: A }",
    "- launch\n- open: B\n- background\n- kill\n- launch\n- expect: { windows: [A, B], front: B }",
    "- launch\n- open: B\n- close: B\n- expect: { closed: [B], front: A, B: { phase: closed } }",
    "- launch\n- open: B\n- { in: B, set: { count: 1 } }\n- close: B\n"
      + "- expect: { store: { entries: 0, none-of: [B] } }",
    "- launch\n- background\n- disconnect: A\n- expect: { app: running, windows: [] }\n"
      + "- reconnect: A\n- expect: { A: { restored: true, opened-by: user } }",
    "- launch\n- background\n- foreground\n- expect: { events: { A: { exactly: [willConnect,"
      + " willEnterForeground, didBecomeActive, willResignActive, didEnterBackground,"
      + " stateRestorationActivity nil, willEnterForeground, didBecomeActive] } } }",
    "- launch\n- stop\n- expect: { app: not-running, A: { phase: disconnected } }",
    // Flow.
    "- launch\n- repeat: 3\n  do: [ { set: { count: \"${i}\" } } ]\n"
      + "- expect: { A: { values: { count: 2 } } }",
    "- launch\n- { set: { count: 5 }, if: false }\n- expect: { A: { values: { count: 0 } } }",
    "- launch\n- wait: 1h30m\n- note: nothing sleeps\n- expect: { A: { phase: active } }",
  ])
  func `a step does what the page says`(steps: String) throws {
    let indented = steps.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    let outcome = try RunHelper.run(indented)
    #expect(outcome.diagnostics.map(RunHelper.line) == [])
    #expect(outcome.outcome == .passed)
  }

  @Test func `until ends a run early`() throws {
    let scenario = try RunHelper.sample01()
    let outcome = ScenarioRun.run(
      scenario, case: scenario.cases[0], options: ScenarioRun.Options(until: 9))
    #expect(outcome.outcome == .passed)
    #expect(outcome.steps == 9)
    #expect(outcome.total == 26)
  }

  @Test func `a column that a case does not have is an error where it is used`() throws {
    let scenario = try RunHelper.sample01(line: 39, "entries: 5", "entry: 5")
    let outcomes = scenario.cases.map { ScenarioRun.run(scenario, case: $0) }
    #expect(outcomes.map(\.outcome) == [.passed, .failed])
    #expect(
      outcomes[1].diagnostics.map(RunHelper.line) == [
        "79:37: there is no variable `entries` here [no-such-variable]"
      ])
  }

  @Test func `missing events are named with what was there`() throws {
    let outcome = try RunHelper.run(
      "  - launch\n  - background\n  - expect: { events: { A: [willConnect, didDisconnect] } }")
    let diagnostic = try #require(outcome.diagnostics.first)
    #expect(
      RunHelper.line(diagnostic)
        == "11:42: expected events of A not found: didDisconnect [events]")
    #expect(diagnostic.facts.first?.text == "willConnect ✓  didDisconnect ✗")
  }
}
