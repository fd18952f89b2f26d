import SceneScenarios
import Testing
import SceneCommands

struct StepsCommandTests {
  @Test(arguments: ["table", "plain", "jsonl", "json"])
  func `every step of the catalogue is listed`(format: String) {
    let output = Harness().run("steps", "--format", format).output
    for step in StepCatalogue.all { #expect(output.contains(step.name)) }
  }

  @Test func `a step that does not run yet is not called unknown`() throws {
    let later = try #require(StepCatalogue.later.first)
    let result = Harness().run("steps", later)
    #expect(result.code == .usage)
    #expect(result.errors.contains("'\(later)' is a step of the format that this version"))
    #expect(Harness().run("steps", "sett").errors.contains("did you mean set"))
  }
}
