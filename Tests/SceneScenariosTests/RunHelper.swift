import Foundation
import SceneScenarios
import Testing

enum RunHelper {
  static let path = "scenarios/01-shared-key.scene.yaml"

  static func sampleText() throws -> String {
    let file = TestFolder.samples.appending(path: "01-shared-key.scene.yaml")
    return String(decoding: try TestFolder.bytes(of: file), as: UTF8.self)
  }

  static func sample01() throws -> LoadedScenario {
    try LoadedScenario(SourceFile(path: path, text: try sampleText()))
  }

  /// Sample 01 with one line changed; the old text must be in it.
  static func sample01(line: Int, _ old: String, _ new: String) throws -> LoadedScenario {
    var lines = try sampleText().components(separatedBy: "\n")
    let changed = lines[line - 1].replacingOccurrences(of: old, with: new)
    try #require(changed != lines[line - 1], "line \(line) has no \(old)")
    lines[line - 1] = changed
    return try LoadedScenario(SourceFile(path: path, text: lines.joined(separator: "\n")))
  }

  /// A scenario with a two-tab app and these steps, which stand from line 9 on.
  static func source(_ steps: String, app: String = "") -> SourceFile {
    let text = """
      # A test
      scenesim: 1
      scenario: test
      app:
        tabs: { hawk: Hawk, raven: Raven }
        storage: { draft: { type: string, scope: tab }, count: int, list: { type: [string] } }
      \(app)
      steps:
      \(steps)
      """
    return SourceFile(path: "test.scene.yaml", text: text)
  }

  static func scenario(_ steps: String, app: String = "") throws -> LoadedScenario {
    try LoadedScenario(source(steps, app: app))
  }

  static func run(_ steps: String, app: String = "") throws -> CaseRun {
    try run(scenario(steps, app: app))
  }

  static func run(file text: String) throws -> CaseRun {
    try run(LoadedScenario(SourceFile(path: "test.scene.yaml", text: text)))
  }

  private static func run(_ scenario: LoadedScenario) throws -> CaseRun {
    ScenarioRun.run(scenario, case: try #require(scenario.cases.first))
  }

  /// The first lines of the mistakes that keep a scenario from running.
  static func mistakes(_ steps: String) -> [String] {
    do {
      _ = try scenario(steps)
      return []
    } catch let error as MistakesFound {
      return error.diagnostics.map(line)
    } catch {
      return ["\(error)"]
    }
  }

  /// `line:column: message [code]`.
  static func line(_ diagnostic: Diagnostic) -> String {
    "\(diagnostic.range.start): \(diagnostic.message) [\(diagnostic.code)]"
  }
}
