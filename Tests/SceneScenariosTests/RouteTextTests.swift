import Foundation
import SceneScenarios
import Testing

/// Every situation of routing has its scenario, and beside it the golden text of its explanation.
struct RouteTextTests {
  @Test(arguments: files) func `each decision is explained as in the golden text`(
    file: URL
  ) throws {
    let path = file.path.replacingOccurrences(of: ".routes", with: ".scene.yaml")
    let source = SourceFile(path: path, bytes: try TestFolder.bytes(of: URL(filePath: path)))
    let scenario = try LoadedScenario(source)
    var options = ScenarioRun.Options()
    options.keepsRoutes = true
    let text = scenario.cases.map { selected in
      let title = selected.title.map { "# case \($0)\n\n" } ?? ""
      let outcome = ScenarioRun.run(scenario, case: selected, options: options)
      return title + RouteText.text(of: outcome)
    }
    #expect(text.joined() == String(decoding: try TestFolder.bytes(of: file), as: UTF8.self))
  }

  @Test func `the golden texts have every reason for a decision`() throws {
    let text = try Self.files.map { String(decoding: try TestFolder.bytes(of: $0), as: UTF8.self) }
      .joined()
    for reason in [
      "it shows the text", "it prefers ", "it can take ", "it is in front", "its matching ",
      "it is the first scene without matching", "no scene matches, and each has matching",
      "because it is connected", "because it was active more recently", "can nothing",
      "takes everything", "no text",
    ] {
      #expect(text.contains(reason), "\(reason)")
    }
  }

  @Test func `a run that was not asked keeps no decisions`() throws {
    let file = try #require(Self.files.first).path
      .replacingOccurrences(of: ".routes", with: ".scene.yaml")
    let source = SourceFile(path: file, bytes: try TestFolder.bytes(of: URL(filePath: file)))
    let scenario = try LoadedScenario(source)
    let outcome = ScenarioRun.run(scenario, case: try #require(scenario.cases.first))
    #expect(outcome.routes.isEmpty)
  }

  private static let files = TestFolder.files(in: TestFolder.scenarios, ending: [".routes"])
}
