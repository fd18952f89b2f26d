import Testing
import SceneCommands

struct ExplainCommandTests {
  @Test func `a code is explained with an example`() {
    let result = Harness().run("explain", "runs-on")
    #expect(result.code == .success)
    #expect(result.output.hasPrefix("runs-on  (mistake)\n"))
    #expect(result.output.contains("\nexample\n  steps:\n    - launch\n"))
    #expect(Harness().run("explain", "[runs-on]").output == result.output)
  }

  @Test func `an unknown code has a suggestion`() {
    let result = Harness().run("explain", "run-on")
    #expect(result.code == .usage)
    #expect(result.errors.contains("did you mean runs-on?"))
  }

  @Test(arguments: ["table", "plain", "jsonl"])
  func `all codes are listed`(format: String) {
    let output = Harness().run("explain", "--format", format).output
    for code in ["not-as-expected", "runs-on", "which-window", "type-clash"] {
      #expect(output.contains(code))
    }
    #expect(output.split(separator: "\n").count > 60)
  }
}
