import SceneScenarios
import Testing

/// What did nothing though a step asked for it is said, and is no reason to fail.
struct RunNoteTests {
  private static func notes(_ steps: String) throws -> [String] {
    let run = try RunHelper.run(steps)
    #expect(run.outcome == .passed, "\(run.texts())")
    return run.notes.map { "\($0.range.start.line): \($0.message)" }
  }

  @Test(arguments: [
    (
      """
        - launch: A
        - fault: { at: commit, do: disk-full, after: 3 }
        - set: { count: 1 }
      """, "10: the fault never struck: nothing came to `commit` 3 times after it"
    ),
    (
      """
        - launch: A
        - fault: { at: handover, do: kill }
        - fault: none
        - set: { count: 1 }
      """, "10: the fault never struck: nothing came to `handover` after it"
    ),
    (
      """
        - launch: A
        - for-each: { round: [1, 2] }
          do:
            - pop
      """, "12: nothing is popped: the path is empty"
    ),
    (
      """
        - launch: A
        - show: [hawk]
        - pop: 3
      """, "11: the path has 1 screen, and no 3 to pop"
    ),
    (
      """
        - launch: A
        - foreground: A
      """, "10: A is active already"
    ),
    (
      """
        - launch: A
        - rename-scope: { from: hawk, to: raven }
      """, "10: nothing is stored there"
    ),
    (
      """
        - launch: A
        - set: { draft: Tala }
        - rename-scope: { from: hawk, to: hawk }
      """, "11: `from` and `to` are one and the same"
    ),
    (
      """
        - launch: A
        - discard-state: raven
      """, "10: nothing is stored there"
    ),
    (
      """
        - launch: A
        - memory-pressure: 2
      """, "10: no window is in the background: the system takes none"
    ),
    (
      """
        - launch: A
        - set: { list: [hawk] }
        - remove: { list: raven }
      """, "11: nothing is removed: `list` does not have it"
    ),
    (
      """
        - launch: A
        - { if: { $value: { draft: Tala } }, expect: { A: { phase: background } } }
      """, "10: `expect` had no turn"
    ),
  ])
  func `a step that did nothing is said once`(steps: String, note: String) throws {
    #expect(try Self.notes(steps) == [note])
  }

  @Test func `a check that was looked at once needs no note`() throws {
    let steps = """
        - launch: A
        - for-each: { text: [Tala, Ren] }
          do:
            - set: { draft: "${text}" }
            - { if: { text: Ren }, expect: { A: { values: { draft: Ren } } } }
      """
    #expect(try Self.notes(steps).isEmpty)
  }

  @Test func `a row that is changed to what it is needs a note`() throws {
    let steps = """
        - launch: A
        - change-data: { birds: { change: { hawk: { age: 3 } } } }
        - change-data: { birds: { change: { hawk: { age: 4 } } } }
      """
    let run = try RunHelper.run(steps, app: "  data: { birds: [{ name: hawk, age: 3 }] }")
    #expect(run.notes.map(\.message) == ["row `hawk` is so already: nothing changes"])
  }

  @Test func `what waits for the disk is there to be moved`() throws {
    let steps = """
        - launch: A
        - fault: { at: commit, do: disk-full, times: 9 }
        - set: { draft: Tala }
        - expect: { problems: [store-not-usable] }
        - move-scope: { from: hawk, to: raven }
        - fault: none
        - expect: { store: { A: { raven/draft: Tala } } }
      """
    #expect(try Self.notes(steps).isEmpty)
  }

  @Test func `what an app pops whatever there is needs no note`() throws {
    let app = "  on-phase: { inactive: [{ pop: all }] }"
    let run = try RunHelper.run("  - launch: A\n  - background", app: app)
    #expect(run.outcome == .passed, "\(run.texts())")
    #expect(run.notes.map(\.message) == [])
  }

