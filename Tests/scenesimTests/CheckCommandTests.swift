import Foundation
import SceneCommands
import Testing

struct CheckCommandTests {
  private let folder: TemporaryFolder
  private let good = "scenesim: 1\nscenario: x\nsteps: [launch, { expect: { app: running } }]\n"
  private let bad = """
    scenesim: 1
    scenario: x
    vars: { unused: 1 }
    steps:
      - lanch: A
      - { expect: { app: runing } }

    """

  init() throws {
    folder = try TemporaryFolder()
    try good.write(toFile: folder.file("good.scene.yaml"), atomically: true, encoding: .utf8)
  }

  private func addBad() throws {
    try bad.write(toFile: folder.file("bad.scene.yaml"), atomically: true, encoding: .utf8)
  }

  @Test func `files without mistakes are good`() {
    let result = Harness().run("check", folder.path)
    #expect(result.code == .success)
    #expect(result.output == "1 file · no errors\n")
    #expect(result.errors == "")
  }

  @Test func `plain findings are ASCII`() throws {
    let text = "scenesim: 1\nscenario: x\nhandlers: []\nsteps: [launch, { wait: 5 }]\n"
    try text.write(toFile: folder.file("h.scene.yaml"), atomically: true, encoding: .utf8)
    let output = Harness().run("check", "--plain", folder.path).output
    #expect(output.contains("`app: { handlers: ... }`"), "\(output)")
    #expect(output.utf8.allSatisfy { $0 < 0x80 }, "\(output)")
  }

