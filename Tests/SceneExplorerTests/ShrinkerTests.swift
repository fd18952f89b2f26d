import SceneScenarios
import Testing

@testable import SceneExplorer

struct ShrinkerTests {
  private let draft = Node.map([("draft", .text("one"))])

  @Test func `what is not needed is left out and windows get the first letters`() throws {
    let app = try TestApp.named("one-key-for-all-tabs")
    let actions = [
      Action("launch", .text("C")), Action("open", .text("B")), Action("background"),
      Action("foreground"), Action("select", .text("raven"), in: "C"), Action("wait"),
      Action("set", draft, in: "C"),
    ]
    let choice = PropertyChoice(only: ["isolated"])
    let violation = Violation("isolated", "tab draft", "", Expected("", at: ""))
    var shrinker = Shrinker(app: app, apps: KnownApps(), choice: choice)
    let shortest = shrinker.shrink(violation, actions)
    let result = try #require(shortest)
    let texts = result.actions.map { $0.text(namesWindow: true) }
    #expect(texts == ["launch: A", "{ in: A, set: { draft: one } }"])
    #expect(result.violation.expected.text.contains("raven"))
  }

  @Test func `a value of another version gets plain, and what installed that version goes`() throws
  {
    let app = try TestApp.declared(
      """
      tombstones: true
      tabs: { $from: plans }
      version: 1
      types: { Guide: { at: int } }
      storage: { plans: { type: [string], default: [a, b] }, guides: { type: [Guide], scope: tab } }
      on-tab-close: [{ clear: [guides], at: "${payload.tab}" }]
      versions: [{ version: 2, types: { Guide: { color: { type: string, default: blue } } } }]
      """)
    let guide = Node.map([("at", .made(.int(3))), ("color", .text("two"))])
    let actions = [
      Action("launch", .text("A")), Action("stop"), Action("update", app.declaration.versions[0]),
      Action("launch"), Action("set", .map([("guides", .made(.list([guide])))]), in: "A"),
      Action("close-tab", .text("a"), in: "A"), Action("undo-close-tab", in: "A"),
    ]
    let violation = Violation("restores", "guides tab", "", Expected("", at: ""))
    var shrinker = Shrinker(app: app, apps: KnownApps(), choice: PropertyChoice())
    let shortest = shrinker.shrink(violation, actions)
    let verbs = try #require(shortest).actions.map(\.verb)
    #expect(verbs == ["launch", "set", "close-tab", "undo-close-tab"])
  }

  @Test func `of the steps of the file only those stay that it needs`() throws {
    let app = try TestApp.declared(
      """
      tabs: { hawk: The Good Hawk, raven: The Broken Raven }
      storage: { draft: { type: string, scope: tab }, zoom: { type: int, scope: app } }
      """,
      steps: [
        "  - launch: A", "  - set: { zoom: 2 }", "  - expect: { A: { values: { zoom: 2 } } }",
        "  - stop", "  - update: { storage: { draft: { scope: scene } } }", "  - launch",
      ])
    let violation = Violation("isolated", "tab draft", "", Expected("", at: ""))
    var shrinker = Shrinker(app: app, apps: KnownApps(), choice: PropertyChoice())
    let shortest = shrinker.shrink(
      violation, [Action("wait"), Action("set", draft, in: "A")])
    let result = try #require(shortest)
    let verbs = result.app.stepLines.map { $0.prefix { $0 != ":" } }
    #expect(verbs == ["  - launch", "  - stop", "  - update", "  - launch"])
    #expect(result.actions.map(\.verb) == ["set"])
    #expect(result.finding(KnownApps(), seed: 1)?.property == "isolated")
  }

  @Test func `what there was no time for is a finding that says so`() throws {
    var options = Explorer.Options()
    (options.seed, options.steps, options.isLate) = (11, 640, { true })
    let report = Explorer(try TestApp.named("one-key-for-all-tabs"), options: options).run()
    #expect(report.findings.map(\.isShortest) == [false])
  }

  @Test func `an app that is cut down needs no more steps`() throws {
    var options = Explorer.Options()
    (options.seed, options.steps) = (11, 640)
    let app = try TestApp.named("opens-another-window")
    let whole = try #require(Explorer(app, options: options).run().findings.first)
    options.shrinksApp = true
    let smaller = try #require(Explorer(app, options: options).run().findings.first)
    #expect(smaller.stepCount == whole.stepCount && smaller.bytes.count < whole.bytes.count)
  }

  @Test func `a run that does not go wrong again is no result`() throws {
    let app = try TestApp.named("sound-notes")
    let violation = Violation("isolated", "tab draft", "", Expected("", at: ""))
    var shrinker = Shrinker(app: app, apps: KnownApps(), choice: PropertyChoice())
    let shortest = shrinker.shrink(violation, [Action("launch", .text("A"))])
    #expect(shortest == nil)
  }

  @Test func `a scenario that passes is no finding`() throws {
    let app = try TestApp.named("sound-notes")
    let violation = Violation("isolated", "tab draft", "it is lost", .of("A", "tab", "hawk"))
    let result = Shrinker.Result(
      violation: violation, actions: [Action("launch", .text("A"))], app: app)
    #expect(result.finding(KnownApps(), seed: 1) == nil)
  }
}
