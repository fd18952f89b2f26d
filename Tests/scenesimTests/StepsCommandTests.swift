import SceneScenarios
import Testing
import SceneCommands

struct StepsCommandTests {
  @Test(arguments: ["table", "plain", "jsonl", "json"])
  func `every step of the catalogue is listed`(format: String) {
    let output = Harness().run("steps", "--format", format).output
    for step in StepCatalogue.all { #expect(output.contains(step.name)) }
  }

  @Test func `an unknown step is refused with the nearest one`() {
    let result = Harness().run("steps", "sett")
    #expect(result.code == .usage)
    #expect(result.errors.contains("did you mean set"))
  }
}