  @Test func `all findings of all files are shown, and counted`() throws {
    try addBad()
    let result = Harness().run("check", folder.path)
    #expect(result.code == .invalidInput)
    let path = folder.file("bad.scene.yaml")
    #expect(
      result.output == """
        \(path):3:9: warning: nothing uses the variable `unused` [unused]
              2 | scenario: x
              3 | vars: { unused: 1 }
                |         ^^^^^^
          hint   write `${unused}` where its value belongs, or remove it
        \(path):5:5: error: there is no step `lanch` [no-such-step]
              4 | steps:
              5 |   - lanch: A
                |     ^^^^^
          hint   did you mean `launch`?
        \(path):6:22: error: `runing` is no value of `app` [wrong-value]
              5 |   - lanch: A
              6 |   - { expect: { app: runing } }
                |                      ^^^^^^
          hint   did you mean `running`?
        2 files · 2 errors in 1 file · 1 warning

        """)
  }

  @Test func `plain output is ASCII but for the user's own text`() throws {
    try addBad()
    let result = Harness().run("check", "--plain", folder.path)
    #expect(result.output.hasSuffix("2 files - 2 errors in 1 file - 1 warning\n"))
    let isASCII = result.output.allSatisfy(\.isASCII)
    #expect(isASCII)
  }

  @Test func `quiet says only what is wrong`() throws {
    try addBad()
    let result = Harness().run("check", "-q", folder.path)
    #expect(!result.output.contains("warning"))
    #expect(result.output.contains("[no-such-step]"))
    #expect(!result.output.contains("2 files"))
    #expect(Harness().run("check", "-q", folder.file("good.scene.yaml")).output == "")
  }

  @Test func `JSON has each finding with its place`() throws {
    try addBad()
    let result = Harness().run("check", "--json", folder.path)
    #expect(result.code == .invalidInput)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "scenesim.check/1")
    #expect(object["errors"] as? Int == 2)
    #expect(object["warnings"] as? Int == 1)
    let files = try #require(object["files"] as? [[String: Any]])
    #expect(files.count == 2)
    let findings = try #require(files[0]["findings"] as? [[String: Any]])
    #expect(findings.map { $0["line"] as? Int } == [3, 5, 6])
    let first = findings[1]
    #expect(first["file"] as? String == folder.file("bad.scene.yaml"))
    #expect(first["column"] as? Int == 5)
    #expect(first["endLine"] as? Int == 5)
    #expect(first["endColumn"] as? Int == 10)
    #expect(first["severity"] as? String == "error")
    #expect(first["code"] as? String == "no-such-step")
    #expect(first["message"] as? String == "there is no step `lanch`")
    #expect(first["hint"] as? String == "did you mean `launch`?")
    #expect((files[1]["findings"] as? [Any])?.isEmpty == true)
  }

  @Test func `JSON Lines has a finding in each line`() throws {
    try addBad()
    let result = Harness().run("check", "--format", "jsonl", folder.path)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.hasPrefix("{\"file\":") })
  }

  @Test func `warnings alone do not fail`() throws {
    let text = good + "vars: { a: 1 }\n"
    var harness = Harness()
    harness.input = text
    let result = harness.run("check", "-")
    #expect(result.code == .success)
    #expect(result.output.hasPrefix("-:4:9: warning: nothing uses the variable `a` [unused]\n"))
    #expect(result.output.hasSuffix("1 file · no errors · 1 warning\n"))
  }

  @Test func `notes stand behind what is wrong, and do not fail`() throws {
    let text = """
      scenesim: 1
      scenario: x
      app:
        storage: { draft: string, count: int }
      vars: { a: 1 }
      steps:
        - launch: A
        - set: { draft: Tala, count: 3 }
        - expect: { A: { values: { count: 3 } } }

      """
    var harness = Harness()
    harness.input = text
    let result = harness.run("check", "-")
    #expect(result.code == .success)
    let note = "-:8:12: note: nothing looks at `draft` again [unused]\n"
    #expect(result.output.contains(note))
    #expect(result.output.hasSuffix("1 file · no errors · 1 warning · 1 note\n"))
    let warning = try #require(result.output.firstRange(of: "warning: nothing uses"))
    #expect(try warning.lowerBound < #require(result.output.firstRange(of: note)).lowerBound)
    let json = harness.run("check", "-", "--json").output
    #expect(json.hasPrefix(#"{"schema":"scenesim.check/1","errors":0,"warnings":1,"notes":1,"#))
    #expect(json.contains(#"}],"notes":[{"file":"-","line":8,"#))
    #expect(!harness.run("check", "-", "-q").output.contains("note"))
  }

  @Test func `a folder without scenarios is nothing to do`() throws {
    try FileManager.default.removeItem(atPath: folder.file("good.scene.yaml"))
    let result = Harness().run("check", folder.path)
    #expect(result.code == .nothingToDo)
    #expect(result.errors.contains("[nothing-to-do]"))
    #expect(result.errors.contains("scenesim new NAME"))
    #expect(result.errors.contains("scenesim help check"))
    try good.write(toFile: folder.file("notes.yaml"), atomically: true, encoding: .utf8)
    #expect(Harness().run("check", folder.path).errors.contains("notes.yaml' is no '.scene.yaml'"))
  }

  @Test(arguments: ["good", "good.yaml", "good.scene.yml", "godo.scene.yaml"])
  func `a file that is not there is looked for under names that are near`(name: String) {
    let result = Harness().run("check", folder.file(name))
    #expect(result.code == .unusable)
    #expect(result.errors.contains("did you mean \(folder.file("good.scene.yaml"))?"))
    #expect(result.errors.contains("scenesim help check"))
  }

  @Test func `nothing to check is answered with an example`() {
    let result = Harness().run("check")
    #expect(result.code == .usage)
    #expect(result.errors.contains("such as: scenesim check scenarios"))
  }

  @Test func `a file that is something else is told how a scenario begins`() {
    var harness = Harness()
    harness.input = "Dear reader\n"
    #expect(harness.run("check", "-").output.contains("begins with `scenesim: 1`"))
  }

  @Test func `a run does not begin with what a check refuses`() throws {
    let text = "scenesim: 1\nscenario: x\nsteps: [launch: A, note: first, activate: Bee]\n"
    let path = folder.file("late.scene.yaml")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let result = Harness().run("run", path)
    #expect(result.code == .invalidInput)
    #expect(result.output.contains("\(path):3:43: error: no window is called Bee"))
    #expect(result.output.contains("0 steps"))
  }
}
