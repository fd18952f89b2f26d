import Foundation
import SceneExplorer
import SceneScenarios
import SceneState
import Synchronization
import Testing

struct PlantedBugTests {
  /// A bug that was put into an app, and how it has to be found.
  struct Bug: Sendable, CustomTestStringConvertible {
    let app: String
    let property: String
    /// A text of the message with which the scenario fails.
    let message: String
    let steps: Int

    init(_ app: String, _ property: String, _ message: String, steps: Int = 1280) {
      (self.app, self.property, self.message, self.steps) = (app, property, message, steps)
    }

    var testDescription: String { app }
  }

  private static let bugs = [
    Bug("one-key-for-all-tabs", "isolated", "values.draft"),
    Bug("in-the-activity", "restores", "A.values.text: expected \""),
    Bug("path-without-key", "restores", "A.path: expected ["),
    Bug("rows-by-number", "restores", "A.lists.countries"),
    Bug("shared-row-field", "restores", "A.lists.countries"),
    Bug("shows-without-select", "isolated", "A.tab: expected", steps: 3840),
    Bug("link-without-select", "isolated", "A.tab: expected", steps: 3840),
    Bug("selects-too-late", "isolated", "A.path: expected ["),
    Bug("tab-removed", "quiet", "no-such-tab"),
    Bug("field-without-migration", "quiet", "value-not-readable"),
    Bug("identify-forgotten", "one-taker", "front: expected", steps: 3840),
    Bug("link-without-identify", "one-taker", "front: expected", steps: 3840),
    Bug("link-in-another-window", "one-taker", "front: expected", steps: 3840),
    Bug("place-in-another-window", "one-taker", "front: expected", steps: 3840),
    Bug("same-identity", "one-taker", "shows: expected"),
    Bug("same-identity-of-places", "one-taker", "shows: expected", steps: 3840),
    Bug("same-identity-at-phase", "one-taker", "shows: expected"),
    Bug("identity-of-the-book", "one-taker", "shows: expected"),
    Bug("identity-of-the-floor", "one-taker", "shows: expected"),
    Bug("pushes-without-identify", "one-taker", "front: expected", steps: 3840),
    Bug("tree-without-saver", "restores", "no node of the tree saves"),
    Bug("prefers-the-beginning", "one-taker", "front: expected", steps: 3840),
    Bug("private-history", "gone", "values.history: expected []", steps: 3840),
    Bug("private-pinned", "gone", "values.pinned: expected"),
    Bug("screen-without-place", "restores", "A.path: expected ["),
    Bug("tab-without-key", "restores", "A.tab: expected"),
    Bug("navigator-without-key", "restores", "expected"),
    Bug("one-key-for-opened-tabs", "isolated", "give every tab its own value"),
    Bug("place-without-key-few-notes", "restores", "A.shows: expected"),
    Bug("field-renamed", "restores", "A.values.timer.seconds: expected", steps: 3840),
    Bug("version-left-out", "restores", "A.values.gain: expected", steps: 3840),
    Bug("kept-too-late", "restores", "A.values.entry: expected"),
    Bug("writes-too-early", "isolated", "values.draft: expected"),
    Bug("kept-every-minute", "restores", "A.values.text: expected"),
    Bug("place-too-late", "isolated", "values.comment: expected"),
    Bug("written-everywhere", "isolated", "values.ticket: expected"),
    Bug("private-link", "gone", "values.searches: expected", steps: 3840),
    Bug("private-taken", "gone", "values.strokes: expected", steps: 3840),
    Bug("private-put-off", "gone", "values.searches: expected", steps: 3840),
    Bug("closing-clears-itself", "restores", "values.drawing: expected", steps: 3840),
    Bug("front-takes-another", "isolated", "values.slide: expected", steps: 3840),
    Bug("word-left-out", "restores", "A.values.points: expected", steps: 3840),
    Bug("closed-by-nobody", "obeyed", "which doc?"),
    Bug("cleared-in-the-background", "restores", "values.second: expected"),
    Bug("field-of-places-renamed", "restores", "values.view.scale: expected", steps: 3840),
    Bug("opens-another-window", "isolated", "values.draft: expected"),
    Bug("set-in-another-kind", "restores", "A.values.zoom: expected"),
    Bug("set-in-another-kind", "restores", "A.shows: expected"),
    Bug("closing-clears-itself", "restores", "values.zoom: expected", steps: 3840),
    Bug("written-everywhere", "isolated", "values.side: expected"),
    Bug("field-renamed", "restores", "A.values.timers[0].seconds: expected", steps: 3840),
  ]

