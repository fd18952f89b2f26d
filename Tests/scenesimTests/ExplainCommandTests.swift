import Foundation
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

struct ExplainRouteTests {
  private static let scenario = """
    scenesim: 1
    scenario: x
    app: { activities: { com.example.show: ~ } }
    steps:
      - launch: A
      - open: B
      - continue: { activity: com.example.show, target: one }
      - activate: A
      - continue: { activity: com.example.show, target: two }

    """

  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("x.scene.yaml")
    try Data(Self.scenario.utf8).write(to: URL(filePath: file))
  }

  @Test func `where things from outside went is told step by step`() {
    let result = Harness().run("explain", "route", file)
    #expect(result.code == .success)
    #expect(
      result.output.hasPrefix(
        "step 3: continue via handoff   com.example.show\n  text 'one'\n"))
    #expect(
      result.output.hasSuffix(
        "goes to window A: it can take '*'; before B because it was active more recently\n\n"))
    let first = Harness().run("explain", "route", file, "--until", "3").output
    #expect(first.contains("goes to window B") && !first.contains("goes to window A"))
  }

  @Test func `programs get it as JSON`() {
    let object = Harness().run("explain", "route", file, "--json").output
    #expect(object.hasPrefix(#"{"schema":"scenesim.routes/1","routes":[{"file":"#))
    let lines = Harness().run("explain", "route", file, "--format", "jsonl").output
    #expect(lines.split(separator: "\n").count == 2)
  }

  @Test func `what cannot be explained says why`() throws {
    #expect(Harness().run("explain", "route").code == .usage)
    #expect(Harness().run("explain", "runs-on", file).code == .usage)
    #expect(Harness().run("explain", "route", file, "--case", "9").code == .nothingToDo)
    let early = Harness().run("explain", "route", file, "--until", "2")
    #expect(early.code == .nothingToDo)
    #expect(early.errors.contains("nothing comes from outside"))
    try Data("scenesim: 1\n".utf8).write(to: URL(filePath: file))
    let broken = Harness().run("explain", "route", file)
    #expect(broken.code == .invalidInput)
    #expect(broken.errors.contains("[missing-key]"))
  }
}
