import Foundation
import SceneCommands
import Testing

struct NewCommandTests {
  @Test(arguments: ["empty", "drag", "tabs", "links", "tables", "codable"])
  func `each template runs as it is and teaches by comments`(name: String) throws {
    let folder = try TemporaryFolder()
    let result = Harness().run("new", folder.file("my-\(name)"), "--like", name)
    #expect(result.code == .success)
    let path = folder.file("my-\(name).scene.yaml")
    #expect(result.errors.contains("next  scenesim run \(path)"))
    let run = Harness().run("run", path, "--json")
    #expect(run.code == .success, "\(run.output)")
    #expect(run.output.contains("\"failed\":0"))
    #expect(Harness().run("format", path, "--check").code == .success)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("scenario: My \(name)\n"))
    #expect(text.split(separator: "\n").count { $0.contains("# ") } >= 3)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func `a file that is there stays as it is`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("mine.scene.yaml")
    try Data("mine".utf8).write(to: URL(filePath: path))
    for arguments in [[folder.file("mine")], [path], ["other", "-o", path]] {
      let result = Harness().run(["new"] + arguments)
      #expect(result.code == .unusable)
      #expect(result.errors.contains("[file-exists]"))
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test func `a dry run says what it would write and writes nothing`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("dry.scene.yaml")
    for arguments in [[path, "-n"], ["dry", "-n", "-o", path]] {
      let result = Harness().run(["new"] + arguments)
      #expect(result.code == .success)
      #expect(result.errors == "would write \(path)\n")
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `any name makes a scenario that can be read`() throws {
    let folder = try TemporaryFolder()
    for name in ["true", "a: b", "\"quoted\"", "#1", "12", "naïve_name", "- x", "${x}"] {
      let path = folder.file("\(name).scene.yaml")
      #expect(Harness().run("new", folder.file(name)).code == .success)
      #expect(Harness().run("run", path).code == .success, "\(name)")
    }
    #expect(Harness().run("new", folder.path + "/").code == .usage)
    #expect(Harness().run("new", "x", "--like", "tab").errors.contains("did you mean tabs"))
    #expect(Harness().run("new", folder.file("no/folder/x")).code == .unusable)
  }
}