  /// Those whose search takes long, for `Scripts/soak bugs`.
  private static let further = [
    Bug("key-renamed", "restores", "A.values.rate: expected", steps: 3840),
    Bug("kept-elsewhere", "restores", "A.values.amount: expected", steps: 3840),
    Bug("url-renamed", "quiet", "no-such-place", steps: 3840),
    Bug("tabs-renamed", "restores", "A.open-tabs: expected", steps: 3840),
    Bug("later-in-another-tab", "isolated", "values.status: expected", steps: 3840),
    Bug("later-in-another-window", "isolated", "values.footer: expected", steps: 7680),
    Bug("selected-and-overwritten", "isolated", "A.values.query: expected", steps: 3840),
    Bug("lost-until-later", "restores", "A.values.outgoing: expected", steps: 3840),
    Bug("lost-from-the-list", "restores", "A.values.raw: expected", steps: 3840),
    Bug("word-forgotten", "quiet", "value-not-readable"),
    Bug("private-tab-closed", "gone", "values.recent: expected", steps: 3840),
    Bug("private-drawing-taken", "gone", "values.strokes: expected", steps: 3840),
    Bug("private-in-the-background", "gone", "values.recent: expected", steps: 3840),
    Bug("closing-clears-the-next", "isolated", "values.note: expected", steps: 3840),
    Bug("outlives-its-window", "gone", "values.lastCommand: expected", steps: 3840),
    Bug("writes-in-the-first-window", "isolated", "A.values.to: expected", steps: 3840),
  ]

  /// How many times as many steps they get; nil where they are left out.
  private static let factor = setting("SCENE_STORAGE_SOAK_BUGS")

  private static func setting(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test(.enabled(if: factor != nil, "Scripts/soak bugs"), arguments: further)
  func `a bug that is hard to find is found, too`(_ bug: Bug) throws {
    try find(bug, steps: bug.steps * (Self.factor ?? 1))
  }

  @Test(arguments: bugs)
  func `a planted bug is found and its scenario fails`(_ bug: Bug) throws {
    try find(bug, steps: bug.steps)
  }

  private func find(_ bug: Bug, steps: Int) throws {
    let app = try TestApp.named(bug.app)
    func found(_ report: Explorer.Report) -> Discovery? {
      report.findings.first { text(of: $0).contains(bug.message) }
    }
    let report = try TestApp.search(
      app, steps: steps, choice: PropertyChoice(only: [bug.property])
    ) { found($0) != nil }
    let finding = try #require(found(report))
    #expect(finding.property == bug.property)
    #expect(finding.stepCount <= 9)
    #expect(report.unproven.map(\.sentence) == [])
    // What `run` would not even begin with is no scenario.
    let source = SourceFile(path: "found.scene.yaml", bytes: finding.bytes)
    #expect(throws: Never.self) { try ScenarioCheck.load(source, apps: KnownApps()) }
  }

  /// The message with which the runner fails, played once more.
  private func text(of finding: Discovery) -> String {
    let source = SourceFile(path: "found.scene.yaml", bytes: finding.bytes)
    guard let scenario = try? LoadedScenario(source) else { return "" }
    let outcome = ScenarioRun.run(scenario, case: scenario.cases[0])
    return outcome.texts().joined()
  }

  @Test(arguments: [
    "sound-notes", "sound-places", "sound-desktop", "sound-tabs", "sound-notes-and-feeds",
    "sound-panes", "sound-versions", "sound-plans", "sound-library", "sound-rows", "sound-memory",
    "sound-actions", "sound-gone-rows", "sound-two-panes", "sound-note-windows", "sound-shelves",
    "sound-opening-handlers", "sound-views", "sound-waiting-tabs", "sound-together",
    "sound-late-handlers", "sound-tree", "sound-limits", "sound-board", "sound-others",
    "sound-renamed", "sound-outbox", "sound-shelf", "sound-copies", "sound-converted",
    "sound-times", "sound-cards", "sound-next-row", "sound-till", "sound-book-marks",
    "sound-private-tabs", "sound-articles", "sound-editors",
  ])
  func `a sound app gives nothing`(_ name: String) throws {
    // An eighth of the streams, in the gate that of the commit; all of them for `Scripts/soak bugs`.
    let part = 1 + (Self.setting("SCENE_STORAGE_SAMPLE") ?? 0) % 8
    let report = try TestApp.search(
      try TestApp.named(name), steps: 1280 * (Self.factor ?? 1),
      parts: Self.factor == nil ? part...part : 1...8
    ) { !$0.findings.isEmpty }
    #expect(report.findings.map(\.sentence) == [])
    #expect(report.unproven.map(\.sentence) == [])
  }

  @Test func `what no node saves is told once, whatever ends the process`() throws {
    let app = try TestApp.named("tree-without-saver")
    let report = TestApp.explore(app, steps: 1280)
    #expect(
      report.findings.map(\.sentence) == [
        "`volume` is lost when the window comes back: no node of the tree saves it"
      ])
  }

