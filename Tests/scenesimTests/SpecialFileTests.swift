import Foundation
import Glibc
import SceneCommands
import Testing

/// What is no file, and may never end, is not read; and who asks for an end gets it.
struct SpecialFileTests {
  private let folder: TemporaryFolder
  private let scenario = "scenesim: 1\nscenario: x\nsteps: [launch]\n"

  init() throws {
    folder = try TemporaryFolder()
    try #require(unsafe mkfifo(folder.file("pipe.scene.yaml"), 0o600) == 0)
  }

  @Test(arguments: [["check"], ["run"], ["record"], ["store", "load", "--dry-run", "no.store"]])
  func `a device and a named pipe are refused with what they are`(command: [String]) throws {
    for path in ["/dev/zero", folder.file("pipe.scene.yaml")] {
      let result = Harness().run(command + [path])
      #expect(result.code == .unusable, "\(result)")
      #expect(
        result.errors.contains(
          "cannot read '\(path)': it is a device, a pipe or a socket, and no file [not-read]"))
      #expect(result.errors.contains("is read as '-': < \(path)"))
    }
  }

  @Test func `a pipe in a folder stops the check of the folder with a sentence`() throws {
    let result = Harness().run("check", folder.path)
    #expect(result.code == .unusable)
    #expect(result.errors.contains("it is a device, a pipe or a socket, and no file"))
  }

  @Test func `scenarios in a chain of folders without an end are not left out in silence`() throws {
    let deep = folder.file("deep")
    let place = deep + String(repeating: "/x", count: 70)
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let result = Harness().run("check", deep)
    #expect(result.code == .unusable)
    #expect(result.errors.contains("is more than 64 folders deep [not-read]"))
  }

  @Test func `a pipe that is included or holds an app is a mistake at its name`() throws {
    let path = folder.file("a.scene.yaml")
    let text = "scenesim: 1\nscenario: x\nsteps: [{ include: pipe.scene.yaml }]\n"
    try Data(text.utf8).write(to: URL(filePath: path))
    let included = Harness().run("check", path)
    #expect(included.code == .invalidInput)
    #expect(included.output.contains(":3:20: error: the file "))
    #expect(included.output.contains("it is a device, a pipe or a socket [not-readable]"))
    let app = "scenesim: 1\nscenario: x\napp: pipe.scene.yaml\nsteps: [launch]\n"
    try Data(app.utf8).write(to: URL(filePath: path))
    #expect(Harness().run("check", path).output.contains("it is a device, a pipe or a socket"))
  }

  @Test func `what a shell gives is read as far as the limit`() throws {
    let tool = try Executable.find()
    #expect(try tool.shell("$T check <(printf '\(scenario)')").code == 0)
    #expect(try tool.shell("printf '\(scenario)' | $T check /dev/stdin").code == 0)
    let endless = try tool.shell("$T check - < /dev/zero")
    #expect(endless.code == 3, "\(endless)")
    #expect(endless.output.contains("[too-big]"))
  }

  @Test func `a signal ends a check in the middle of a file`() throws {
    let tool = try Executable.find()
    // Long enough that no machine is done with it before the signal.
    let lines = (0..<40_000).map { "- set: {k\($0): a}\n" }.joined()
    let path = folder.file("long.scene.yaml")
    try Data("scenesim: 1\nscenario: x\nsteps:\n\(lines)".utf8).write(to: URL(filePath: path))
    for signal in ["INT", "TERM"] {
      let result = try tool.shell(
        "trap - INT; $T check \(path) & p=$!; sleep 0.3; kill -\(signal) $p; wait $p; echo $?")
      #expect(result.output == "130\n", "\(result.errors)")
    }
  }

  @Test func `a dump in a folder of memory is private, and replaces the older file`() throws {
    let memory = try TemporaryFolder(in: "/dev/shm")
    let store = try SampleStore.demo()
    let dump = memory.file("dump.jsonl")
    try Data("older".utf8).write(to: URL(filePath: dump))
    let older = try FileManager.default.attributesOfItem(atPath: dump)
    #expect(older[.posixPermissions] as? Int != 0o600)
    #expect(Harness().run("store", "dump", store.path, "-o", dump).code == .success)
    let newer = try FileManager.default.attributesOfItem(atPath: dump)
    #expect(newer[.posixPermissions] as? Int == 0o600)
    // Another file under the same name: nobody sees half of it.
    #expect(newer[.systemFileNumber] as? Int != older[.systemFileNumber] as? Int)
  }
}
