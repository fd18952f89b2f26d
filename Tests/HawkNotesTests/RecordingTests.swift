import Foundation
import SceneScenarios
import Testing

/// The log of the example becomes a scenario that shows the same.
struct RecordingTests {
  @Test func `what Hawk Notes did is a scenario that runs`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/events.jsonl"
    let first = try HawkNotesProcess("--store", folder.store, "--log", path)
    try first.give(
      "type Tala is brave", "select swift", "push letters", "push page/2", "pop",
      "drag tala edge", "type Why the raven?", "activate A", "open", "type gone", "close",
      "drag rhona B", "activate A", "background", "show")
    _ = try first.hear("┌ A ")
    first.killHard()
    let second = try HawkNotesProcess("--store", folder.store, "--log=\(path)")
    try second.give("activate B", "clear", "type x")
    #expect(try second.finish().status == 0)

    let log = SourceFile(path: path, bytes: [UInt8](try Data(contentsOf: URL(filePath: path))))
    let recording = try ScenarioRecording(log)
    #expect(recording.warnings.isEmpty)
    let source = SourceFile(path: "bug.scene.yaml", bytes: recording.bytes)
    #expect(ScenarioCheck.diagnostics(of: source, apps: KnownApps()).isEmpty)
    #expect(try ScenarioLayout.canonical(source) == recording.bytes)
    let scenario = try LoadedScenario(source, apps: KnownApps())
    let only = try #require(scenario.cases.first)
    let outcome = ScenarioRun.run(scenario, case: only, options: ScenarioRun.Options())
    #expect(outcome.outcome == .passed, "\(outcome.diagnostics)\n\(source.text)")
    let lines = [
      "  - kill\n  - launch\n", "draft: Tala is brave", "path: [character/tala]", "- close: C\n",
    ]
    for line in lines { #expect(source.text.contains(line), "\(line)\n\(source.text)") }
  }

  @Test func `a log that cannot be written is an error before anything happens`() throws {
    let folder = try TemporaryFolder()
    let process = try HawkNotesProcess("--store", folder.store, "--log", folder.path + "/no/log")
    let ending = try process.finish()
    #expect(ending.status == 4)
    #expect(ending.errors.hasPrefix("error: cannot write"))
  }
}
