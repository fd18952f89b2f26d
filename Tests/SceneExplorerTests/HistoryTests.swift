import SceneLifecycle
import SceneScenarios
import SceneSimulator
import SceneState
import Testing

@testable import SceneExplorer

struct HistoryTests {
  private func play(_ actions: [Action], in app: String) throws -> Play {
    var play = try Play(
      try TestApp.named(app), KnownApps(), PropertyChoice())
    for action in actions { _ = play.play(action) }
    return play
  }

  private let text = Action("set", .map([("text", .text("one"))]), in: "A")

  @Test func `a window that goes keeps what it showed`() throws {
    let play = try play(
      [Action("launch", .text("A")), text, Action("background"), Action("kill")],
      in: "in-the-activity")
    let asleep = try #require(play.history.asleep["A"])
    #expect(asleep.shown.values[0] == [.text("one")])
    #expect(asleep.handedOver?.values[0] == [.text("one")])
    #expect(!asleep.isCrashed)
  }

  @Test func `a crash leaves what was handed over`() throws {
    let play = try play(
      [Action("launch", .text("A")), text, Action("crash")], in: "in-the-activity")
    let asleep = try #require(play.history.asleep["A"])
    #expect(asleep.isCrashed && asleep.handedOver == nil)
  }

  /// It has as many tabs as the version that handed it over.
  @Test func `what an older version has handed over is not compared`() throws {
    var play = try play(
      [Action("launch", .text("A")), Action("background"), Action("kill")], in: "sound-versions")
    _ = play.play(Action("update", play.facts.app.versions[1]))
    for verb in ["launch", "crash", "launch"] { _ = play.play(Action(verb)) }
    #expect(play.look.window("A")?.tabs == ["beds", "plants", "tools"])
  }

  @Test func `an end that destroys leaves nothing`() throws {
    let play = try play(
      [Action("launch", .text("A")), text, Action("force-quit")], in: "in-the-activity")
    #expect(play.history.asleep.isEmpty)
  }

  @Test func `a death in a commit leaves what was before the step or after it`() throws {
    let death = Node.map([("at", .text("commit")), ("do", .text("kill"))])
    let other = Action("set", .map([("text", .text("two"))]), in: "A")
    var play = try play(
      [Action("launch", .text("A")), text, Action("fault", death), other], in: "kept-text")
    let torn = try #require(play.history.torn)
    #expect(torn.before.window("A")?.values[0] == [.text("one")])
    #expect(torn.after.window("A")?.values[0] == [.text("two")])
    #expect(!play.look.isRunning && !play.history.isDoomed)
    guard case .done(let violations) = play.play(Action("launch")) else {
      Issue.record("the app does not start again")
      return
    }
    #expect(violations.map(\.sentence) == [])
    #expect(play.look.window("A")?.values[0] == [.text("one")])
  }

  @Test func `a second death that is planned is still to come after the first one`() throws {
    func death(after count: Int) -> Action {
      let fields = [("at", Node.text("commit")), ("do", .text("kill"))]
      return Action("fault", .map(fields + [("after", .made(.int(count)))]))
    }
    var play = try play(
      [Action("launch", .text("A")), death(after: 1), death(after: 9), text], in: "kept-text")
    #expect(!play.look.isRunning && play.history.isDoomed)
    _ = play.play(Action("fault", .text("none")))
    #expect(!play.history.isDoomed)
  }

  @Test func `a death on the way to a quit leaves nothing to be compared with`() throws {
    let death = Node.map([("at", .text("before-write")), ("do", .text("kill"))])
    var play = try play(
      [
        Action("launch", .text("A")), Action("pick", .map([("mails", .text("m3"))]), in: "A"),
        Action("fault", death), Action("quit"),
      ], in: "sound-desktop")
    guard case .done(let violations) = play.play(Action("launch")) else {
      Issue.record("the app does not start again")
      return
    }
    #expect(violations.map(\.sentence) == [])
  }

  @Test func `a launch for something that is killed leaves nothing to be compared with`() throws {
    func death(after count: Int) -> Action {
      let fields = [("at", Node.text("after-commit")), ("do", .text("kill"))]
      return Action("fault", .map(fields + [("after", .made(.int(count)))]))
    }
    let payload = Node.map(["id", "name", "book"].map { ($0, .text("swift")) })
    let coming = Node.map([("activity", .text("com.example.character")), ("payload", payload)])
    var play = try play(
      [
        Action("launch", .text("A")), Action("open", .text("B")), death(after: 1),
        death(after: 2), Action("push", .text("one"), in: "B"), Action("launch", coming),
      ], in: "sound-notes")
    #expect(!play.look.isRunning && play.history.torn == nil)
    guard case .done(let violations) = play.play(Action("launch")) else {
      Issue.record("the app does not start again")
      return
    }
    #expect(violations.map(\.sentence) == [])
  }

