import Foundation
import SceneCommands
import Testing

/// When golden traces may be written, and when not.
struct GoldenUpdateTests: GoldenSuite {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write(Self.scenario, path)
  }

  @Test func `in CI nothing golden is changed by accident`() throws {
    try write(Self.golden.replacingOccurrences(of: "003", with: "004"), trace)
    let refused = inCI.run("run", path, "--update")
    #expect(refused.code == .usage)
    #expect(refused.errors.contains("--update=force does it anyway"))
    #expect(inCI.run("run", path, "--update=missing").code == .no)
    #expect(inCI.run("run", path, "--update=check").code == .no)
    #expect(try text(trace).contains("004"))
    #expect(inCI.run("run", path, "--update=force").code == .success)
    #expect(try text(trace) == Self.golden)
    var off = harness
    off.environment["CI"] = "false"
    #expect(off.run("run", path, "--update").code == .success)
  }

  @Test func `a file that cannot be replaced stays, and says why`() throws {
    try write("no trace\n", trace)
    let other = harness.run("run", path, "--update")
    #expect(other.code == .unusable)
    #expect(other.errors.contains("'\(trace)' is no trace: it is left as it is [not-a-trace]"))
    let wrong = Self.golden.replacingOccurrences(of: "003", with: "004")
    try write(wrong, trace)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: trace)
    let locked = harness.run("run", path, "--update")
    #expect(locked.code == .unusable)
    #expect(locked.errors.contains("'\(trace)' is read-only, and is left as it is"))
    let target = folder.file("elsewhere")
    try FileManager.default.moveItem(atPath: trace, toPath: target)
    try FileManager.default.createSymbolicLink(atPath: trace, withDestinationPath: target)
    let link = harness.run("run", path, "--update")
    #expect(link.code == .unusable)
    #expect(link.errors.contains("'\(trace)' is a link, and is left as it is"))
    #expect(try text(target) == wrong)
  }

  @Test func `an update of expectations makes no trace, and compares those that are there`() throws
  {
    let open = "scenesim: 1\nscenario: one\nsteps: [launch, { expect: \"?\" }]\n"
    try write(open, path)
    #expect(harness.run("run", path, "--update=expect").code == .success)
    #expect(try !text(path).contains("?"))
    #expect(!FileManager.default.fileExists(atPath: trace))
    try write(Self.scenario, path)
    try write(Self.golden.replacingOccurrences(of: "003", with: "004"), trace)
    #expect(harness.run("run", path, "--update=expect").code == .no)
    #expect(try text(trace).contains("004"))
  }

  @Test func `an update does not go with a part of a run, nor with another kind`() {
    #expect(harness.run("run", path, "--update", "--until", "1").code == .usage)
    let unknown = harness.run("run", path, "--update=chek")
    #expect(unknown.code == .usage)
    #expect(unknown.errors.contains("did you mean check?"))
  }

  @Test func `an update of all our scenarios changes nothing`() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    for name in ["Samples", "Scenarios"] {
      try FileManager.default.copyItem(
        atPath: tests.appending(path: "SceneScenariosTests/\(name)").path(),
        toPath: folder.file(name))
    }
    try FileManager.default.removeItem(atPath: path)
    let before = try contents()
    #expect(before.count > 130)
    let result = harness.run("run", folder.path, "--update", "-q")
    #expect(result.code == .success, "\(result.output)")
    #expect(try contents() == before)
    #expect(inCI.run("run", folder.file("Samples"), "-j", "2", "-q").output.isEmpty)
  }

  private func contents() throws -> [String: Data] {
    var result: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".trace") || name.hasSuffix(".yaml") {
      result[name] = try Data(contentsOf: URL(filePath: folder.file(name)))
    }
    return result
  }
}
