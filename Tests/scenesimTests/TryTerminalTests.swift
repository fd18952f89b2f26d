import Foundation
import SceneCommands
import Testing

/// `try` at a terminal, where keys edit the line.
struct TryTerminalTests {
  /// Types keys, each after a text was shown.
  private func type(
    _ keys: [(after: String, keys: String)], in terminal: Terminal? = nil,
    environment: [String: String] = [:]
  ) throws -> Terminal.Result {
    let pairs = try JSONEncoder().encode(keys.map { [$0.after, $0.keys] })
    return try (terminal ?? Terminal()).run(
      "try steps.scene.yaml", flags: ["--keys", String(decoding: pairs, as: UTF8.self)],
      environment: environment)
  }

  @Test func `a line is edited, completed, recalled, and goes on until its brackets close`() throws
  {
    let terminal = try Terminal()
    let path = terminal.folder.file("saved.scene.yaml")
    let said = try type(
      [
        ("> ", "lauhcn\u{15}lau\t A\u{1B}[D\u{1B}[D:\r"),
        (" active", "set: {\r"), ("· ", "draft: 漢字字\u{7F} }\r"),
        ("\"漢字\"", "undo\r"), ("took back", "\u{1B}[A\u{1B}[A\r"),
        ("\"漢字\"", "save \(path)\r"), ("saved", "exit\r"),
      ], in: terminal)
    #expect(said.code == 0, "\(said.terminal)")
    #expect(said.restored)
    let saved = try String(contentsOfFile: path, encoding: .utf8)
    #expect(saved.hasSuffix("steps:\n  - launch: A\n  - set: { draft: 漢字 }\n"), "\(saved)")
    #expect(Harness().run("run", path).code == .success)
  }

  @Test func `every end leaves the terminal as it was`() throws {
    for (key, code) in [("abc\u{03}", 130), ("\u{04}", 0), ("exit\r", 0)] as [(String, Int32)] {
      let said = try type([("> ", key)])
      #expect(said.code == code && said.restored, "\(key.debugDescription): \(said.terminal)")
      #expect(!said.terminal.contains("error"))
    }
  }

  @Test func `a terminal that cannot move gets lines and nothing else`() throws {
    let said = try type(
      [("> ", "launch: A\n"), ("active", "exit\n")], environment: ["TERM": "dumb"])
    #expect(said.code == 0 && !said.terminal.contains("\u{1B}"), "\(said.terminal)")
  }
}
