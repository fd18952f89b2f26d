import AppsInSwift
import Foundation
import SceneCommands
import SceneScenarios
import Testing

/// A tool that knows apps written in Swift.
@MainActor struct KnownAppsTests {
  private let folder: TemporaryFolder
  private let harness = {
    var harness = Harness()
    harness.apps = KnownApps(["HawkNotes": { HawkNotes() }, "Restorer": { HawkNotes() }])
    return harness
  }()

  init() throws { folder = try TemporaryFolder() }

  private func file(_ app: String, _ steps: String) throws -> String {
    let path = folder.file("named.scene.yaml")
    let text = "scenesim: 1\nscenario: A named app\napp: \(app)\nsteps:\n\(steps)"
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  @Test func `a scenario names an app, whose manifest gives tabs, keys and activities`() throws {
    let path = try file(
      "HawkNotes",
      """
        - launch: A
        - set: { draft: Tala is brave }
        - drag:
            from: A
            activity: com.example.hawknotes.character
            payload: { id: tala, name: Tala, book: raven }
            drop: right-edge
            opens: B
        - expect: { B: { tab: raven, path: [character/tala], values: { draft: "" } } }
        - { drag: { from: A, activity: com.example.other, drop: left-edge }, fails: activity-not-declared }
        - background
        - kill
        - launch
        - expect: { A: { restored: true, tab: hawk, values: { draft: Tala is brave } } }

      """)
    let result = harness.run("run", path)
    #expect(result.code == .success, "\(result.output)\(result.errors)")
    #expect(result.output.contains("9 steps"))
  }

  @Test func `a key that the manifest does not have is refused`() throws {
    let result = harness.run(
      "run", try file("HawkNotes", "  - launch: A\n  - set: { drafts: x }\n"))
    #expect(result.code == .invalidInput)
    #expect(result.output.contains(":6:12: error:"))
    #expect(result.output.contains("did you mean `draft`?"))
  }

  @Test func `an unknown app is a mistake at its name, with the nearest one`() throws {
    let result = harness.run("run", try file("HawkNote", "  - launch: A\n"))
    #expect(result.code == .invalidInput)
    #expect(result.output.contains(":3:6: error: this tool knows no app `HawkNote` [wrong-value]"))
    #expect(result.output.contains("did you mean `HawkNotes`?"))
  }

  @Test func `a tool without apps says how to build one that has some`() throws {
    let result = Harness().run("run", try file("HawkNotes", "  - launch: A\n"))
    #expect(result.code == .invalidInput)
    #expect(result.output.contains("`ScenarioTool.main(apps:)`"))
  }
}
