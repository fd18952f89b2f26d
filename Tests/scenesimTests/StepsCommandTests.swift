import SceneScenarios
import Testing
import SceneCommands

struct StepsCommandTests {
  @Test(arguments: ["table", "plain", "jsonl", "json"])
  func `every step of the catalogue is listed`(format: String) {
    let output = Harness().run("steps", "--format", format).output
    for step in StepCatalogue.all { #expect(output.contains(step.name)) }
  }

  @Test func `the page of a step has its keys, what they hold, and its example`() {
    for step in StepCatalogue.all {
      let page = Harness().run("steps", step.name).output
      #expect(page.contains(step.syntax))
      for field in step.argument.fields { #expect(page.contains("\n  \(field.name) ")) }
      for line in step.example.split(separator: "\n") { #expect(page.contains("  \(line)\n")) }
    }
  }

  @Test func `plain lines are ASCII`() {
    for arguments in [["steps", "--plain"], ["steps", "undo-close-tab", "--plain"]] {
      let output = Harness().run(arguments).output
      #expect(output.contains("`$keeps: ...`") && output.utf8.allSatisfy { $0 < 0x80 }, "\(output)")
    }
  }

  @Test func `an unknown step is refused with the nearest one`() {
    let result = Harness().run("steps", "sett")
    #expect(result.code == .usage)
    #expect(result.errors.contains("did you mean set"))
  }
}
