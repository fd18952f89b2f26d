import Foundation
import SceneCommands
import Testing

/// Single things of an event log that become steps.
struct RecordStepTests {
  private func header(_ changes: String..., version: Int = 1, windows: String = "many") -> String {
    let more = changes.map { ",\($0)" }.joined()
    return #"{"schema":"scenesim.events/1","at":"2026-01-01T09:00:00Z","app":"com.example.notes","#
      + #""name":"Notes","version":\#(version),"profile":"ipados","windows":"\#(windows)","#
      + #""tabs":["hawk","raven"]\#(more)}"#
  }

  private static let launch =
    #"{"at":"2026-01-01T09:00:00Z","event":"launch","opened":true,"phases":{"a":"active"},"front":"a"}"#

  /// The scenario of a log, which has to run and to be without findings.
  private func scenario(_ lines: String...) throws -> String {
    let folder = try TemporaryFolder()
    let log = folder.file("events.jsonl")
    let path = folder.file("bug.scene.yaml")
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: log))
    let made = Harness().run("record", log, "-o", path)
    #expect(made.code == .success, "\(made.errors)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let check = Harness().run("check", path)
    #expect(check.output == "1 file · no errors\n", "\(check.output)\n\(text)")
    let run = Harness().run("run", path)
    #expect(run.code == .success, "\(run.output)\n\(text)")
    return text
  }

  @Test func `a value in one place below a tab is written there`() throws {
    let text = try scenario(
      header(#""keys":[{"key":"line","type":"int","nested":"editor","default":0}]"#), Self.launch,
      #"{"at":"2026-01-01T09:00:00Z","event":"set","scene":"a","tab":"hawk","key":"line","type":"int","bytes":8,"value":7,"path":["hawk","editor","1"]}"#
    )
    #expect(text.contains("  nested: { editor-1: { in: hawk } }\n"))
    #expect(text.contains("line: { type: int, scope: tab/editor-1, default: 0 }"))
    #expect(text.contains("  - set: { line: 7 }\n"))
    let two = try scenario(
      header(#""keys":[{"key":"line","type":"int","nested":"editor","default":0}]"#), Self.launch,
      #"{"at":"2026-01-01T09:00:00Z","event":"set","scene":"a","tab":"hawk","key":"line","type":"int","bytes":8,"value":7,"path":["hawk","editor","1"]}"#,
      #"{"at":"2026-01-01T09:00:00Z","event":"set","scene":"a","tab":"hawk","key":"line","type":"int","bytes":8,"value":8,"path":["hawk","editor","2"]}"#
    )
    #expect(two.contains("# the values of line lie in 2 places below tabs or windows; left out\n"))
  }

  @Test func `a tab whose name no store can have is left out`() throws {
    let long = String(repeating: "x", count: 512)
    let text = try scenario(
      header().replacing("[\"hawk\"", with: "[\"\(long)\",\"\(long.dropLast())\",\"hawk\""),
      Self.launch)
    #expect(!text.contains(long) && text.contains("  tabs: { \(long.dropLast()): "))
  }

  @Test func `a type that nests deeper than scenarios have it is left out`() throws {
    func type(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + "int" + String(repeating: "]", count: depth)
    }
    let keys = [32, 33].map { #"{"key":"k\#($0)","type":"\#(type($0))","scope":"scene"}"# }
    let text = try scenario(header(#""keys":[\#(keys.joined(separator: ","))]"#), Self.launch)
    #expect(text.contains("k32: { type: \(type(32)), scope: scene }\n"))
    #expect(text.contains("# nothing tells the type of k33; left out\n"))
  }

  @Test func `names of parts in parts are cut where they grow long`() throws {
    let names = (0..<20).map { "\($0)" + String(repeating: "x", count: 30) }
    let value = names.map { #"{"\#($0)":"# }.joined() + "1" + String(repeating: "}", count: 20)
    let text = try scenario(
      header(#""keys":[{"key":"k","type":"Own","scope":"scene","default":\#(value)}]"#), Self.launch
    )
    #expect(text.split(separator: "\n").contains { $0.hasPrefix("    Cut1Part: { ") })
    #expect(!text.split { !$0.isLetter && !$0.isNumber }.contains { $0.count > 300 })
  }

  @Test func `calls that were refused are steps that fail`() throws {
    let text = try scenario(
      header(windows: "one"), Self.launch,
      #"{"at":"2026-01-01T09:00:00Z","event":"open","scene":"x","fails":"one-window-app","front":"a"}"#,
      #"{"at":"2026-01-01T09:00:00Z","event":"disconnect","scene":"a","fails":"wrong-phase","front":"a"}"#,
      #"{"at":"2026-01-01T09:00:00Z","event":"activate","scene":"gone","fails":"no-such-window","front":"a"}"#,
      #"{"at":"2026-01-01T09:00:00Z","event":"continue","activity":{"type":"com.example.x"},"via":"handoff","fails":"activity-not-declared","front":"a"}"#,
      #"{"at":"2026-01-01T09:00:00Z","event":"continue","activity":{"type":"com.example.x"},"via":"handoff","fails":"handler-failed","front":"a"}"#
    )
    for step in [
      "{ open: B, fails: one-window-app }", "{ disconnect: A, fails: wrong-phase }",
      "{ activate: B, fails: no-such-window }",
      "{ continue: { activity: com.example.x }, fails: activity-not-declared }",
    ] {
      #expect(text.contains("  - \(step)\n"), "\(step)\n\(text)")
    }
    #expect(text.contains("  # refused: continue  [handler-failed]\n"))
  }

  @Test func `what a window opened for is in its step`() throws {
    let text = try scenario(
      header(#""kinds":[{"name":"main"},{"name":"book","value":"Book"}]"#), Self.launch,
      #"{"at":"2026-01-01T09:00:00Z","event":"open","scene":"b","kind":"book","value":{"id":"tala"},"opened":true,"phases":{"b":"active"},"front":"b"}"#,
      #"{"at":"2026-01-01T09:00:01Z","event":"change-value","scene":"b","kind":"book","value":{"id":"raven"}}"#
    )
    #expect(text.contains("    Book: { id: string }\n"))
    #expect(text.contains("    book: { value: Book }\n"))
    #expect(text.contains("  - open: { window: B, scene: book, value: { id: tala } }\n"))
    #expect(text.contains("  - { in: B, change-value: { id: raven } }\n"))
  }

  @Test func `another version of the app is an update`() throws {
    let found =
      #"{"at":"2026-01-02T09:00:00Z","event":"launch","phases":{"a":"active"},"front":"a"}"#
    let text = try scenario(
      header(#""activities":["com.example.one"]"#), Self.launch,
      #"{"at":"2026-01-01T09:00:01Z","event":"background","phases":{"a":"background"},"front":"a"}"#,
      header(#""activities":["com.example.two"]"#, version: 3).replacing("01-01T", with: "01-02T"),
      found)
    #expect(text.contains("  version: 1\n"))
    #expect(text.contains("  - update: { version: 3 }\n  - launch\n"))
    #expect(text.contains("com.example.one: ~\n    com.example.two: ~\n"))
  }
}
