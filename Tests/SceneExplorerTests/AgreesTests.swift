import Foundation
import SceneScenarios
import SceneSimulator
import Testing

@testable import SceneExplorer

/// Runs on a store in memory and on a real one.
struct AgreesTests {
  private func play(_ value: String, in app: ExploredApp) throws -> Play {
    var play = try Play(app, KnownApps(), PropertyChoice())
    let steps = [
      Action("launch", .text("A")), Action("set", .map([("draft", .text(value))]), in: "A"),
    ]
    for step in steps {
      guard case .done = play.play(step) else {
        Issue.record("refused: \(step.verb)")
        continue
      }
    }
    return play
  }

  @Test func `the same steps leave the same values in both`() throws {
    let app = try TestApp.declared("storage: { draft: string }")
    let memory = try play("one", in: app)
    try Self.inFolder { folder in
      let found = try Agrees.violation(after: memory, app, KnownApps(), folder: folder)
      #expect(found == nil)
    }
  }

  @Test func `another value is told with its place`() throws {
    let app = try TestApp.declared("storage: { draft: string }")
    let (one, two) = (try play("one", in: app), try play("two", in: app))
    let found = try #require(Agrees.violation(one.stage.stored, two.stage.stored))
    #expect(found.sentence == "A/draft is \"one\" in memory and \"two\" in a real store")
    #expect(found.expected.text == "{ store: { A: { draft: \"one\" } } }")
  }

  @Test func `some runs are played on both, and no more`() throws {
    var options = Explorer.Options()
    options.steps = 1280
    options.folders = { body in
      // What could not be made is told by the run in it.
      try? Self.inFolder { body($0) }
    }
    let app = try TestApp.named("sound-notes")
    let report = Explorer(app, options: options).run()
    #expect(report.findings.map(\.sentence) == [])
    #expect(report.compared >= 1 && report.compared < report.runs / 4)
    options.choice = PropertyChoice(except: ["agrees"])
    #expect(Explorer(app, options: options).run().compared == 0)
  }

  @Test func `what differs is told with the fewest steps`() throws {
    let app = try TestApp.declared("storage: { draft: string? }")
    let draft = Node.map([("draft", .text("one"))])
    let actions = [
      Action("launch", .text("C")), Action("open", .text("B")), Action("wait"),
      Action("set", draft, in: "C"), Action("close", .text("B")),
      Action("clear", .made(.list([.text("draft")])), in: "C"), Action("wait"),
    ]
    // In memory alone nothing is cleared.
    var shrinker = Shrinker(
      app: app, apps: KnownApps(), choice: PropertyChoice(only: ["agrees"]),
      product: { step, stage in step.verb.name == "clear" ? .done : stage.play(step) })
    shrinker.folders = { body in
      // What could not be made is told by the run in it.
      try? Self.inFolder { body($0) }
    }
    let violation = Violation("agrees", "store draft", "", Expected("", at: ""))
    let shortest = shrinker.shrink(violation, actions)
    let texts = try #require(shortest).actions.map { $0.text(namesWindow: true) }
    #expect(
      texts == ["launch: A", "{ in: A, set: { draft: one } }", "{ in: A, clear: [draft] }"])
  }

  @Test func `a step that is refused and has ended the process ends the run`() throws {
    let app = try TestApp.declared("storage: { draft: { type: string, default: \"\" } }")
    var play = try Play(app, KnownApps(), PropertyChoice())
    let fault = Node.map([("at", .text("commit")), ("do", .text("read-only"))])
    for step in [Action("launch", .text("A")), Action("fault", fault)] { _ = play.play(step) }
    // The process is gone by then, and its windows are not.
    guard case .lost("store-not-usable", nil) = play.play(Action("force-quit")) else {
      Issue.record("the run goes on without a process that it does not know to be gone")
      return
    }
    #expect(!play.stage.look(play.facts.sights).isRunning)
  }

  @Test func `an action that is refused half way ends the run`() throws {
    let app = try TestApp.named("sound-next-row")
    var play = try Play(app, KnownApps(), PropertyChoice())
    _ = play.play(Action("launch", .text("A")))
    // Nothing is selected that could be removed, and what is written before that is written.
    guard case .lost("wrong-kind", nil) = play.play(Action("act", .text("delete"), in: "A")) else {
      Issue.record("the run goes on with what half an action has left")
      return
    }
  }

  private static func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "agrees-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }  // nothing depends on it
    try body(folder.path)
  }
}
