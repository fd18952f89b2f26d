import SceneScenarios
import Testing

/// Steps and checks of apps with a tree; each scenario ends at the first thing that is not so.
struct TreeRunTests {
  /// Goes to the background, is killed and comes back.
  private static let again = """
      - background
      - kill
      - launch

    """

  private static func lines(_ outcome: CaseRun) -> [String] {
    outcome.diagnostics.map(RunHelper.line)
  }

  @Test func `each kind of node comes back with what it keeps`() throws {
    let outcome = try TreeHelper.run(
      """
        - launch: A
        - push: detail
        - push: page
        - expect: { A: { nodes: { root/world/page: { loads: 2, decoded: false, made-by: $absent } } } }
        - select: settings
      \(Self.again)
        - expect:
            A:
              tab: settings
              tabs: { world: { path: [detail, page] } }
              nodes:
                root: { made-by: storyboard, selected: settings, restoring: false }
                root/world: { made-by: existing, stack: [countries, detail, page], restoring: true }
                root/settings: { restoring: false }
                root/world/detail: { saved: { country: Denmark }, decoded: true }
                root/world/page: { shown: ~, loads: 0, page: "https://a.example/2", restoring: true }
        - select: world
        - expect: { A: { nodes: { root/world/page: { shown: "https://a.example/2", loads: 1, restoring: false } } } }
      """)
    #expect(Self.lines(outcome) == [])
    #expect(outcome.outcome == .passed)
  }

  @Test func `callbacks are events between the two of a launch, and only there`() throws {
    let outcome = try TreeHelper.run(
      """
        - launch: A
        - background
        - expect: { events: { app: { exactly: [willFinishLaunching, didFinishLaunching, configurationForConnecting A] } } }
        - kill
        - launch
        - expect:
            events:
              app:
                exactly:
                  - willFinishLaunching
                  - shouldRestoreState
                  - create root
                  - create root/world
                  - create root/world/countries
                  - create root/settings
                  - decodeRestorableState root
                  - decodeRestorableState root/world
                  - decodeRestorableState root/world/countries
                  - decodeRestorableState root/settings
                  - didDecodeRestorableState
                  - applicationFinishedRestoringState root
                  - applicationFinishedRestoringState root/world
                  - applicationFinishedRestoringState root/world/countries
                  - applicationFinishedRestoringState root/settings
                  - didFinishLaunching
        - background
        - disconnect: A
        - reconnect: A
        - expect: { A: { nodes: { root: { decoded: true } } }, events: { app: { exactly: [] } } }
      """)
    #expect(Self.lines(outcome) == [])
  }

  @Test func `two nodes of one path are a problem, told once in a process`() throws {
    let text = """
      scenesim: 1
      scenario: test
      app:
        tree: { root: { kind: tabs, children: [a, a] }, a: { kind: screen } }
      steps:
        - launch: A
        - background
        - expect: { A: { tree: [root, root/a] }, problems: [duplicate-path] }
        - foreground
        - background
        - expect: { problems: [] }
      """
    let outcome = try RunHelper.run(file: text)
    #expect(Self.lines(outcome) == [])
  }

  @Test func `an object of another class is used, but not decoded`() throws {
    let outcome = try TreeHelper.run(
      """
        - launch: A
        - push: detail
      \(Self.again)
        - expect:
            A:
              path: [detail]
              nodes: { root/world/detail: { class: other, decoded: false, made-by: app, saved: $absent } }
            events: { app: [create root/world/detail, didFinishLaunching] }
        - background
        - expect: { A: { tree: [root, root/world, root/world/countries, root/world/detail, root/settings] } }
      """, detail: "made-by: app, returns: other, ")
    #expect(Self.lines(outcome) == [])
  }

  @Test func `a class that answers nil leaves its node and those above it out`() throws {
    let outcome = try TreeHelper.run(
      """
        - launch: A
        - push: detail
        - push: page
      \(Self.again)
        - expect: { A: { path: [], nodes: { root/world/detail: $absent, root/world/page: $absent } } }
      """, detail: "made-by: class, returns: nil, ")
    #expect(Self.lines(outcome) == [])
  }

  @Test(arguments: [
    // The app declines: the object that its parent brings along is found.
    ("made-by: app, returns: nil, ", "existing"),
    // The class declines: nobody else is asked, the one that came along stays as it was made.
    ("made-by: class, returns: nil, ", "$absent"),
    ("made-by: class, ", "class"), ("made-by: app, ", "app"), ("", "existing"),
  ])
  func `the first maker that has the node makes it`(made: String, by maker: String) throws {
    let text = """
      scenesim: 1
      scenario: test
      app:
        tree:
          root: { kind: screen, children: [a] }
          a: { kind: screen, \(made)saves: { x: 1 } }
      steps:
        - launch: A
        - background
        - kill
        - launch
        - expect: { A: { nodes: { root: { made-by: storyboard }, root/a: { made-by: \(maker), decoded: \(maker != "$absent"), saved: { x: 1 } } } } }
      """
    #expect(Self.lines(try RunHelper.run(file: text)) == [])
  }

