import Foundation
import SceneCommands
import Testing

private struct Unforeseen: Error {}

/// Each exit code that help lists, brought about in the way it says; the codes that only a process
/// can have are in `ExecutableTests` and `TerminalTests`, too.
struct ExitCodeTests {
  private let stage: TranscriptStage

  init() throws { stage = try TranscriptStage(hasStore: false) }

  private func run(_ arguments: String...) -> Harness.Result { Harness().run(arguments) }

  private func file(_ name: String) -> String { stage.folder.file(name) }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: file(name)))
  }

  @Test func `every code has its line in help`() {
    let output = run("help", "exit-codes").output
    for code in ExitCode.allCases {
      let line = output.split(separator: "\n").first {
        $0.split(separator: " ").first == "\(code.rawValue)"
      }
      #expect(line?.contains(code.meaning) == true)
    }
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 70, 77, 130, 141])
  }

  @Test func `0: all good`() { #expect(run("run", file("my.scene.yaml")).code.rawValue == 0) }

  @Test func `1: a scenario failed`() {
    #expect(run("run", file("wrong.scene.yaml")).code.rawValue == 1)
  }

  @Test func `2: wrong usage, with a suggestion`() {
    let result = run("run", file("my.scene.yaml"), "--unitl", "3")
    #expect(result.code.rawValue == 2)
    #expect(result.errors.contains("did you mean --until"))
  }

  @Test func `3: an input file is not valid, also if others failed`() throws {
    try write("scenesim: 1\nscenario: S\nsteps:\n  - lanch: A\n", "bad.scene.yaml")
    let result = run("run", file("wrong.scene.yaml"), file("bad.scene.yaml"))
    #expect(result.code.rawValue == 3)
    #expect(result.output.contains("did you mean"))
  }

  @Test func `4: a file cannot be used`() {
    #expect(run("run", file("nowhere.scene.yaml")).code.rawValue == 4)
    let inFile = file("my.scene.yaml") + "/x.trace"
    #expect(run("run", file("my.scene.yaml"), "--trace", inFile).code.rawValue == 4)
    // A folder is made, as it is for a report.
    #expect(run("run", file("my.scene.yaml"), "--trace", file("new/f/x.trace")).code.rawValue == 0)
    #expect(FileManager.default.fileExists(atPath: file("new/f/x.trace")))
  }

  @Test func `5: nothing to do`() {
    #expect(run("run", file("my.scene.yaml"), "--tag", "nobody").code.rawValue == 5)
  }

  @Test func `70: a bug says that it is ours and where its log is`() throws {
    let path = file("bug.log")
    var harness = Harness()
    harness.loader = { _, _ in
      .success([PlayableCase(number: 1, title: "", player: .anywhere { _ in throw Unforeseen() })])
    }
    harness.prepare = { surroundings in
      surroundings.writeLog = { _ in path }
    }
    let result = harness.run("run", file("my.scene.yaml"))
    #expect(result.code.rawValue == 70)
    #expect(result.errors.contains("error: this is a bug in scenesim: Unforeseen() [bug]\n"))
    #expect(result.errors.contains("please report it to the authors, with the log \(path)"))
  }

  @Test func `130: interrupted, without a word`() {
    var harness = Harness()
    harness.isInterrupted = true
    let result = harness.run("run", file("my.scene.yaml"))
    #expect(result.code.rawValue == 130)
    #expect(result.errors.isEmpty)
  }

  @Test func `141: whoever read the output went away, without a word`() {
    var harness = Harness()
    harness.outputLimit = 100
    let result = harness.run("run", file("my.scene.yaml"), "--format", "jsonl", "-j", "2")
    #expect(result.code.rawValue == 141)
    #expect(result.errors.isEmpty)
  }
}
