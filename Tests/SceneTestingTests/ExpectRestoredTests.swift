import Foundation
import AppsInSwift
import SceneSimulator
import SceneState
import SceneTesting
import Testing

private enum Keys {
  static let draft = SceneKey("draft", default: "nothing")
  static let number = SceneKey("draft", default: 0)
}

@Suite(.freshScene) struct ExpectRestoredTests {
  @Test func `an equal value passes, stored or not`() throws {
    let scope = try #require(SceneScope.current)
    expectRestored(Keys.draft, in: scope, as: "nothing")
    scope[Keys.draft] = "Tala"
    expectRestored(Keys.draft, in: scope, as: "Tala")
  }

  @Test func `another value is told with its address and source`() throws {
    let scope = try #require(SceneScope.current).tab("hawk")
    let missing = recorded { expectRestored(Keys.draft, in: scope, as: "Tala") }
    #expect(missing.count == 1)
    #expect(
      missing.first?.comments.first?.rawValue
        == #"A/hawk/draft was to be "Tala", but is "nothing", the default: nothing is stored"#)
    scope[Keys.draft] = "Rhona"
    let line = #line + 1
    let other = recorded { expectRestored(Keys.draft, in: scope, as: "Tala") }
    #expect(
      other.first?.comments.first?.rawValue
        == #"A/hawk/draft was to be "Tala", but is "Rhona", from the store"#)
    #expect(other.first?.sourceLocation?.line == line)
  }

  @Test @MainActor func `a value that cannot be read is told with its problem`() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: directory) }
    let sim = Simulation(directory: directory) { HawkNotes() }
    let window = try sim.launch()
    try window.scope().tab("hawk")[HawkKeys().draft] = "a text"
    try sim.restart()
    // Another declaration than the app's, in a window that has not read the value yet.
    try sim.background()
    try sim.kill()
    let store = try SceneStore.open(directory)
    let issues = recorded {
      expectRestored(Keys.number, in: store.scene(window.id).tab("hawk"), as: 7)
    }
    let text = try #require(issues.first?.comments.first?.rawValue)
    #expect(text.contains("A/hawk/draft was to be 7, but is 0"))
    #expect(text.contains("[value-not-readable]"))
  }
}
