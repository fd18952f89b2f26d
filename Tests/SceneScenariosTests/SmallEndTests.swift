import SceneScenarios
import SceneState
import Testing

/// Small ends of the language: what is checked is what runs, and what runs is what is said.
struct SmallEndTests {
  private static let payload = """
      types: { Item: { id: string } }
      activities: { com.example.item: { payload: Item } }
    """

  private func lines(_ outcome: CaseRun) -> [String] {
    outcome.diagnostics.map(RunHelper.line)
  }

  private func found(_ steps: String, app: String = "") -> [String] {
    ScenarioCheck.diagnostics(of: RunHelper.source(steps, app: app)).map(RunHelper.line)
  }

  // MARK: Steps of the app

  @Test func `what a handler gets is there for its next step`() throws {
    let outcome = try RunHelper.run(
      """
        - launch: A
        - set: { draft: Tala }
        - continue: { activity: com.example.item, payload: { id: one } }
        - expect: { A: { values: { draft: "Tala one", list: [Tala] } } }
      """,
      app: Self.payload + """

          handlers:
            - on: com.example.item
              do:
                - get: { draft: before }
                - set: { draft: "${before} ${payload.id}", list: ["${before}"] }
        """)
    #expect(lines(outcome) == [])
  }

  @Test func `a handler that an update brings uses the payload`() throws {
    let outcome = try RunHelper.run(
      """
        - launch: A
        - background
        - kill
        - update:
            version: 2
            handlers:
              - { on: com.example.item, do: [{ set: { draft: "${payload.id}" } }] }
        - launch
        - continue: { activity: com.example.item, payload: { id: one } }
        - expect: { A: { values: { draft: one } } }
      """, app: Self.payload)
    #expect(lines(outcome) == [])
  }

  @Test func `a handler that an update brings is checked as any handler`() {
    let mistakes = found(
      """
        - update:
            version: 2
            activities: { com.example.item: {} }
            handlers:
              - { on: com.example.item, do: [{ set: { draft: "${other}", drft: x } }] }
      """)
    #expect(mistakes.count == 2, "\(mistakes)")
    #expect(mistakes.first == "13:56: there is no variable `other` here [no-such-variable]")
    #expect(mistakes.last?.hasSuffix("the app declares no key `drft` [no-such-key]") == true)
  }

  // MARK: Updates

  @Test func `what an update makes wrong elsewhere is told at the update`() {
    let app = """
        activities: { com.example.item: {} }
        handlers:
          - { on: com.example.item, at: raven, do: [{ select: raven }] }
      """
    let steps = """
        - launch: A
        - background
        - kill
        - update: { version: 2, tabs: { raven: $remove } }
        - launch
      """
    let found = ScenarioCheck.diagnostics(of: RunHelper.source(steps, app: app))
    #expect(
      found.map(RunHelper.line) == [
        "14:5: after this `update`, line 9: `raven` is no value of `at` [wrong-value]"
      ])
    #expect(found.first?.file == "test.scene.yaml")
  }

  @Test func `what was wrong before is told once, where it stands`() {
    let app = "  lists: { books: { tab: hawk, rows: nothing, id: title } }"
    let found = ScenarioCheck.diagnostics(
      of: RunHelper.source("  - update: { version: 2 }\n  - update: { version: 3 }", app: app))
    #expect(found.map(\.range.start.line) == [7], "\(found)")
  }

  // MARK: Soft steps

  @Test func `a soft step may be refused: the run tells it and goes on`() throws {
    let steps = """
        - launch: A
        - { kill: ~, soft: true }
        - { select: swift, soft: true }
        - set: { draft: text }
        - expect: { A: { values: { draft: text } } }
      """
    #expect(found(steps) == [])
    let outcome = try RunHelper.run(steps)
    #expect(outcome.diagnostics.map(\.code.rawValue) == ["app-in-foreground", "no-such-tab"])
  }

  // MARK: Data

  @Test func `rows with more fields than are written are told so`() throws {
    let outcome = try RunHelper.run(
      "  - expect: { data: { books: [{ title: Hawk }] } }",
      app: "  data: { books: [{ title: Hawk, pages: 3, year: 1990 }] }")
    #expect(
      outcome.diagnostics.map(\.hint) == [
        "rows are compared with all their fields: write `pages`, `year` as well"
      ])
  }

  // MARK: Windows

  private static let kinds = """
      activities: { com.example.item: {} }
      scenes:
        main: {}
        photo: { matching: [photo] }
    """

  @Test func `what a window opens with chooses its kind, as a drop at an edge does`() throws {
    let outcome = try RunHelper.run(
      """
        - launch: A
        - open: { window: B, activity: com.example.item, target: photo/1 }
        - open: { window: C, activity: com.example.item, target: text/1 }
        - open: { window: D, scene: main, activity: com.example.item, target: photo/1 }
        - drag: { from: A, activity: com.example.item, target: photo/2, drop: left-edge, opens: E }
        - expect: { B: { scene: photo }, C: { scene: main }, D: { scene: main }, E: { scene: photo } }
      """, app: Self.kinds)
    #expect(lines(outcome) == [])
  }

  @Test func `what cannot open a second window goes to the one there is`() throws {
    let outcome = try RunHelper.run(
      """
        - launch: A
        - mark-events
        - continue: { activity: com.example.item }
        - expect: { windows: [A], events: { A: { exactly: [willContinueUserActivity com.example.item, queued com.example.item] } } }
      """,
      app: """
          windows: one
          external: new-window
          activities: { com.example.item: {} }
        """)
    #expect(lines(outcome) == [])
  }
}
