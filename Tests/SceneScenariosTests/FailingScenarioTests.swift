import Foundation
import SceneScenarios
import Testing

/// Scenarios that are to fail, each with all of its messages beside it.
///
/// With `RECORD_MESSAGES=1` in the environment the messages are written instead of compared; read
/// them before they are committed.
struct FailingScenarioTests {
  static let files = TestFolder.files(in: TestFolder.failing, ending: [".scene.yaml"])

  @Test func `there are failing scenarios`() {
    #expect(Self.files.count > 3)
  }

  @Test func `a failing scenario gives its stored messages`() throws {
    let isRecording = ProcessInfo.processInfo.environment["RECORD_MESSAGES"] != nil
    for file in Self.files {
      let messages = try Self.messages(of: file)
      let stored = file.appendingPathExtension("expected")
      if isRecording { try Data(messages.utf8).write(to: stored) }
      let expected = String(decoding: try TestFolder.bytes(of: stored), as: UTF8.self)
      #expect(messages == expected, "\(file.lastPathComponent)")
    }
    #expect(!isRecording, "the messages were recorded, not compared")
  }

  @Test func `every failing scenario says something`() throws {
    for file in Self.files {
      let messages = try Self.messages(of: file)
      #expect(!messages.isEmpty, "\(file.lastPathComponent) passes")
    }
  }

  /// All messages of a file, which is named without its folder.
  static func messages(of file: URL) throws -> String {
    let source = SourceFile(path: file.path, bytes: try TestFolder.bytes(of: file))
    let texts: [String]
    do throws(MistakesFound) {
      let scenario = try LoadedScenario(source)
      texts = scenario.cases.flatMap {
        ScenarioRun.run(scenario, case: $0).messages(source: source)
      }
    } catch {
      texts = error.diagnostics.map { DiagnosticRenderer.text($0, source: source) }
    }
    return texts.joined(separator: "\n").replacing(TestFolder.failing.path + "/", with: "")
  }
}
