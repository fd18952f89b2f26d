import Foundation
import SceneScenarios
import Testing

/// The tables of the language say what the parsers do.
struct LanguageTests {
  static let steps = StepCatalogue.all.map { $0.name }

  @Test(arguments: steps)
  func `the example of each step runs as it is`(name: String) throws {
    let step = try #require(StepCatalogue.type(named: name))
    try Self.play(step)
  }

  static func play(_ step: any ScenarioStep.Type) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in StepReference.files(of: step) {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let path = folder.appending(path: "example.scene.yaml").path()
    let text = StepReference.scenario(of: step)
    #expect(step.syntax.hasPrefix(step.name) && step.summary.hasSuffix("."))
    #expect(step.example.contains(step.name))
    #expect(step.example.contains("expect"), "an example shows what came of it")
    let scenario = try LoadedScenario(SourceFile(path: path, text: text))
    let run = ScenarioRun.run(scenario, case: try #require(scenario.cases.first))
    #expect(run.outcome == .passed, "\(run.diagnostics.map(RunHelper.line))")
    #expect(run.steps == run.total)
  }

  @Test(arguments: steps)
  func `a bare verb is accepted where the table says that nothing follows`(name: String) throws {
    let step = try #require(StepCatalogue.type(named: name))
    // Without its steps one that runs others is told of these first.
    if step is any FlowStep.Type { return }
    let found = RunHelper.mistakes("  - \(name)").filter { $0.contains("`\(name)` needs a value") }
    #expect(found.isEmpty == step.argument.canBeNothing, "\(found)")
  }

  @Test func `every key of a step's table is known to its parser, and no other`() throws {
    for step in StepCatalogue.all where !step.argument.fields.isEmpty {
      for key in step.argument.keys {
        let found = RunHelper.mistakes("  - \(step.name): { \(key): ~ }")
        #expect(!found.contains { $0.contains("there is no key `\(key)`") }, "\(step.name) \(key)")
      }
      let wrong = RunHelper.mistakes("  - \(step.name): { no-such-key: 1 }")
      #expect(!wrong.isEmpty, "\(step.name)")
    }
  }

  @Test func `names in the tables are there once, and every field says what it is`() {
    let tables = [
      ScenarioLanguage.topLevel, ScenarioLanguage.modifiers + ScenarioLanguage.flowParts,
      ScenarioLanguage.app, ScenarioLanguage.checks, ScenarioLanguage.windowChecks,
      ScenarioLanguage.storeChecks, ScenarioLanguage.listChecks, ScenarioLanguage.matchers,
    ]
    for fields in tables + StepCatalogue.all.map({ $0.argument.fields }) {
      for field in fields { #expect(!field.summary.isEmpty && !field.summary.hasSuffix(".")) }
    }
    for fields in tables { #expect(Set(fields.names).count == fields.count) }
    #expect(Set(Self.steps).count == Self.steps.count)
  }

  // MARK: A step of one's own

  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()

  private static var page: String {
    get throws {
      let path = "../../Sources/SceneCommands/SceneCommands.docc/adding-a-step.md"
      return try String(contentsOf: tests.appending(path: path), encoding: .utf8)
    }
  }

  @Test func `the step of the documentation is the one that is compiled here`() throws {
    let page = try Self.page
    let path = Self.tests.appending(path: "SwitchStep.swift")
    let file = try String(contentsOf: path, encoding: .utf8)
    // In its own module the step needs no import of it.
    let text = file.replacingOccurrences(of: "import SceneScenarios\n", with: "")
    #expect(page.contains("```swift\n\(text)```"))
  }

  @Test func `a step in one file runs, is suggested and says how it is written`() throws {
    #expect(StepCatalogue.type(named: "switch") == nil)
    try StepCatalogue.$onTrial.withValue(SwitchStep.self) {
      try Self.play(SwitchStep.self)
      let page = try Self.page
      let words = "`\(SwitchStep.syntax)`\n\n\(SwitchStep.summary)"
      #expect(page.contains("## switch\n\n\(words)\n\n```\n\(SwitchStep.example)\n```\n"))
      let misspelt = RunHelper.mistakes("  - launch: A\n  - swich: A")
      #expect(misspelt.contains { $0.contains("there is no step `swich`") })
      #expect(!RunHelper.mistakes("  - switch").isEmpty)
      #expect(!RunHelper.mistakes("  - switch: a").isEmpty)
      let refused = try RunHelper.run("  - launch: A\n  - { switch: B, fails: no-such-window }")
      #expect(refused.outcome == .passed)
    }
  }

  @Test func `the one tab that has a key is named beside a step as any other`() throws {
    let text = """
      scenesim: 1
      scenario: test
      app:
        tabs: { hawk: Hawk, trip: Trip }
        storage: { selectedTab: string, fare: { type: int, scope: tab(trip) } }
        actions: { pay: [{ clear: [fare], at: trip }] }
      steps:
        - launch: A
        - { set: { fare: 3 }, at: trip }
        - expect: { A: { tabs: { trip: { values: { fare: 3 } } } } }
        - act: pay
        - expect: { A: { tabs: { trip: { values: { fare: 0 } } } } }
        - { set: { fare: 3 }, at: hawk, fails: no-such-key }
      """
    let run = try RunHelper.run(file: text)
    #expect(run.outcome == .passed, "\(run.texts())")
  }
}

extension SwitchStep {
  static let syntax = "switch: B"
  static let summary = "Puts a window in front and sends the one that was there to the background."
  static let example = """
    - launch: A
    - open: B
    - switch: A
    - expect: { front: A, A: { phase: active }, B: { phase: background } }
    """
}
