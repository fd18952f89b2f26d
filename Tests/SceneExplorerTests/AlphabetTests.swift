import SceneScenarios
import Testing

@testable import SceneExplorer

struct AlphabetTests {
  @Test func `every step of the language is drawn, or there is a reason why not`() {
    let steps = Set(StepCatalogue.all.map { $0.name })
    #expect(Category.allVerbs.intersection(Category.leftOut.keys) == [])
    #expect(Category.allVerbs.union(Category.leftOut.keys) == steps)
  }

  @Test func `what the system and the user do around windows is played`() throws {
    let app = try TestApp.declared(
      """
      tabs: { a: A, b: B }
      displays: { main: 1400x900, tv: 1920x1080 }
      scenes: { main: ~, show: { role: external-display }, late: { restores: on-demand } }
      storage: { selectedTab: string, draft: { type: string, scope: tab } }
      activities: { com.example.edit: ~ }
      handlers: [{ on: com.example.edit, do: [{ select: b }] }]
      """)
    let report = TestApp.explore(app, steps: 3840)
    let verbs = ["unplug", "plug", "move-scope", "copy-scope", "rename-scope", "advertise"]
    for verb in verbs + ["arrange", "refresh", "restore", "open"] {
      #expect(report.coverage.done[verb] ?? 0 > 0, "\(verb): \(report.coverage.refused)")
    }
    #expect(report.findings.map(\.sentence) == [])
    #expect(report.unproven.map(\.sentence) == [])
  }

  @Test(arguments: [
    (
      "except: [crash, stop, reboot, quit]", ["crash", "stop", "reboot", "quit"],
      ["kill", "force-quit"]
    ),
    (
      "steps: [set, kill]", ["crash", "stop", "reboot", "quit", "force-quit", "select"],
      ["kill", "set"]
    ),
  ])
  func `ends of a process are chosen as other steps are`(
    choice: String, never: [String], drawn: [String]
  ) throws {
    let app = try TestApp.declared(
      """
      device: mac
      tabs: { a: A, b: B }
      storage: { selectedTab: string, draft: { type: string, scope: tab } }
      explore: { \(choice) }
      """)
    let report = TestApp.explore(app, steps: 2000)
    for verb in never { #expect(report.coverage.done[verb] == nil, "\(verb)") }
    for verb in drawn { #expect(report.coverage.done[verb] ?? 0 > 0, "\(verb)") }
  }

  @Test func `windows open for the names of places, and come back after a close`() throws {
    let app = try TestApp.declared(
      """
      device: mac
      tombstones: true
      scenes: { main: ~, dot: { value: string } }
      places: { dot: { in: $app, names: ["1", "2", "3"] } }
      explore: { always: [{ when: { B: { scene: dot } }, expect: { B: { value: { $not: "3" } } } }] }
      """)
    let report = TestApp.explore(app, steps: 1280)
    #expect(report.findings.map(\.property) == ["always"])
    #expect(report.coverage.done["undo-close"] ?? 0 > 3)
  }

  @Test func `it is waited until dates are old, and a quit has the wish of the file`() throws {
    let app = try TestApp.declared(
      """
      device: mac
      storage: { seen: date?, old: bool }
      on-phase: { active: [{ set: { seen: "${now}" } }] }
      every: { 1d: [{ set: { old: true }, if: { $older: { seen: 40d } } }] }
      """, steps: ["  - launch: A", "  - quit: { keeps-windows: false }"])
    var play = try Play(app, KnownApps(), PropertyChoice())
    #expect(play.facts.ages == ["40d"] && play.facts.quits == [false])
    _ = play.play(Action("launch", .text("A")))
    var alphabet = Alphabet(play.facts, steps: [])
    var random = RandomNumbers(seed: 11)
    var drawn: Set<String> = []
    for _ in 0..<4000 {
      alphabet.memory.plan = []
      guard let action = alphabet.next(play.look, play.stage, &random) else { continue }
      let wish = action.argument?["keeps-windows"]?.bool.map { " \($0)" } ?? ""
      drawn.insert(action.verb + (action.argument?.text.map { " \($0)" } ?? wish))
    }
    #expect(drawn.isSuperset(of: ["wait 40d", "wait 1s", "quit", "quit false"]))
  }

  /// Who asks for a value hears of what is wrong with it, though no step of a scenario does.
  @Test func `a window without tabs is not asked for what its tabs have`() throws {
    let app = try TestApp.declared(
      """
      tabs: { $from: openTabs }
      storage:
        openTabs: { type: [string], default: [t1] }
        selectedTab: { type: string, default: t1 }
        draft: { type: string, scope: tab, default: none }
        zoom: { type: string, scope: scene, default: all }
      """)
    var play = try Play(app, KnownApps(), PropertyChoice())
    _ = play.play(Action("launch", .text("A")))
    _ = play.play(Action("close-tab", .text("t1"), in: "A"))
    let window = try #require(play.look.window("A"))
    #expect(window.tabs == [])
    for (index, key) in play.facts.valueKeys {
      let shown = play.facts.columns(of: key, in: window).map { window.values[index][$0] }
      #expect(shown == (key.name == "zoom" ? [.text("all")] : []))
      if key.name == "draft" { #expect(window.values[index].allSatisfy { $0 == .null }) }
    }
  }

  @Test func `before a planned death steps that write several things come more often`() throws {
    var play = try Play(
      try TestApp.named("sound-tabs"), KnownApps(), PropertyChoice())
    _ = play.play(Action("launch", .text("A")))
    _ = play.play(Action("open-tab", .text("t1"), in: "A"))
    var alphabet = Alphabet(play.facts, steps: [])
    func count(before countdown: Int) -> Int {
      var random = RandomNumbers(seed: 7)
      return (0..<500).count { _ in
        (alphabet.memory.plan, alphabet.memory.killCountdown) = ([], countdown)
        let action = alphabet.next(play.look, play.stage, &random)
        return ["open-tab", "close-tab", "move-tab", "discard-state"].contains(action?.verb)
      }
    }
    #expect(count(before: 3) > 2 * count(before: 0))
  }
}
