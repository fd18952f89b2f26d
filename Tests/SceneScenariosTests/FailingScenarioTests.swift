import Foundation
import SceneScenarios
import Testing

/// Scenarios that are to fail, each with all of its messages beside it.
struct FailingScenarioTests {
  static let files = TestFolder.files(in: TestFolder.failing, ending: [".yaml"])

  @Test func `there are failing scenarios`() {
    #expect(Self.files.count > 1)
  }

  @Test(arguments: files)
  func `a failing scenario gives its stored messages`(file: URL) throws {
    let source = SourceFile(
      path: file.lastPathComponent, bytes: try TestFolder.bytes(of: file))
    let messages = Self.diagnostics(of: source)
      .map { DiagnosticRenderer.text($0, source: source) }.joined()
    let stored = file.appendingPathExtension("expected")
    // Messages with several parts end with an empty line.
    let expected = String(decoding: try TestFolder.bytes(of: stored), as: UTF8.self)
    #expect(Self.tidy(messages) == Self.tidy(expected))
  }

  private static func diagnostics(of source: SourceFile) -> [Diagnostic] {
    do throws(MistakesFound) {
      let scenario = try LoadedScenario(source)
      return scenario.cases.flatMap { ScenarioRun.run(scenario, case: $0).diagnostics }
    } catch {
      return error.diagnostics
    }
  }

  private static func tidy(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: true)
  }
}