  @Test func `when a time is over each run counts that was played`() throws {
    var options = Explorer.Options()
    let calls = Atomic(0)
    // The first round has 64 runs of at most 25 steps, which ask each time.
    options.isOver = { calls.wrappingAdd(1, ordering: .relaxed).oldValue > 3_000 }
    let report = Explorer(try TestApp.named("sound-notes"), options: options).run()
    #expect(report.rounds == 2 && report.runs > 64, "\(report.runs)")
  }

  @Test func `what the language has for tabs, places and lists is played`() throws {
    let verbs = [
      "sound-tabs": ["open-tab", "close-tab", "move-tab", "undo-close-tab"],
      "sound-actions": ["act"], "sound-editors": ["link"],
      "sound-notes-and-feeds": ["show-place", "append", "remove", "change-data"],
    ]
    for (app, verbs) in verbs {
      func missing(_ report: Explorer.Report) -> [String] {
        verbs.filter { report.coverage.done[$0] ?? 0 == 0 }
      }
      let report = try TestApp.search(try TestApp.named(app), steps: 3840) { missing($0) == [] }
      #expect(missing(report) == [], "\(app)")
    }
  }

  private static let mended: [(String, [String: String])] = [
    ("01-shared-key", ["\"${scope}\"": "tab"]),
    ("02-drag-new-window", ["${tab-view-handles}": "true"]),
    ("03-force-quit", ["via: activity": "via: activity, may-lose: true"]),
    ("04-deep-link", [:]),
    (
      "05-countries",
      ["\"${row-id}\"": "capital", "bool,     scope: scene": "bool, shared: true"]
    ),
    ("06-schema-change", [:]), ("07-restoration-tree", [:]),
  ]

  @Test(arguments: mended)
  func `a sample in its mended form gives nothing`(
    _ name: String, _ changes: [String: String]
  ) throws {
    let report = TestApp.explore(try TestApp.sample(name, changes), steps: 640, seed: 3)
    #expect(report.mistake == nil)
    #expect(report.findings.map(\.sentence) == [])
  }

  @Test func `the same is found with one job and with two`() throws {
    let app = try TestApp.named("rows-by-number")
    let one = TestApp.explore(app, steps: 640, jobs: 1)
    let two = TestApp.explore(app, steps: 640, jobs: 2)
    #expect(one.findings.map(\.bytes) == two.findings.map(\.bytes))
    #expect(one.findings.map(\.count) == two.findings.map(\.count))
    #expect(one.steps == 640 && two.steps == 640)
    #expect(!one.findings.isEmpty)
  }

  @Test func `two parts together have found what the whole finds`() throws {
    let app = try TestApp.named("rows-by-number")
    var options = Explorer.Options()
    (options.seed, options.steps) = (5, 640)
    let whole = Explorer(app, options: options).run()
    var together = Explorer.Report()
    for number in [2, 1] {
      options.shard = (number, 2)
      let data = try JSONEncoder().encode(Explorer(app, options: options).run())
      together.merge(try JSONDecoder().decode(Explorer.Report.self, from: data))
    }
    #expect(together.findings.map(\.bytes) == whole.findings.map(\.bytes))
    #expect(together.findings.map(\.count) == whole.findings.map(\.count))
    #expect(together.coverage.stateCount == whole.coverage.stateCount)
    #expect(together.steps == 640 && !whole.findings.isEmpty)
  }

  @Test func `every sequence has the same states with one job and with two`() throws {
    let app = try TestApp.declared(
      "tabs: { a: A, b: B }\nstorage: { size: { type: int, scope: tab } }")
    var options = Explorer.Options()
    let one = Exhaustive(app, options: options, depth: 3, windows: 2).run()
    options.jobs = 2
    let two = Exhaustive(app, options: options, depth: 3, windows: 2).run()
    #expect(one.coverage.stateCount == two.coverage.stateCount && one.steps == two.steps)
    #expect(one.coverage.stateCount > 20)
    #expect(one.findings.map(\.bytes) == two.findings.map(\.bytes))
  }

