import Foundation
import Testing
import SceneCommands

struct FormatCommandTests {
  private static let untidy = "scenesim:   1 # one\nscenario: x\nsteps:\n- launch: A\n"
  private static let tidy = "scenesim: 1  # one\nscenario: x\nsteps:\n  - launch: A\n"

  private let folder: TemporaryFolder
  private let harness = Harness()

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, _ name: String) throws -> String {
    let path = folder.file(name)
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func `files of a folder are written anew, and those that change are named`() throws {
    let first = try write(Self.untidy, "a.scene.yaml")
    let second = try write(Self.tidy, "b.scene.yaml")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: first)
    let result = harness.run("format", folder.path)
    #expect(result.code == .success)
    #expect(result.output == "\(first)\n2 files · 1 changed\n")
    #expect(try text(first) == Self.tidy)
    #expect(try text(second) == Self.tidy)
    let attributes = try FileManager.default.attributesOfItem(atPath: first)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["a.scene.yaml", "b.scene.yaml"])
    #expect(harness.run("format", folder.path).output == "2 files · 0 changed\n")
  }

  @Test func `a diff shows what would change, and writes nothing`() throws {
    let path = try write(Self.untidy, "a.scene.yaml")
    let result = harness.run("format", path, "--diff")
    #expect(result.code == .no)
    #expect(
      result.output.contains("\n-scenesim:   1 # one\n+scenesim: 1  # one\n"), "\(result.output)")
    #expect(result.output.hasSuffix("1 file · 1 would change\n"))
    #expect(try text(path) == Self.untidy)
  }

  @Test func `a check only tells what would change`() throws {
    let path = try write(Self.untidy, "a.scene.yaml")
    let result = harness.run("format", folder.path, "--check")
    #expect(result.code == .no)
    #expect(result.output == "\(path)\n1 file · 1 would change\n")
    #expect(try text(path) == Self.untidy)
    #expect(harness.run("format", "-q", path).output == "\(path)\n")
    #expect(harness.run("format", folder.path, "--check").code == .success)
  }

  @Test func `standard input goes to standard output`() throws {
    var harness = harness
    harness.input = Self.untidy
    let result = harness.run("format", "-")
    #expect(result.code == .success)
    #expect(result.output == Self.tidy)
    #expect(harness.run("format", "-", "--check").code == .no)
    harness.input = Self.tidy
    #expect(harness.run("format", "-", "--check").code == .success)
  }

  @Test func `a file that cannot be read is left as it is, and the others get their layout`() throws
  {
    let broken = try write("a: [1\nb: 2\n", "a.scene.yaml")
    let good = try write(Self.untidy, "b.scene.yaml")
    let result = harness.run("format", folder.path)
    #expect(result.code == .invalidInput)
    #expect(result.errors.hasPrefix("\(broken):1:5: error: "), "\(result.errors)")
    #expect(try text(broken) == "a: [1\nb: 2\n")
    #expect(try text(good) == Self.tidy)
  }

  @Test func `a link and a read-only file are left as they are`() throws {
    let path = try write(Self.untidy, "a.scene.yaml")
    let link = folder.file("link.scene.yaml")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let linked = harness.run("format", link)
    #expect(linked.code == .unusable)
    #expect(linked.errors.contains("'\(link)' is a link, and is left as it is [not-written]"))
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    let locked = harness.run("format", path)
    #expect(locked.code == .unusable)
    #expect(locked.errors.contains("'\(path)' is read-only, and is left as it is [not-written]"))
    #expect(try text(path) == Self.untidy)
  }

  @Test func `a folder without scenarios is nothing to do`() {
    #expect(harness.run("format", folder.path).code == .nothingToDo)
    #expect(harness.run("format", folder.file("none.scene.yaml")).code == .unusable)
  }
}
