import Foundation
import Testing

/// The tool in a real pseudo-terminal; Python makes it.
struct Terminal {
  struct Result: Decodable {
    let code: Int32
    let pid: Int32
    /// What the terminal got, with everything that moves.
    let terminal: String
    /// What went into the pipe instead.
    let piped: String
    /// Whether the terminal is in the end as it was at the start.
    let restored: Bool
  }

  let folder: TemporaryFolder

  /// A folder with a case of some steps, and one that fails.
  init() throws {
    folder = try TemporaryFolder()
    let steps = (0..<12).map { "  - set: { draft: \"\($0)\" }\n" }.joined()
    let head = "scenesim: 1\nscenario: Some steps\n"
    let app = "app: { tabs: { hawk: Hawk }, storage: { draft: string } }\n"
    try write(head + app + "steps:\n  - launch: A\n" + steps, "steps.scene.yaml")
    let check = "steps:\n  - launch: A\n  - expect: { A: { values: { draft: other } } }\n"
    try write(head + app + check, "wrong.scene.yaml")
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
  }

  func run(
    _ command: String, flags: [String] = [], environment: [String: String] = [:]
  ) throws -> Result {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Terminal/in-terminal.py").path()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let words = command.split(separator: " ").map {
      $0.hasSuffix(".yaml") ? folder.file("\($0)") : "\($0)"
    }
    process.arguments = ["python3", script] + flags + ["--", try Executable.find().path] + words
    var all = ProcessInfo.processInfo.environment
    for name in ["CI", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LC_ALL", "LC_CTYPE"] {
      all[name] = nil
    }
    for name in ["GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"] { all[name] = nil }
    all["LANG"] = "C.UTF-8"
    all["TERM"] = "xterm-256color"
    process.environment = all.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Result.self, from: said)
  }
}

/// The screen after everything that moves has moved: lines as a person sees them in the end.
private func screen(_ text: String) -> [String] {
  var lines: [String] = []
  for line in text.replacingOccurrences(of: "\r\n", with: "\n").components(separatedBy: "\n") {
    let last = line.components(separatedBy: "\r").last ?? ""
    let isCleared = last.hasPrefix("\u{1B}[K")
    lines.append(isCleared ? String(last.dropFirst(3)) : last)
  }
  return lines
}

struct TerminalTests {
  @Test func `a long run has one moving line, which is gone in the end`() throws {
    let result = try Terminal().run("run steps.scene.yaml --slow 60", flags: ["--columns", "60"])
    #expect(result.code == 0)
    #expect(result.terminal.contains("\r1 of 1 · step "))
    #expect(result.terminal.contains("steps · Some steps\u{1B}[K"))
    let lines = screen(result.terminal)
    #expect(!lines.contains { $0.contains("1 of 1") })
    // On a machine under load it takes more than a second.
    #expect(lines.contains { $0.contains("✓") && ($0.hasSuffix(" ms") || $0.hasSuffix(" s")) })
  }

  @Test func `a short run moves nothing and has colours and times`() throws {
    let result = try Terminal().run("run wrong.scene.yaml")
    #expect(result.code == 1)
    #expect(!result.terminal.contains("\u{1B}[K"))
    #expect(result.terminal.contains("\u{1B}[31m✗\u{1B}[0m"))
    #expect(result.terminal.contains(" ms\r\n"))
  }

  @Test(arguments: [
    (["TERM": "dumb"], "run steps.scene.yaml --slow 60"),
    (["CI": "true"], "run steps.scene.yaml --slow 60"),
    ([:], "run steps.scene.yaml --slow 60 --plain"),
    ([:], "run steps.scene.yaml --slow 60 -q"),
  ])
  func `nothing moves where it would do harm`(
    environment: [String: String], command: String
  ) throws {
    let result = try Terminal().run(command, environment: environment)
    #expect(result.code == 0)
    #expect(!result.terminal.contains("\u{1B}[K"))
    #expect(!result.terminal.contains("1 of 1"))
  }

  @Test func `the moving line goes to the terminal and the answer into the pipe`() throws {
    let result = try Terminal().run(
      "run steps.scene.yaml --slow 60 --json", flags: ["--errors-only"])
    #expect(result.terminal.contains("\r1 of 1"))
    #expect(result.terminal.hasSuffix("\r\u{1B}[K"))
    #expect(result.piped.hasPrefix("{\"schema\":\"scenesim.run/1\""))
    #expect(!result.piped.contains("\u{1B}"))
  }

  @Test(arguments: [
    (["NO_COLOR": "1"], false), (["TERM": "dumb"], false), ([:], true),
    (["TERM": "dumb", "FORCE_COLOR": "1"], true),
  ])
  func `colours follow the environment in a terminal`(
    environment: [String: String], isColored: Bool
  ) throws {
    let result = try Terminal().run("run wrong.scene.yaml", environment: environment)
    #expect(result.terminal.contains("\u{1B}[31m") == isColored)
    #expect(result.terminal.contains("✗"))
  }

  @Test func `a locale without UTF-8 gets nothing but ASCII`() throws {
    let result = try Terminal().run(
      "run wrong.scene.yaml -v", environment: ["LC_ALL": "C", "NO_COLOR": "1"])
    #expect(result.code == 1)
    #expect(result.terminal.contains(" FAIL wrong - Some steps"))
    #expect(result.terminal.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func `the lines of cases fit in 40 columns`() throws {
    let result = try Terminal().run(
      "run steps.scene.yaml wrong.scene.yaml", flags: ["--columns", "40"],
      environment: ["NO_COLOR": "1"])
    let lines = screen(result.terminal).filter { $0.hasPrefix(" ✓") || $0.contains("runs") }
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.count <= 40 })
  }

  @Test(arguments: ["ctrl-c", "INT", "TERM", "HUP"], ["1", "2"])
  func `an interruption in the middle leaves nothing behind`(how: String, jobs: String) throws {
    let result = try Terminal().run(
      "run steps.scene.yaml steps.scene.yaml wrong.scene.yaml --slow 500 -j \(jobs)",
      flags: ["--after", "step 1", "--send", how])
    #expect(result.code == 130)
    #expect(result.terminal.hasSuffix("\r\u{1B}[K") || result.terminal.hasSuffix("^C\r\u{1B}[K"))
    #expect(!result.terminal.contains("error"))
    for folder in ["/dev/shm", NSTemporaryDirectory()] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      #expect(!names.contains { $0.hasPrefix("scenesim-\(result.pid)-") }, "\(folder)")
    }
  }

  @Test func `nothing is read from a terminal that may not be asked`() throws {
    let result = try Terminal().run("run - --no-input")
    #expect(result.code == 2)
    #expect(result.terminal.contains("would read from the terminal"))
  }
}
