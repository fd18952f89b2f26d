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
      violation: violation, actions: [Action("launch", .text("A"))], playsBeginning: false)
    #expect(app.finding(result, KnownApps(), seed: 1) == nil)
  }
}
