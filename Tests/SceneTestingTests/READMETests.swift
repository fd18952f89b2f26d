import AppsInSwift
import Foundation
import SceneSimulator
import SceneState
import SceneTesting
import Testing

// The lines between the marks stand on the page of SceneTesting word for word.
// README begin
@Test @MainActor func `a draft belongs to its tab and outlives the process`() throws {
  let sim = Simulation { HawkNotes() }
  let window = try sim.launch()
  try window.delegate(as: HawkScene.self).book?.draft = "Tala is brave"
  try sim.restart()  // background, kill, launch
  #expect(try window.delegate(as: HawkScene.self).book?.draft == "Tala is brave")
  try window.select("raven")
  #expect(try window.delegate(as: HawkScene.self).book?.draft == "")
}

@Test(arguments: Scenario.all(in: "Scenarios"))
@MainActor func `each case holds`(scenario: Scenario) { scenario.run { HawkNotes() } }
// README end

struct READMETests {
  @Test func `the page shows the very tests that run here`() throws {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let parts = source.components(separatedBy: ["// README", " begin\n"].joined())
    let snippet = try #require(parts.last?.components(separatedBy: "// README end").first)
    #expect(snippet.split(separator: "\n").count <= 15)
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let page = "Sources/SceneTesting/SceneTesting.docc/SceneTesting.md"
    let text = try String(contentsOf: root.appending(path: page), encoding: .utf8)
    #expect(text.contains("```swift\n\(snippet)```"))
  }
}