  @Test func `a refused step that a planned death came no nearer to leaves the run as it is`()
    throws
  {
    let death = Node.map([
      ("at", .text("commit")), ("do", .text("kill")), ("after", .made(.int(9))),
    ])
    let start = [Action("launch", .text("A")), text]
    let refused = Action("reconnect", .text("A"))
    var sound = try play(start, in: "kept-text")
    guard case .refused = sound.play(refused) else {
      Issue.record("a refusal leaves nothing behind")
      return
    }
    var doomed = try play(start + [Action("fault", death)], in: "kept-text")
    let planned = doomed.stage.simulation.plannedFaults
    guard case .refused = doomed.play(refused) else {
      Issue.record("the same steps without the refused one die at the same point")
      return
    }
    #expect(planned.map(\.after) == [9] && doomed.stage.simulation.plannedFaults == planned)
  }

  @Test func `a crash at a launch is no restart between which nothing happened`() throws {
    let again = [Action("background"), Action("kill"), Action("launch")]
    let crash = Action("launch", .map([("crash", .made(.bool(true)))]))
    let start = [Action("launch", .text("A")), text] + again + again
    let quiet = try play(start, in: "kept-text")
    #expect(quiet.history.restarts.count == 2)
    var play = try play(start + [Action("background"), Action("kill"), crash], in: "kept-text")
    #expect(play.history.restarts.isEmpty)
    guard case .done(let violations) = play.play(Action("launch")) else {
      Issue.record("the app does not start again")
      return
    }
    #expect(violations.map(\.sentence) == [])
  }

  @Test func `an end that destroys leaves nothing of a torn step to be looked at`() throws {
    let death = Node.map([("at", .text("commit")), ("do", .text("kill"))])
    let crash = Action("launch", .map([("crash", .made(.bool(true)))]))
    let other = Action("set", .map([("text", .text("two"))]), in: "A")
    var play = try play(
      [Action("launch", .text("A")), text, Action("fault", death), other, crash],
      in: "kept-text")
    #expect(play.history.torn == nil)
    guard case .done(let violations) = play.play(Action("launch")) else { return }
    #expect(violations.map(\.sentence) == [])
  }

  @Test func `a path that was hidden for something from outside comes back after a death`() throws {
    let payload = ["id": "one", "name": "one", "book": "raven"].sorted { $0.key < $1.key }
    let outside = Node.map([
      ("activity", .text("com.example.character")),
      ("payload", .map(payload.map { ($0.key, .text($0.value)) })),
    ])
    let death = Node.map([("at", .text("commit")), ("do", .text("kill"))])
    var play = try play(
      [
        Action("launch", .text("A")), Action("push", .text("one"), in: "A"), Action("background"),
        Action("kill"), Action("launch", outside), Action("select", .text("hawk"), in: "A"),
        Action("fault", death), Action("push", .text("two"), in: "A"),
      ], in: "sound-notes")
    #expect(play.history.torn != nil && play.history.led == ["A"])
    guard case .done(let violations) = play.play(Action("launch")) else { return }
    #expect(violations.map(\.sentence) == [])
    #expect(play.look.window("A")?.paths.first == ["one"])
  }

  @Test func `what another process writes is to be shown at the reconnect`() throws {
    let name = Node.text("A")
    let write = Node.map([
      ("write", .map([("window", name), ("key", .text("text")), ("value", .text("three"))]))
    ])
    let play = try play(
      [
        Action("launch", name), Action("open", .text("B")), text, Action("background", name),
        Action("disconnect", name), Action("fault", write),
      ], in: "kept-text")
    #expect(play.history.asleep["A"]?.written["text"] == [0: .text("three")])
  }

  @Test func `what another process takes away after an update is not owed any more`() throws {
    let note = Node.map([("title", .text("one")), ("size", .made(.int(1)))])
    let write = Node.map([
      ("window", .text("A")), ("tab", .text("hawk")), ("key", .text("note")),
      ("value", .made(.null)),
    ])
    var play = try play(
      [
        Action("launch", .text("A")), Action("set", .map([("note", note)]), in: "A"),
        Action("background"), Action("kill"),
        Action("update", try TestApp.named("sound-notes").declaration.versions[0]),
      ], in: "sound-notes")
    #expect(play.history.asleep["A"]?.debts.map(\.key) == ["note"])
    _ = play.play(Action("fault", .map([("write", write)])))
    guard case .done(let violations) = play.play(Action("launch")) else {
      Issue.record("the app does not start again")
      return
    }
    #expect(violations.map(\.sentence) == [])
  }

