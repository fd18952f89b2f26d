import Foundation
import SceneCommands
import Testing

struct RecordCommandTests {
  /// The log of a small app: a window that is written into, a second one, a death, a quit.
  private static let log = #"""
    {"schema":"scenesim.events/1","at":"2026-01-01T09:00:00Z","app":"com.example.notes","name":"Notes","version":2,"profile":"wayland","windows":"many","external":"matching-window-first","tabs":["hawk","raven"],"keys":[{"key":"selectedTab","type":"BookTab","scope":"scene","default":"hawk"},{"key":"path","type":"[string]","default":[]},{"key":"draft","type":"string","default":""},{"key":"place","type":"Place","scope":"scene","default":{"x":0,"name":"home"}},{"key":"pin","type":"string","scope":"scene","default":""}],"activities":["com.example.note"],"kinds":[{"name":"main"}],"sessions":[]}
    {"at":"2026-01-01T09:00:00Z","event":"launch","opened":true,"phases":{"main-window":"active"},"front":"main-window"}
    {"at":"2026-01-01T09:00:02Z","event":"set","scene":"main-window","tab":null,"key":"selectedTab","type":"BookTab","bytes":5,"value":"raven"}
    {"at":"2026-01-01T09:00:02Z","event":"set","scene":"main-window","tab":"raven","key":"path","type":"[string]","bytes":9,"value":["wing"]}
    {"at":"2026-01-01T09:00:02.2Z","event":"set","scene":"main-window","tab":"hawk","key":"draft","type":"string","bytes":6,"value":"in ${x}"}
    {"at":"2026-01-01T09:01:10Z","event":"drag","scene":"second","activity":{"type":"com.example.note","payload":{"id":"4"},"target":"note/4"},"opened":true,"phases":{"second":"active"},"front":"second"}
    {"at":"2026-01-01T09:01:10Z","event":"identify","scene":"second","target":"note/4"}
    {"at":"2026-01-01T09:01:10Z","event":"set","scene":"second","tab":null,"key":"place","type":"Place","bytes":20,"value":{"x":2,"name":"field"}}
    {"at":"2026-01-01T09:01:10Z","event":"set","scene":"second","tab":null,"key":"pin","type":"string","bytes":4,"redacted":true}
    {"at":"2026-01-01T09:01:11Z","event":"open","scene":"x","fails":"one-window-app","front":"second"}
    {"schema":"scenesim.events/1","at":"2026-01-02T09:01:11Z","app":"com.example.notes","name":"Notes","version":2,"sessions":[{"scene":"main-window","phase":"active"},{"scene":"second","phase":"active"}]}
    {"at":"2026-01-02T09:01:11Z","event":"found","scene":"main-window","tab":"raven","key":"draft","type":"string","bytes":4,"value":"late"}
    {"at":"2026-01-02T09:01:11Z","event":"launch","phases":{"main-window":"active","second":"active"},"front":"second"}
    {"at":"2026-01-02T09:01:12Z","event":"close","scene":"second","phases":{"second":"disconnected"},"front":"main-window"}
    {"at":"2026-01-02T09:01:12Z","event":"quit","phases":{"main-window":"background"},"front":"main-window"}

    """#

  private static let scenario = #"""
    scenesim: 1
    scenario: What happened in Notes

    app:
      name: Notes
      id: com.example.notes
      version: 2
      profile: wayland
      tabs: { hawk: hawk, raven: raven }
      types:
        Place: { name: string, x: int }
      storage:
        selectedTab: { type: string, scope: scene, default: hawk }
        path: { type: [string], scope: tab, default: [] }
        draft: { type: string, scope: tab, default: "" }
        place: { type: Place, scope: scene, default: { name: home, x: 0 } }
        pin: { type: string, scope: scene, default: "" }
      activities:
        com.example.note: ~

