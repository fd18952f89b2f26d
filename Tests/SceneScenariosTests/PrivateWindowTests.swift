import Foundation
import SceneScenarios
import Testing

/// What a private window leaves behind: nothing, in any file, at any moment.
struct PrivateWindowTests {
  /// Two windows that do the same, of which one may be private.
  private static func scenario(_ scene: String) -> String {
    """
    scenesim: 1
    scenario: test
    app:
      tabs: { hawk: Hawk, raven: Raven }
      storage: { draft: { type: string, scope: tab }, path: { type: [string], scope: tab } }
      activities: { secret.activity: ~ }
      restoration: { activity: secret.handover, title: SecretTitle }
      scenes: { page: {}, hidden: { private: true } }
    steps:
      - launch: A
      - open: { window: Secret, scene: \(scene) }
      - { in: Secret, set: { draft: SecretText } }
      - { in: Secret, push: SecretScreen }
      - { in: Secret, identify: SecretIdentity }
      - { in: Secret, conditions: { prefers: [SecretCondition] } }
      - { continue: { activity: secret.activity, to: Secret, via: note } }
      - background: Secret
      - disconnect: Secret
      - reconnect: Secret
      - activate: Secret
    """
  }

  @Test func `a private window stays private after a rewind`() throws {
    let text = """
      scenesim: 1
      scenario: test
      app:
        scenes: { page: {}, hidden: { private: true } }
        storage: { draft: string }
      steps:
        - launch: A
        - open: { window: B, scene: hidden }
        - save-point: open
        - rewind: open
        - { in: B, set: { draft: Tala } }
        - background
        - expect: { store: { entries: 0 } }
      """
    let outcome = try RunHelper.run(file: text)
    #expect(outcome.diagnostics.map(\.message) == [])
  }

  /// It never had a place in the store, and was there all the same.
  @Test func `a check that nothing is left of it can be written`() throws {
    let text = """
      scenesim: 1
      scenario: test
      app:
        scenes: { page: {}, hidden: { private: true } }
        storage: { draft: string }
      steps:
        - launch: A
        - open: { window: B, scene: hidden }
        - { in: B, set: { draft: Tala } }
        - expect: { store: { none-of: [B] } }
        - relaunch
        - expect: { store: { none-of: [B] }, B: { phase: closed } }
        - expect: { store: { none-of: [C] } }
      """
    let outcome = try RunHelper.run(file: text)
    #expect(
      outcome.diagnostics.map(\.message)
        == ["no window was ever called C: this check cannot fail"])
  }

  private static func bytes(_ scene: String) throws -> Data {
    let source = SourceFile(path: "test.scene.yaml", text: scenario(scene))
    let scenario = try LoadedScenario(source)
    let outcome = ScenarioRun.run(
      scenario, case: scenario.cases[0], options: ScenarioRun.Options(keepsStore: true))
    try #require(outcome.diagnostics.isEmpty, "\(outcome.diagnostics)")
    let folder = URL(filePath: try #require(outcome.store))
    defer { try? FileManager.default.removeItem(at: folder) }
    var bytes = Data()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      bytes += try Data(contentsOf: folder.appending(path: name))
    }
    return bytes
  }

  @Test func `no file has a byte of a private window`() throws {
    let marks = ["SecretText", "SecretScreen", "SecretIdentity", "SecretCondition", "SecretTitle"]
    let (open, hidden) = (try Self.bytes("page"), try Self.bytes("hidden"))
    for mark in marks {
      #expect(open.range(of: Data(mark.utf8)) != nil, "\(mark) is looked for in vain")
    }
    // A, which is not private, was never in the background: nothing of it bears such a name.
    #expect(hidden.range(of: Data("Secret".utf8)) == nil)
  }
}
