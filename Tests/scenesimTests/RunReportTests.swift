import Foundation
import SceneCommands
import Testing

struct RunReportTests {
  private let stage: TranscriptStage
  private let folder: TemporaryFolder

  init() throws {
    stage = try TranscriptStage(hasStore: false)
    folder = stage.folder
  }

  private func run(_ flags: [String], environment: [String: String] = [:]) -> Harness.Result {
    var harness = Harness()
    harness.environment.merge(environment) { $1 }
    return harness.run(["run", folder.file("wrong.scene.yaml")] + flags)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.file(name), encoding: .utf8)
  }

  @Test func `several reports are written beside the answer`() throws {
    let result = run([
      "--report", "junit=\(folder.file("r.xml"))", "--report=tap=\(folder.file("r.tap"))",
      "--report", "md=\(folder.file("r.md"))",
    ])
    #expect(result.code.rawValue == 1)
    #expect(result.output == run([]).output)
    #expect(try text("r.xml") == run(["--report", "junit=-"]).output)
    #expect(try text("r.tap").hasPrefix("TAP version 14\n"))
    #expect(try text("r.md").contains("```mermaid\nsequenceDiagram\n"))
  }

  @Test func `a report that could not be written is told before anything runs`() {
    let result = run(["--report", "junit=\(folder.file("wrong.scene.yaml/r.xml"))"])
    #expect(result.code.rawValue == 4)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("wrong.scene.yaml/r.xml"))
  }

  @Test func `the folder of a report is made`() throws {
    #expect(run(["--report", "junit=\(folder.file("new/deep/r.xml"))"]).code.rawValue == 1)
    #expect(try text("new/deep/r.xml").hasPrefix("<?xml"))
  }

  @Test func `junit has times on request only`() throws {
    let result = run(["--times", "--report", "junit=\(folder.file("r.xml"))"])
    #expect(result.code.rawValue == 1)
    let times = try text("r.xml").split(separator: "\n").filter { $0.contains(" time=\"") }
    #expect(times.count == 4, "the run, its file and two cases: \(times)")
    #expect(times.allSatisfy { $0.firstMatch(of: /time="\d+\.\d{3}"/) != nil })
    #expect(!run(["--report", "junit=-"]).output.contains("time="))
  }

  @Test func `texts keep their quotes for people, and the trace stays as it is`() throws {
    let scenario = """
      scenesim: 1
      scenario: Quotes
      app: { storage: { draft: string } }
      steps:
        - launch: A
        - set: { draft: "2024" }
        - set: { draft: "" }
        - expect: { A: { values: { draft: "2024" } } }

      """
    try Data(scenario.utf8).write(to: URL(filePath: folder.file("q.scene.yaml")))
    func said(_ flags: String...) -> String {
      Harness().run(["run", folder.file("q.scene.yaml")] + flags).output
    }
    #expect(said("-v").contains("002 set {draft: \"2024\"}\n"))
    #expect(said("-v").contains("003 set {draft: \"\"}\n"))
    #expect(said("--report", "tap=-").contains("- set {draft: \"\"}\n"))
    #expect(said("--report", "md=-").contains("set {draft: #34;2024#34;}"))
    #expect(said("--trace", "-").contains("002 set {draft: 2024}\n"))
    #expect(said("--report", "junit=-").contains("002 set {draft: 2024}\n"))
    #expect(said("--format", "jsonl").contains("\"text\":\"set {draft: 2024}\""))
    let page = said("--report", "html=-")
    #expect(page.contains("<b>set</b> {draft: \"\"}</h3>"))
  }

  @Test func `GitHub Actions gets annotations behind the answer`() throws {
    let result = run([], environment: ["GITHUB_ACTIONS": "true"])
    #expect(result.output.hasPrefix(run([]).output))
    #expect(
      result.output.contains("\n::error file=\(folder.file("wrong.scene.yaml")),line=59,col=61,"))
    #expect(!run([], environment: ["GITHUB_ACTIONS": "false"]).output.contains("::error"))
  }

  @Test func `annotations never stand in an answer for programs`() throws {
    let result = run(["--json"], environment: ["GITHUB_ACTIONS": "true"])
    #expect(result.output == run(["--json"]).output)
    #expect(result.errors.hasPrefix("::error file="))
  }

  @Test func `the summary of a job is added to what is there`() throws {
    let path = folder.file("summary.md")
    try Data("# Before\n".utf8).write(to: URL(filePath: path))
    _ = run([], environment: ["GITHUB_STEP_SUMMARY": path])
    _ = run(["-q"], environment: ["GITHUB_STEP_SUMMARY": path])
    let summary = try text("summary.md")
    #expect(summary.hasPrefix("# Before\n## scenesim: 2 runs, 1 passed, 1 failed, 35 steps\n"))
    #expect(summary.components(separatedBy: "## scenesim").count == 3)
  }

  @Test func `every place has the text of the terminal`() throws {
    let lines = run([]).output.split(separator: "\n").map(String.init)
    let first = try #require(lines.firstIndex { $0.contains(": error: ") })
    let last = try #require(lines.lastIndex { $0.hasPrefix("     next   ") })
    let message = lines[first...last].map { String($0.dropFirst(3)) }
    for line in message {
      let xml = line.replacingOccurrences(of: "<", with: "&lt;")
        .replacingOccurrences(of: ">", with: "&gt;")
      #expect(run(["--report", "junit=-"]).output.contains(xml))
      #expect(run(["--report", "tap=-"]).output.contains(line))
      #expect(run(["--report", "md=-"]).output.contains(line))
      #expect(run(["--report", "github=-"]).output.contains(line))
    }
  }
}
