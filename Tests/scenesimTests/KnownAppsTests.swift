import AppsInSwift
import Foundation
import SceneCommands
import SceneLifecycle
import SceneScenarios
import SceneState
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

  @Test func `an app in Swift gets the data that stands beside its name`() throws {
    var harness = Harness()
    harness.apps = KnownApps(["Restorer": { Restorer() }])
    let app = """

        swift: Restorer
        device: iphone
        lists: { countries: { tab: world, rows: countries, id: capital, shows: 4 } }
        data:
          countries:
            - { name: Chile, capital: Santiago }
            - { name: Egypt, capital: Cairo }
            - { name: Ghana, capital: Accra }
      """
    let path = try file(
      app,
      """
        - launch: A
        - pick: { countries: Ghana }
        - background
        - kill
        - change-data: { countries: { remove: [Chile] } }
        - launch
        - expect: { A: { lists: { countries: { picked: Ghana, picked-row: 1 } } } }
        - background
        - kill
        - update: { loads-data: after-restoring }
        - launch
        - expect: { A: { lists: { countries: { picked: ~ } } }, problems: [list-was-empty] }

      """)
    let result = harness.run("run", path)
    #expect(result.code == .success, "\(result.output)\(result.errors)")
    let wrong = harness.run("run", try file("{ swift: Restorer, tabs: {} }", "  - launch: A\n"))
    #expect(wrong.output.contains(":3:25: error: there is no key `tabs` in an app in Swift"))
  }

  @Test func `the key of the place of an app in Swift is known`() throws {
    let text = "scenesim: 1\nscenario: Heron\napp: { swift: Heron }\nsteps: [launch: A]\n"
    let apps = KnownApps(["Heron": { Heron() }])
    let scenario = try LoadedScenario(SourceFile(path: "heron.scene.yaml", text: text), apps: apps)
    let stage = try ScenarioStage(
      scenario, case: scenario.cases[0], options: ScenarioRun.Options(), apps: apps)
    #expect(stage.playFile() == nil)
    let name = try #require(stage.declaration.navigator?.savesTo)
    #expect(stage.declaration.key(name) != nil)
  }

  @Test func `a step of an app that cannot be taken back must not fail halfway`() throws {
    var harness = Harness()
    harness.apps = KnownApps(["Halfway": { Halfway() }])
    func run(_ step: String) throws -> (code: ExitCode, output: String) {
      let result = harness.run("run", try file("Halfway", "  - launch: A\n  - \(step)\n"))
      return (result.code, result.output)
    }
    // Nothing has happened before these are refused.
    #expect(try run("{ activate: B, fails: no-such-window }").code == .success)
    #expect(try run("{ close: B, fails: no-such-window }").code == .success)
    let drop =
      "continue: { activity: com.example.hawknotes.character, "
      + "payload: { id: tala, name: Tala, book: raven }, to: A }"
    let halfway = try run("{ \(drop), soft: true }")
    #expect(halfway.code == .no)
    #expect(halfway.output.contains("[no-snapshot]"))
    #expect(halfway.output.contains("adopt `SnapshotApp` in the app, or leave `soft` out"))
    let plain = try run("{ \(drop) }")
    #expect(plain.output.contains("[handler-failed]"))
  }
}

/// An app whose handler does something before it fails, and which cannot be taken back.
@MainActor private final class Halfway: @MainActor SceneApp {
  nonisolated static let count = SceneKey("count", default: 0)

  let manifest = SceneManifest(
    id: "com.example.halfway", keys: [Halfway.count], activities: [ActivityType.character])

  func makeDelegate(
    for scene: ConnectedScene, options: ConnectionOptions
  ) -> any SceneDelegate { HalfwayScene() }
}

@MainActor private final class HalfwayScene: @MainActor SceneDelegate {
  private struct Failure: Error {}
  private var bag: [Registration] = []

  func scene(_ scene: ConnectedScene, willConnectWith options: ConnectionOptions) {
    scene.continuations.onContinue(.character, at: .window) { _, _ in
      scene.scope[Halfway.count] += 1
      throw Failure()
    }.keep(in: &bag)
  }
}