  @Test func `a maker that forgets the identifier loses the node at the next archive`() throws {
    let outcome = try TreeHelper.run(
      """
        - launch: A
        - push: detail
      \(Self.again)
        - expect: { A: { path: [detail], nodes: { root/world/detail: { saved: { country: Denmark } } } } }
        - background
        - expect: { A: { tree: [root, root/world, root/world/countries, root/settings] } }
        - kill
        - launch
        - expect: { A: { path: [] } }
      """, detail: "made-by: class, forgets: identifier, ")
    #expect(Self.lines(outcome) == [])
  }

  @Test func `a screen that the tree does not declare is not kept, nor is one above it`() throws {
    let outcome = try TreeHelper.run(
      """
        - launch: A
        - show: [detail, somewhere, page]
        - background
        - expect: { A: { path: [detail, somewhere, page] } }
        - kill
        - launch
        - expect: { A: { path: [detail] } }
        - pop
        - expect: { A: { path: [] } }
      """)
    #expect(Self.lines(outcome) == [])
  }

  @Test func `a node without an identifier is left out with all below it`() throws {
    let outcome = try TreeHelper.run(
      """
        - launch: A
        - background
        - expect: { A: { tree: [root, root/world, root/world/countries] } }
      """, settings: "identifier: false, children: { x: { kind: screen } }, ")
    #expect(Self.lines(outcome) == [])
  }

  @Test func `a step that is refused leaves the objects as they were`() throws {
    let outcome = try TreeHelper.run(
      """
        - launch: A
        - push: detail
        - push: page
        - select: settings
      \(Self.again)
        - { kill, fails: app-in-foreground }
        - expect:
            A:
              tab: settings
              tabs: { world: { path: [detail, page] } }
              nodes:
                root: { made-by: storyboard, restoring: false }
                root/world: { restoring: true }
                root/world/detail: { saved: { country: Denmark }, decoded: true }
                root/world/page: { shown: ~, loads: 0, page: "https://a.example/2", restoring: true }
        - select: world
        - { kill, fails: app-in-foreground }
        - expect: { A: { nodes: { root/world/page: { shown: "https://a.example/2", loads: 1 } } } }
        - pop
        - expect: { A: { path: [detail] } }
      """)
    #expect(Self.lines(outcome) == [])
  }

  @Test func `a value of the tree lasts as long as a node saves it`() throws {
    let text = """
      scenesim: 1
      scenario: test
      app:
        types: { Place: { name: string, at: date, link: url?, size: double } }
        storage:
          place: { type: Place?, via: tree }
          lost: { type: int, via: tree }
        tree: { root: { kind: screen, saves: [place] } }
      steps:
        - launch: A
        - set: { lost: 2, place: { name: Rome, at: "2026-01-01T09:00:00Z", link: "https://a.example/x", size: 3.0 } }
        - background
        - kill
        - launch
        - expect: { A: { values: { lost: 0, place: { name: Rome, at: "2026-01-01T09:00:00Z", link: "https://a.example/x", size: 3.0 } } } }
        - set: { place: ~ }
        - { kill, fails: app-in-foreground }
        - stop
        - launch
        - expect: { A: { values: { place: { name: Rome } } } }
        - set: { place: ~ }
        - background
        - kill
        - launch
        - expect: { A: { values: { place: ~ }, nodes: { root: { saved: { place: ~ } } } }, store: { entries: 0 } }
      """
    #expect(Self.lines(try RunHelper.run(file: text)) == [])
  }

  @Test func `a value of the tree needs a tree, and belongs to the window`() throws {
    let mistakes = [
      ("storage: { x: { type: int, via: tree } }", "`via: tree` in an app without `tree`"),
      (
        "{ storage: { x: { type: int, via: tree, scope: app } }, tree: { r: { kind: web } } }",
        "a value in the window's tree belongs to the window, not to another scope"
      ),
    ]
    for (app, message) in mistakes {
      let text = "scenesim: 1\nscenario: test\napp:\n  \(app)\nsteps: [{ launch: A }]\n"
      do {
        _ = try RunHelper.run(file: text)
        Issue.record("no mistake in \(app)")
      } catch let error as MistakesFound {
        #expect(error.diagnostics.map(\.message) == [message])
      }
    }
  }

  @Test func `nothing of a window whose restoring failed is shown, nor what existed`() throws {
    let text = """
      scenesim: 1
      scenario: test
      app: { tree: { root: { kind: navigation, made-by: existing, children: [a, b] }, a: { kind: screen }, b: { kind: screen } } }
      steps:
        - launch: A
        - push: b
        - background
        - kill
        - launch: { fails-restoring: A }
        - expect: { A: { path: [], nodes: { root: { decoded: false } } }, problems: [partly-restored] }
      """
    #expect(Self.lines(try RunHelper.run(file: text)) == [])
  }

  @Test func `a fact or node that there is not is a mistake`() throws {
    let outcome = try TreeHelper.run(
      """
        - launch: A
        - expect: { A: { nodes: { root/wrld: $absent } } }
      """)
    #expect(
      Self.lines(outcome) == [
        "18:29: the app declares no node `root/wrld` [no-such-check]"
      ])
  }
}
