import SceneScenarios
import Foundation
import SceneReports
import Testing
import SceneCommands

private struct Surprise: Error {}

/// A command that does whatever a test wants.
private func command(_ body: @escaping Command.Body) -> Command {
  Command("do", abstract: "does it", body: body)
}

struct ToolTests {
  @Test func `an unforeseen error is our bug and says how to report it`() {
    let result = Harness(commands: [command { _, _ in throw Surprise() }]).run("do")
    #expect(result.code == .bug)
    #expect(result.errors.contains("this is a bug in scenesim: Surprise()"))
    #expect(result.errors.contains("please report it"))
  }

  @Test func `the log of a bug has the command line and its place is told`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("bug.log")
    var harness = Harness(commands: [command { _, _ in throw Surprise() }])
    harness.prepare = { surroundings in
      surroundings.writeLog = { text in
        (try? Data(text.utf8).write(to: URL(filePath: path))).map { path }
      }
    }
    let result = harness.run("do", "-v")
    #expect(result.code == .bug)
    #expect(result.errors.contains("with the log \(path) and the input file"))
    let log = try String(contentsOfFile: path, encoding: .utf8)
    #expect(log.contains("scenesim \"do\" \"-v\""))
    #expect(log.contains("Surprise"))
  }

  @Test func `a reader that goes away ends the run quietly`() {
    let talk = command { _, console in
      for _ in 0..<10_000 { try console.write("a line of the answer\n") }
      return .success
    }
    let result = Harness(outputLimit: 40_000, commands: [talk]).run("do")
    #expect(result.code == .readerGone)
    #expect(result.errors.isEmpty)
  }

  @Test func `an interruption ends the run quietly`() {
    let wait = command { _, console in
      try console.checkInterruption()
      return .success
    }
    let result = Harness(isInterrupted: true, commands: [wait]).run("do")
    #expect(result.code == .interrupted)
    #expect(result.errors.isEmpty)
    #expect(Harness(commands: [wait]).run("do").code == .success)
  }

  @Test func `an answer can go into a file`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("answer.txt")
    let result = Harness().run("version", "-o", path)
    #expect(result.code == .success)
    #expect(result.output.isEmpty)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == Harness().run("version").output)
  }

  @Test func `a file that cannot be written is told with its name`() throws {
    let folder = try TemporaryFolder()
    let result = Harness().run("version", "-o", folder.file("no/such/folder.txt"))
    #expect(result.code == .unusable)
    #expect(result.errors.contains("no/such/folder.txt"))
    #expect(result.errors.contains("[not-written]"))
  }

  @Test func `a failed command keeps what it already said before the error`() {
    let partial = command { _, console in
      try console.write("half\n")
      throw CommandFailure(.unusable, "the rest is missing", code: "gone", next: "look")
    }
    let result = Harness(commands: [partial]).run("do")
    #expect(result.output == "half\n")
    #expect(result.errors == "error: the rest is missing [gone]\n  next   look\n")
  }

  @Test(arguments: [
    (["LANG": "C.UTF-8"], [String](), "✓"), (["LANG": "C"], [], "ok"), ([:], [], "ok"),
    (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], [], "ok"),
    (["LANG": "C", "LC_CTYPE": "en_US.utf8"], [], "✓"),
    (["LANG": "C.UTF-8"], ["--plain"], "ok"),
  ])
  func `marks follow the locale and --plain`(
    environment: [String: String], flags: [String], mark: String
  ) {
    let show = command { _, console in
      try console.write(console.symbols.passed)
      return .success
    }
    #expect(Harness(environment: environment, commands: [show]).run(["do"] + flags).output == mark)
  }

  @Test(arguments: [
    ([String: String](), true, [String](), true), ([:], false, [], false),
    (["NO_COLOR": "1"], true, [], false), (["NO_COLOR": ""], true, [], true),
    (["FORCE_COLOR": "1"], false, [], true), (["FORCE_COLOR": "0"], true, [], false),
    (["NO_COLOR": "1", "FORCE_COLOR": "1"], true, [], false),
    (["TERM": "dumb"], true, [], false), (["NO_COLOR": "1"], false, ["--color=always"], true),
    ([:], true, ["--color", "never"], false), ([:], true, ["--plain"], false),
  ])
  func `colour follows flags, environment and terminal`(
    environment: [String: String], terminal: Bool, flags: [String], colored: Bool
  ) {
    let show = command { _, console in
      try console.write(console.paint.good("yes"))
      return .success
    }
    let harness = Harness(environment: environment, isTerminal: terminal, commands: [show])
    #expect(harness.run(["do"] + flags).output == (colored ? "\u{1B}[32myes\u{1B}[0m" : "yes"))
  }

  @Test func `COLUMNS counts before the terminal's width`() {
    let show = command { _, console in
      try console.write(console.width.map { String($0) } ?? "none")
      return .success
    }
    var harness = Harness(isTerminal: true, terminalWidth: 90, commands: [show])
    #expect(harness.run("do").output == "90")
    harness.environment["COLUMNS"] = "40"
    #expect(harness.run("do").output == "40")
    harness.environment["COLUMNS"] = "many"
    harness.isTerminal = false
    #expect(harness.run("do").output == "none")
  }
}
