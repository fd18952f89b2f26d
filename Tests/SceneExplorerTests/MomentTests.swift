import SceneLifecycle
import SceneSimulator
import Testing

@testable import SceneExplorer
@testable import SceneScenarios

/// Steps that are told otherwise than they were: a property says so, and nothing of the true ones.
struct MomentTests {
  private func play(_ actions: [Action], in app: ExploredApp) throws -> (History, ExploredStep) {
    var play = try Play(app, KnownApps(), PropertyChoice())
    var before = play.history
    for action in actions {
      before = play.history
      guard case .done(let violations) = play.play(action) else {
        throw StepFailure(.notAsExpected, "`\(action.verb)` is refused")
      }
      #expect(violations.map(\.sentence) == [])
    }
    return (before, try #require(play.moment))
  }

  private func set(_ key: String, _ value: String, in window: String = "A") -> Action {
    Action("set", .map([(key, .text(value))]), in: window)
  }

  private func carry(_ type: String) -> Action {
    Action("continue", .map([("activity", .text(type))]))
  }

  @Test func `a value of the app that a window has for itself is found`() throws {
    let app = try TestApp.declared("storage: { theme: { type: string, scope: app } }")
    let (history, moment) = try play(
      [Action("launch", .text("A")), Action("open", .text("B")), set("theme", "one")], in: app)
    let found = Isolated.violation(in: moment.showing([[.text("")]], in: "B"), after: history)
    #expect(found?.cause == "app theme")
  }

  @Test func `what comes back though it has expired is found`() throws {
    let app = try TestApp.declared(
      """
      storage: { draft: { type: string, via: activity } }
      restoration: { activity: edit, expires: 1h }
      """)
    let (history, moment) = try play(
      [
        Action("launch", .text("A")), set("draft", "one"), Action("background"),
        Action("wait", .text("2h")), Action("kill"), Action("launch"),
      ], in: app)
    let found = Restores.violation(in: moment.showing([[.text("one")]], in: "A"), after: history)
    #expect(found?.sentence == "`draft` comes back though it has expired")
  }

  @Test func `what an update loses is found`() throws {
    let app = try TestApp.declared(
      """
      tabs: { a: A }
      storage: { size: { type: int, scope: tab }, draft: { type: string, shared: true } }
      versions:
        - { version: 2, tabs: { b: B }, storage: { size: { type: string, scope: tab } } }
      """)
    let update = Action("update", try version(of: app))
    let (history, moment) = try play(
      [
        Action("launch", .text("A")), set("draft", "one"), Action("background"), Action("kill"),
        update, Action("launch"),
      ], in: app)
    let none = [ScenarioValue.text(""), .text("")]
    let found = Restores.violation(in: moment.showing([none, none], in: "A"), after: history)
    #expect(found?.cause == "draft kill")
  }

  private func version(of app: ExploredApp) throws -> Node {
    let play = try Play(app, KnownApps(), PropertyChoice())
    return try #require(play.facts.app.versions.first)
  }

  private let waiting = """
    tabs: { a: A, b: B }
    storage: { selectedTab: string, path: { type: [string], scope: tab } }
    activities: { come: ~ }
    handlers: [{ on: come, at: b, do: [{ push: x }] }]
    """

  @Test func `what waits although its tab is selected is found`() throws {
    let (history, moment) = try play(
      [Action("launch", .text("A")), carry("come"), Action("select", .text("b"), in: "A")],
      in: try TestApp.declared(waiting))
    let found = OneTaker.violation(in: moment.hearing([]), after: history)
    #expect(found?.cause == "left come")
  }

  @Test func `what was saved and is shown beneath what came is found`() throws {
    let app = try TestApp.declared(
      """
      storage: { path: { type: [string], scope: scene } }
      activities: { come: ~ }
      handlers: [{ on: come, do: [{ push: x }] }]
      """)
    let back = [Action("background", .text("B")), Action("disconnect", .text("B"))]
    let come = Action("continue", .map([("activity", .text("come")), ("to", .text("B"))]))
    let (history, moment) = try play(
      [Action("launch", .text("A")), Action("open", .text("B"))] + back + [come] + back + [come],
      in: app)
    let found = Isolated.violation(
      in: moment.showing(paths: [["x", "x"]], in: "B"), after: history)
    #expect(found?.cause == "saved")
  }

  @Test func `a window that is closed is to come back as it was`() throws {
    let app = try TestApp.declared("tombstones: true\nstorage: { draft: string }")
    let (history, moment) = try play(
      [
        Action("launch", .text("A")), Action("open", .text("B")), set("draft", "one", in: "B"),
        Action("close", .text("B")), Action("undo-close", .text("B")),
      ], in: app)
    let found = Restores.violation(in: moment.showing([[.text("")]], in: "B"), after: history)
    #expect(found?.cause == "draft close")
  }

  @Test func `a tab that is closed is to come back as it was`() throws {
    let app = try TestApp.named("sound-tabs")
    let (history, moment) = try play(
      [
        Action("launch", .text("A")), Action("open-tab", .text("t1"), in: "A"),
        Action("open-tab", .text("t2"), in: "A"), Action("close-tab", .text("t1"), in: "A"),
        Action("undo-close-tab", in: "A"),
      ], in: app)
    let last = moment.showing(tabs: ["start", "t2", "t1"], in: "A")
    #expect(Restores.violation(in: last, after: history)?.cause == "tabs tab")
  }

  @Test func `one window shows a value`() throws {
    let app = try TestApp.named("sound-documents")
    func open(_ name: String, _ value: String) -> Action {
      Action(
        "open",
        .map([("window", .text(name)), ("scene", .text("doc")), ("value", .text(value))]))
    }
    let (history, moment) = try play(
      [Action("launch", .text("A")), open("B", "d1"), open("C", "d2")], in: app)
    let twice = moment.doing(open("C", "d1"))
    #expect(InPhase.violation(in: twice, after: history)?.cause == "open")
  }

  @Test func `a window of a kind that does not come back is found when it does`() throws {
    let app = try TestApp.declared("scenes: { main: ~, tool: { restorable: false } }")
    let tool = Action("open", .map([("window", .text("B")), ("scene", .text("tool"))]))
    let back = ["background", "disconnect", "reconnect"].map { Action($0, .text("B")) }
    let (history, moment) = try play([Action("launch", .text("A")), tool] + back, in: app)
    #expect(Gone.violation(in: moment, after: history)?.cause == nil)
    let next = moment.doing(Action("launch"))
    #expect(Gone.violation(in: next, after: history)?.cause == "restorable")
  }

  @Test func `where the window in front takes all another one is found`() throws {
    let app = try TestApp.declared(
      """
      external: front-window
      activities: { come: ~ }
      handlers: [{ on: come, do: [{ push: x }] }]
      """)
    let (history, moment) = try play(
      [Action("launch", .text("A")), Action("open", .text("B")), carry("come")], in: app)
    #expect(Routing.violation("A", moment, history)?.cause == "route")
    #expect(Routing.violation("B", moment, history)?.cause == nil)
  }

  @Test func `what comes and is handled twice is found`() throws {
    let app = try TestApp.declared(
      """
      storage: { path: [string], seen: [string] }
      handlers: [{ on: "app://note/{id}", do: [{ push: "${payload.id}" }, { append: { seen: x } }] }]
      """)
    let (history, moment) = try play(
      [Action("launch", .text("A")), Action("link", .text("app://note/1"))], in: app)
    var coverage = Coverage()
    coverage.note(moment)
    #expect(coverage.handled == ["app://note/{id}": 1])
    let (path, seen) = (ScenarioValue.list([]), ScenarioValue.list([.text("x"), .text("x")]))
    for twice in [
      moment.showing(paths: [["1", "1"]], in: "A"), moment.showing([[path], [seen]], in: "A"),
      moment.hearing(moment.heard + moment.heard),
    ] {
      #expect(OneTaker.violation(in: twice, after: history)?.cause == "repeated")
    }
  }

  @Test func `what a tab has and does not take along is found`() throws {
    let app = try TestApp.declared(
      "tabs: { a: A, b: B }\nstorage: { draft: { type: string, scope: tab } }")
    let move = Action("move-scope", .map([("from", .text("a")), ("to", .text("b"))]), in: "A")
    let (history, moment) = try play(
      [Action("launch", .text("A")), set("draft", "one"), move], in: app)
    let none = [ScenarioValue.text(""), .text("")]
    let found = Obeyed.violation(in: moment.showing([none], in: "A"), after: history)
    #expect(found?.cause == "move-scope draft")
  }

  @Test func `where none is left that was seen the last one comes back`() throws {
    let away = ["B", "A"].flatMap { name in
      ["background", "disconnect"].map { Action($0, .text(name)) }
    }
    let opened = ["B", "C"].map { Action("open", .text($0)) }
    let (history, moment) = try play(
      [Action("launch", .text("A"))] + opened + away
        + [Action("close", .text("C")), Action("stop"), Action("launch")],
      in: try TestApp.declared("device: ipad"))
    #expect(moment.after.windows.map(\.name) == ["B"])
    let look = StageLook(isRunning: true, front: nil, windows: [], away: ["A", "B"])
    let none = moment.changed(action: moment.action, after: look, heard: [])
    #expect(InPhase.violation(in: none, after: history)?.cause == "launch")
  }

  /// What a key takes from another one is read anew when a step is taken back.
  @Test func `what is read anew after a step is taken back is nobody's doing`() throws {
    let app = try TestApp.named("sound-converted")
    let death = Node.map([
      ("at", .text("before-write")), ("do", .text("kill")), ("after", .made(.int(3))),
    ])
    _ = try play(
      [
        Action("update", try version(of: app)), Action("launch"), Action("open", .text("B")),
        set("size", "large", in: "B"), Action("fault", death), set("note", "one"),
      ], in: app)
  }

  /// Of a value that is made of another one that says it may be lost nothing else is wanted.
  @Test func `what is made of what may be lost may be lost`() throws {
    let app = try TestApp.declared(
      """
      storage:
        seconds: { type: int, transient: true }
        mark: { type: int, via: activity, may-lose: true }
      activities: { song: ~ }
      restoration: { activity: song }
      on-launch: [{ get: { mark: before } }, { set: { seconds: "${before}" } }]
      on-phase: { inactive: [{ get: { seconds: where } }, { set: { mark: "${where}" } }] }
      """)
    _ = try play(
      [
        Action("launch", .text("A")), Action("set", .map([("seconds", .made(.int(1)))]), in: "A"),
        Action("stop"), Action("launch"),
      ], in: app)
  }

  /// The app answers to phases alone, and no window is active anew.
  @Test func `where a user goes from what came says nothing of the app`() throws {
    let app = try TestApp.declared(
      """
      scenes: { list: ~, boat: { value: string } }
      storage: { path: [string] }
      activities: { boat: { payload: { sign: string } } }
      handlers:
        - on: boat
          do: [{ show: ["boat/${payload.sign}"] }, { identify: "${activity.target}" }]
      on-phase: { active: [{ identify: "boat/${window.value}", if: { window.scene: boat } }] }
      """)
    func come(to window: String) -> Action {
      Action(
        "continue",
        .map([
          ("activity", .text("boat")), ("payload", .map([("sign", .text("two"))])),
          ("target", .text("boat/two")), ("to", .text(window)),
        ]))
    }
    _ = try play(
      [
        Action("launch", .text("A")), Action("open", .text("B")), come(to: "A"), come(to: "B"),
        Action("push", .text("boat/one"), in: "A"),
      ], in: app)
  }

  /// Windows that a handler opens or brings to the front were not activated by what came.
  @Test func `a handler that opens a window hides which one is next`() throws {
    func drag(_ fields: [(String, Node)]) -> Action {
      let payload = Node.map([("id", .text("one"))])
      return Action("drag", .map(fields + [("activity", .text("run")), ("payload", payload)]))
    }
    let edge = drag([("from", .text("A")), ("drop", .text("right-edge")), ("opens", .text("B"))])
    let held = drag([("from", .text("C")), ("drop", .text("hold"))])
    let again = ["background", "disconnect", "reconnect", "background"]
    _ = try play(
      [Action("launch", .text("A")), edge, held, Action("drop", .map([("on", .text("B"))]))]
        + again.map { Action($0, .text("A")) }, in: try TestApp.named("sound-opening-handlers"))
  }

  /// It may have died before it handed over anything.
  @Test func `a death on the way to a quit tells nothing of lists`() throws {
    let death = Node.map([("at", .text("before-write")), ("do", .text("kill"))])
    _ = try play(
      [
        Action("launch", .text("A")), Action("pick", .map([("mails", .text("m3"))]), in: "A"),
        Action("fault", death), Action("quit"), Action("launch"),
      ], in: try TestApp.named("sound-desktop"))
  }
}

extension ExploredStep {
  fileprivate func doing(_ action: Action) -> ExploredStep {
    changed(action: action, after: after, heard: heard)
  }

  fileprivate func hearing(_ heard: [HeardEvent]) -> ExploredStep {
    changed(action: action, after: after, heard: heard)
  }

  fileprivate func showing(
    _ values: [[ScenarioValue]]? = nil, paths: [[String]]? = nil, tabs: [String]? = nil,
    in name: String
  ) -> ExploredStep {
    let windows = after.windows.map { window in
      guard window.name == name else { return window }
      return StageLook.Window(
        name: name, session: window.session, phase: window.phase, isRestored: window.isRestored,
        kind: window.kind, row: window.row, tabs: tabs ?? window.tabs, tab: window.tab,
        place: window.place,
        identity: window.identity, paths: paths ?? window.paths, values: values ?? window.values,
        lists: window.lists, actions: window.actions)
    }
    let look = StageLook(
      isRunning: after.isRunning, front: after.front, windows: windows, away: after.away)
    return changed(action: action, after: look, heard: heard)
  }

  fileprivate func changed(
    action: Action, after: StageLook, heard: [HeardEvent]
  ) -> ExploredStep {
    ExploredStep(
      action: action, before: before, after: after, heard: heard, problems: problems, facts: facts,
      former: former, rows: rows, mismatch: mismatch, undisturbed: undisturbed, stage: stage)
  }
}