  @Test func `a private window that was away while steps were taken back stays private`() throws {
    let app = try TestApp.declared(
      """
      device: ipad
      scenes: { list: ~, peek: { private: true, restorable: false } }
      storage: { path: { type: [string], scope: scene }, text: string }
      """)
    var play = try Play(app, KnownApps(), PropertyChoice())
    let death = [("at", "before-write"), ("do", "kill")].map { ($0.0, Node.text($0.1)) }
    let actions = [
      Action("launch", .text("A")),
      Action("open", .map([("window", .text("C")), ("scene", .text("peek"))])),
      Action("background", .text("C")),
      Action("fault", .map(death + [("after", .made(.int(9)))])),
      Action("memory-pressure"),
      Action("set", .map([("text", .text("one"))]), in: "A"), Action("fault", .text("none")),
      Action("reconnect", .text("C")), Action("push", .text("one"), in: "C"),
    ]
    for action in actions {
      guard case .done = play.play(action) else {
        Issue.record("`\(action.verb)` is refused")
        return
      }
    }
    #expect(play.look.window("C")?.paths == [["one"]])
    #expect(!play.stage.stored.places.contains { $0.window == "C" })
  }

  @Test func `a value goes with another one that another process pointed at no row`() throws {
    func set(_ key: String, _ value: String) -> Node { .map([(key, .text(value))]) }
    let write = [("window", "A"), ("tab", "sent"), ("key", "selected"), ("value", "one")]
    var play = try play(
      [
        Action("launch", .text("A")), Action("select", .text("sent"), in: "A"),
        Action("set", set("reply", "one"), in: "A"), Action("background"),
        Action("memory-pressure"),
        Action("fault", .map([("write", .map(write.map { ($0.0, .text($0.1)) }))])),
      ], in: "sound-together")
    guard case .done(let violations) = play.play(Action("reconnect", .text("A"))) else {
      Issue.record("the window does not come back")
      return
    }
    #expect(play.stage.problems.map(\.code).contains(.rowIsGone))
    #expect(violations.filter { $0.property == "restores" }.map(\.sentence) == [])
  }

  @Test func `a quit asks no window that is in the background`() throws {
    func rows(_ text: String) throws -> Action {
      let source = SourceFile(path: "rows.yaml", text: text)
      return Action("change-data", .map([("items", try ScenarioReader.read(source))]))
    }
    var play = try play(
      [
        Action("launch", .text("A")), try rows("insert: { at: 0, rows: [{ id: n }] }"),
        Action("scroll", .map([("items", .text("n"))]), in: "A"), Action("background"),
        try rows("remove: [n]"), try rows("insert: { at: 0, rows: [{ id: m }] }"),
        Action("quit"),
      ], in: "sound-gone-rows")
    #expect(!play.look.isRunning)
    guard case .done(let violations) = play.play(Action("launch")) else {
      Issue.record("the app does not start again")
      return
    }
    #expect(violations.map(\.sentence) == [])
  }

  @Test func `tabs of a time without a store may lack the one that is selected in it`() throws {
    let full = Node.map([("at", .text("connect")), ("do", .text("disk-full"))])
    var play = try play(
      [
        Action("launch", .text("A")), Action("open-tab", .text("t2"), in: "A"),
        Action("fault", full), Action("stop"), Action("launch"),
        Action("close-tab", .text("b"), in: "A"), Action("fault", .text("none")),
        Action("background"), Action("disconnect", .text("A")),
      ], in: "sound-limits")
    guard case .done(let violations) = play.play(Action("reconnect", .text("A"))) else {
      Issue.record("the window does not come back")
      return
    }
    #expect(play.stage.problems.map(\.code).contains(.noSuchTab))
    #expect(violations.map(\.sentence) == [])
  }

  @Test func `a quit asks, and a forced one does not`() throws {
    let start = [Action("launch", .text("A")), Action("wait", .text("1s"))]
    let quit = try play(start + [Action("quit")], in: "sound-desktop")
    #expect(quit.history.asleep["A"]?.isCrashed == false)
    #expect(quit.history.asleep["A"]?.handedOver != nil)
    let forced = try play(start + [Action("force-quit")], in: "sound-desktop")
    #expect(forced.history.asleep["A"]?.isCrashed == true)
  }

  @Test func `a user who quits may say what becomes of the windows`() throws {
    let start = [Action("launch", .text("A")), Action("wait", .text("1s"))]
    func quit(_ keeps: Bool) -> Action {
      Action("quit", .map([("keeps-windows", .made(.bool(keeps)))]))
    }
    #expect(try play(start + [quit(true)], in: "sound-desktop").history.asleep["A"] != nil)
    #expect(try play(start + [quit(false)], in: "sound-desktop").history.asleep.isEmpty)
  }

  @Test func `the table of ends is the one of the page`() {
    for profile in RestorationProfile.allCases {
      for end in RestorationProfile.End.allCases {
        #expect(EndTable.keeps(end, profile) == (profile.fate(after: end) != .destroyed))
      }
    }
  }
}