    steps:
      - launch: A
      # 2 s later
      - select: raven
      - push: wing
      - select: hawk
      - set: { draft: "in $${x}" }
      - select: raven
      # 1 min 7 s later
      - drag: { from: A, activity: com.example.note, payload: { id: "4" }, target: note/4, drop: right-edge, opens: B }
      - { in: B, identify: note/4 }
      - { in: B, set: { place: { name: field, x: 2 }, pin: "hidden, 4 bytes" } }
      # 1 s later
      # refused: open x [one-window-app]
      # 1 d later
      - { in: A, set: { draft: late } }
      # the process ended without a word here: a crash, or `kill -9`
      - crash
      - launch
      # 1 s later
      - close: B
      - expect:
          windows: [A]
          front: A
          A:
            phase: active
            tab: raven
            tabs:
              hawk: { values: { draft: "in $${x}" } }
              raven: { path: [wing], values: { draft: late } }
      - quit
      - expect:
          app: not-running
          store:
            A: { selectedTab: raven, hawk/draft: "in $${x}", raven/path: [wing], raven/draft: late }

    """#

  private func file(_ text: String, in folder: TemporaryFolder) throws -> String {
    let path = folder.file("events.jsonl")
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  @Test func `a log becomes a scenario that runs, is well laid out and has no findings`() throws {
    let folder = try TemporaryFolder()
    let log = try file(Self.log, in: folder)
    let path = folder.file("bug.scene.yaml")
    let result = Harness().run("record", log, "-o", path)
    #expect(result.code == .success)
    #expect(result.errors == "wrote \(path)\nnext  scenesim run \(path)\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.scenario)
    #expect(Harness().run("record", log).output == Self.scenario)
    let run = Harness().run("run", path)
    #expect(run.code == .success, "\(run.output)")
    #expect(Harness().run("check", path).output.hasSuffix("1 file · no errors · 2 notes\n"))
    #expect(Harness().run("format", path, "--check").code == .success)
  }

  @Test func `a whole number beyond those of a scenario is left out and told`() throws {
    let folder = try TemporaryFolder()
    let lines = [
      #"{"schema":"scenesim.events/1","at":"2026-01-01T09:00:00Z","app":"com.example.n","name":"N","version":1,"profile":"wayland","windows":"many","keys":[{"key":"n","type":"uint64","scope":"scene","default":0},{"key":"made","type":"Own","scope":"scene","default":{"id":1}}],"sessions":[]}"#,
      #"{"at":"2026-01-01T09:00:00Z","event":"launch","opened":true,"phases":{"w":"active"},"front":"w"}"#,
      #"{"at":"2026-01-01T09:00:02Z","event":"set","scene":"w","tab":null,"key":"n","type":"uint64","bytes":8,"value":18446744073709551615}"#,
      #"{"at":"2026-01-01T09:00:03Z","event":"set","scene":"w","tab":null,"key":"made","type":"Own","bytes":8,"value":{"id":9223372036854775808}}"#,
      #"{"at":"2026-01-01T09:00:04Z","event":"set","scene":"w","tab":null,"key":"n","type":"uint64","bytes":8,"value":9223372036854775807}"#,
    ]
    let log = try file(lines.joined(separator: "\n") + "\n", in: folder)
    let text = Harness().run("record", log).output
    let remark = "has a whole number above 9223372036854775807 and is left out"
    #expect(
      text.contains("# a value of n \(remark)") && text.contains("# a value of made \(remark)"))
    #expect(text.contains("n: { type: int, scope: scene") && text.contains("Own: { id: int }"))
    #expect(text.contains("n: 9223372036854775807"))
    let path = folder.file("bug.scene.yaml")
    try Data(text.utf8).write(to: URL(filePath: path))
    let run = Harness().run("run", path)
    #expect(run.code == .success, "\(run.output)")
  }

  @Test func `a scenario that is there stays as it is`() throws {
    let folder = try TemporaryFolder()
    let log = try file(Self.log, in: folder)
    let path = folder.file("mine.scene.yaml")
    try Data("mine".utf8).write(to: URL(filePath: path))
    let result = Harness().run("record", log, "-o", path)
    #expect(result.code == .unusable)
    #expect(result.errors.contains("[file-exists]"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    let dry = Harness().run("record", log, "-n", "-o", folder.file("dry.scene.yaml"))
    #expect(dry.errors == "would write \(folder.file("dry.scene.yaml"))\n")
    #expect(!FileManager.default.fileExists(atPath: folder.file("dry.scene.yaml")))
  }

  @Test func `a log that ends in the middle of a line loses that line and says so`() throws {
    let folder = try TemporaryFolder()
    let end = #"{"at":"2026-01-02T09:01:12Z","ev"#
    let lines = Self.log.split(separator: "\n").prefix(8).joined(separator: "\n") + "\n"
    let log = try file(lines + end, in: folder)
    let path = folder.file("cut.scene.yaml")
    let result = Harness().run("record", log, "-o", path)
    #expect(result.code == .success)
    #expect(result.errors.hasPrefix("\(log):9:1: warning: the last line is cut short"))
    #expect(Harness().run("run", path).code == .success)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("windows: [A, B]"))
  }

  @Test func `lines that are no events are all named, and there is no scenario`() throws {
    let folder = try TemporaryFolder()
    var lines = Self.log.split(separator: "\n").map(String.init)
    lines.insert("[1, 2]", at: 2)
    lines.insert("hello", at: 4)
    let log = try file(lines.joined(separator: "\n") + "\n", in: folder)
    let result = Harness().run("record", log)
    #expect(result.code == .invalidInput)
    #expect(result.output.isEmpty)
    for line in [3, 5] {
      #expect(result.errors.contains("\(log):\(line):1: error: this line is no event"))
    }
    for text in ["", "{}\n", #"{"schema":"scenesim.events/2"}"# + "\n", "\n"] {
      #expect(Harness().run("record", try file(text, in: folder)).code == .invalidInput, "\(text)")
    }
    #expect(Harness().run("record", folder.file("none")).code == .unusable)
  }

  @Test func `events of a newer version are comments with a warning`() throws {
    let folder = try TemporaryFolder()
    var lines = Self.log.split(separator: "\n").map(String.init)
    lines[0] = lines[0].replacing("events/1", with: "events/1.4")
    lines.insert(#"{"at":"2026-01-01T09:00:01Z","event":"fold","scene":"A"}"#, at: 2)
    let log = try file(lines.joined(separator: "\n") + "\n", in: folder)
    let result = Harness().run("record", log)
    #expect(result.code == .success)
    #expect(result.errors.hasPrefix("\(log):3:1: warning: the event `fold` is not known here"))
    #expect(result.output.contains("  # the event fold of a newer version, line 3\n"))
  }

  @Test func `a log that begins later builds up what its first process found`() throws {
    let folder = try TemporaryFolder()
    let lines = Self.log.split(separator: "\n").map(String.init)
    var header = lines[0]
    header.replace(
      #""sessions":[]"#, with: #""sessions":[{"scene":"main-window"},{"scene":"second"}]"#)
    let later = [header] + lines[11...]
    let path = folder.file("later.scene.yaml")
    let log = try file(later.joined(separator: "\n") + "\n", in: folder)
    #expect(Harness().run("record", log, "-o", path).code == .success)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("  # what was there when the log began\n  - launch: A\n  - open: B\n"))
    let run = Harness().run("run", path)
    #expect(run.code == .success, "\(run.output)")
  }

  @Test func `a closed window that came back has its values again`() throws {
    let folder = try TemporaryFolder()
    let head = Self.log.split(separator: "\n").prefix(9).map(String.init)
    let rest = [
      #"{"event":"close","scene":"second","phases":{"second":"disconnected"},"front":"main-window"}"#,
      #"{"event":"undo-close","scene":"second","opened":true,"phases":{"second":"active"},"front":"second"}"#,
    ]
    let path = folder.file("undo.scene.yaml")
    let log = try file((head + rest).joined(separator: "\n") + "\n", in: folder)
    #expect(Harness().run("record", log, "-o", path).code == .success)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("  - close: B\n  - undo-close: B\n"))
    #expect(text.contains("values: { place: { name: field, x: 2 } }"))
    let run = Harness().run("run", path)
    #expect(run.code == .success, "\(run.output)")
  }
}