  @Test func `a fault that struck and a screen that went need no note`() throws {
    let steps = """
        - launch: A
        - fault: { at: commit, do: disk-full, times: 2 }
        - set: { count: 1 }
        - expect: { problems: [store-not-usable] }
        - push: page
        - pop
      """
    #expect(try Self.notes(steps).isEmpty)
  }

  /// A step that is refused, or a rewind, leaves a window that hears of what others write.
  @Test(arguments: ["{ kill, fails: app-in-foreground }", "rewind: here"])
  func `a window to which a run went back notices damage as before`(step: String) throws {
    let steps = """
        - launch: A
        - set: { draft: Tala, count: 14 }
        - save-point: here
        - \(step)
        - fault: { write: { key: count, value: large, as: string } }
        - expect: { A: { values: { count: 0 } }, problems: [value-not-readable] }
      """
    let run = try RunHelper.run(steps)
    #expect(run.outcome == .passed, "\(run.texts())")
  }

  @Test func `a launch on a device that all windows have left says where they are`() throws {
    let text = """
      scenesim: 1
      scenario: test
      app: { storage: { draft: string } }
      devices: [Phone, Tablet]
      roaming: true
      steps:
        - { launch: A, on: Phone }
        - { launch: B, on: Tablet }
        - bring: { scene: A, to: Tablet }
        - relaunch
      """
    let run = try RunHelper.run(file: text)
    #expect(run.outcome == .passed, "\(run.texts())")
    #expect(
      run.notes.map { "\($0.range.start.line): \($0.message)" } == [
        "10: Phone had no window to bring back, since A is on Tablet: `on: Tablet` beside the step "
          + "is about that"
      ])
  }

  @Test func `what had no turn in any case is said when all have been played`() throws {
    let text = """
      scenesim: 1
      scenario: test
      cases: [{ case: one, how: kill }, { case: other, how: crash }]
      app: { storage: { draft: string } }
      steps:
        - launch: A
        - { if: { how: kill }, set: { draft: Milk } }
        - { if: { how: crash }, set: { draft: Bread } }
        - { if: { how: kil }, set: { draft: Salt } }
        - for-each: { word: [] }
          do:
            - set: { draft: "${word}" }
            - expect: { A: { values: { draft: Milk } } }
        - { if: { $value: { draft: Salt } }, pop: all }
        - { if: false, set: { draft: Salt } }
      """
    let scenario = try LoadedScenario(SourceFile(path: "test.scene.yaml", text: text))
    var turns = StepTurns()
    for one in scenario.cases {
      #expect(turns.notes(in: scenario) == [])
      let run = ScenarioRun.run(scenario, case: one)
      #expect(run.outcome == .passed && run.notes == [], "\(run.texts())")
      turns.add(run)
    }
    let notes = turns.notes(in: scenario)
    #expect(
      notes.map { "\($0.range.start.line): \($0.message)" } == [
        "9: `set` had no turn in any case: `how` is `kill` or `crash`, and never `kil`",
        "13: `expect` had no turn in any case: the list of its `for-each` is empty",
        "14: `pop` had no turn in any case",
      ])
    #expect(notes.map(\.hint) == ["did you mean `kill`?", nil, nil])
  }

  @Test(arguments: [
    ("{ $not: [] }", true), ("{ $contains: value-not-readable }", true),
    ("{ $contains: row-is-gone }", false), ("{ $not: { $contains: value-not-readable } }", false),
    ("{ $not: [value-not-readable] }", false),
    ("{ $not: [{ code: value-not-readable, key: draft }] }", true),
  ])
  func `problems are compared by rules as other lists are`(rule: String, isSo: Bool) throws {
    let run = try RunHelper.run(
      """
        - launch: A
        - set: { count: 14 }
        - fault: { write: { key: count, value: large, as: string } }
        - expect: { problems: \(rule) }
      """)
    #expect((run.outcome == .passed) == isSo, "\(run.texts())")
  }
}