  /// Launch; background, other tab; from behind: kill, foreground, disconnect, and from the other
  /// tab: background, and back, which leaves a stored tab.
  @Test(arguments: [(2, 3, 3), (3, 7, 8)])
  func `a small world has the states that a hand counts`(
    _ depth: Int, _ states: Int, _ steps: Int
  ) throws {
    let app = try TestApp.declared(
      "windows: one\ntabs: { a: A, b: B }\nstorage: { selectedTab: string }")
    let report = Exhaustive(
      app, options: Explorer.Options(), depth: depth, windows: 1
    ).run()
    #expect(report.coverage.stateCount == states && report.steps == steps)
  }

  @Test func `what takes too long is ended between two steps`() throws {
    let asked = Mutex(0)
    var options = Explorer.Options()
    options.isOver = {
      asked.withLock {
        $0 += 1
        return $0 > 300
      }
    }
    let report = Explorer(try TestApp.named("one-key-for-all-tabs"), options: options).run()
    #expect(report.runs > 0 && report.runs < 64)
    // What the runs that were over have found counts.
    #expect(report.findings.map(\.property) == ["isolated"])
  }

  @Test func `every property has a page`() {
    #expect(ProblemExplanation.properties.map(\.code.rawValue) == PropertyChoice.names)
  }

  @Test func `what is left out is not found`() throws {
    let app = try TestApp.named("one-key-for-all-tabs")
    let report = TestApp.explore(
      app, steps: 640, choice: PropertyChoice(except: ["isolated:draft"]))
    #expect(report.findings.map(\.sentence) == [])
  }

  @Test func `the app's own rules hold after each step`() throws {
    let app = try TestApp.declared(
      """
      storage: { size: int }
      explore:
        values: { size: [1, 2, 99] }
        always:
          - { when: { windows: [A] }, expect: { A: { values: { size: { $not: 99 } } } } }
      """)
    let report = TestApp.explore(app, steps: 640, choice: PropertyChoice(only: ["always"]))
    #expect(report.findings.map(\.stepCount) == [2])
    #expect(
      report.findings.first?.sentence == "rule 1 of `always` does not hold: when { windows: [A] }, "
        + "{ A: { values: { size: { \"$not\": 99 } } } }")
  }

  @Test func `what steps say that windows prefer counts`() throws {
    let app = try TestApp.declared(
      """
      storage: { path: [string] }
      activities: { come: ~ }
      handlers: [{ on: come, do: [{ show: [x] }] }]
      """,
      steps: [
        "  - launch: A", "  - open: B", "  - { in: A, conditions: { can: [] } }",
        "  - { in: B, conditions: { can: [] } }",
      ])
    let choice = PropertyChoice(only: ["one-taker:route"])
    let report = TestApp.explore(app, steps: 1280, choice: choice)
    #expect(report.findings.map(\.sentence) == [])
  }

  @Test func `what comes to one window and is written in all of them is not lost`() throws {
    let app = try TestApp.declared(
      """
      device: mac
      profile: macos
      storage: { job: string? }
      activities: { work: { payload: { job: string } } }
      handlers: [{ on: work, do: [{ in: all, set: { job: "${payload.job}" } }] }]
      """)
    let report = TestApp.explore(app, steps: 1280, choice: PropertyChoice(only: ["restores"]))
    #expect(report.findings.map(\.sentence) == [])
  }

  @Test func `a scenario comes first, unless the bug needs none of it`() throws {
    let app = try TestApp.declared(
      "storage: { text: { type: string, via: activity } }\nrestoration: { activity: edit }",
      steps: ["  - launch: A", "  - open: B"])
    let report = TestApp.explore(app, steps: 640)
    #expect(report.findings.map(\.property) == ["restores"])
    #expect(
      report.findings.first.map { !String(decoding: $0.bytes, as: UTF8.self).contains("B") } == true
    )
  }

  /// What the steps of the file damage is told whenever it is read; nobody is to be told again.
  @Test(arguments: [true, false])
  func `damage that the file itself does is no finding`(isDone: Bool) throws {
    let app = try TestApp.declared(
      "storage: { text: string }",
      steps: [
        "  - launch: A", "  - set: { text: one }", "  - background",
        isDone ? "  - fault: { corrupt: { window: A, key: text } }" : "  - foreground",
        "  - kill", "  - launch",
      ])
    let report = TestApp.explore(app, steps: 640)
    #expect(report.findings.map(\.sentence) == [])
    #expect(report.unproven.map(\.sentence) == [])
  }
}
