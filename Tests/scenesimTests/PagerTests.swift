import Foundation
import SceneCommands
import Synchronization
import Testing

struct PagerTests {
  /// Lists a store on a terminal of five lines and says what the pager got.
  private func list(
    _ flags: [String] = [], values: Int = 9, environment: [String: String] = [:],
    isTerminal: Bool = true
  ) throws -> (result: Harness.Result, command: String?, paged: String, isFinished: Bool) {
    let store = try SampleStore(
      sessions: [(1, "A", "")], values: (0..<values).map { .text("v", "k\($0)") })
    let command = Mutex<String?>(nil)
    let isFinished = Mutex(false)
    let sink = MemorySink()
    var harness = Harness(isTerminal: isTerminal, terminalWidth: 80)
    harness.environment.merge(environment) { $1 }
    harness.prepare = { surroundings in
      surroundings.terminalHeight = 5
      surroundings.openPager = { line in
        command.withLock { $0 = line }
        return Pager(sink: sink) { isFinished.withLock { $0 = true } }
      }
    }
    let result = harness.run(["store", "ls", store.path, "--color=never"] + flags)
    return (result, command.withLock { $0 }, sink.text, isFinished.withLock { $0 })
  }

  @Test func `a long table goes to the pager, which is waited for`() throws {
    let shown = try list()
    #expect(shown.command == "less -FRX")
    #expect(shown.paged.hasPrefix("SCENE"))
    #expect(shown.paged.contains("9 values"))
    #expect(shown.result.output.isEmpty)
    #expect(shown.isFinished)
    #expect(try list(environment: ["PAGER": "more -s"]).command == "more -s")
  }

  @Test func `programs, short answers, pipes and those who want none get no pager`() throws {
    for flags in [["--plain"], ["--json"], ["--format=jsonl"], ["--no-input"]] {
      let shown = try list(flags)
      #expect(shown.command == nil, "\(flags)")
      #expect(!shown.result.output.isEmpty)
    }
    #expect(try list(values: 2).command == nil)
    #expect(try list(isTerminal: false).command == nil)
    for variable in [["PAGER": ""], ["PAGER": "cat"], ["TERM": "dumb"], ["CI": "1"]] {
      #expect(try list(environment: variable).command == nil, "\(variable)")
    }
  }

  @Test func `a real pager gets all of it, and leaving it early is no failure`() throws {
    let tool = try Executable.find()
    let folder = try TemporaryFolder()
    let store = try SampleStore(
      sessions: [(1, "A", "")], values: (0..<900).map { .text("v", "k\($0)") })
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Terminal/in-terminal.py").path()
    let kept = folder.file("kept")
    for (pager, lines) in [("cat > \(kept)", 902), ("head -n 3 > \(kept)", 3)] {
      let result = try tool.shell(
        """
        env -u CI PAGER='\(pager)' TERM=xterm python3 \(script) -- $T store ls \(store.path)
        """)
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.output.contains("\"code\": 0"), "\(result.output.prefix(400))")
      let text = try String(contentsOfFile: kept, encoding: .utf8)
      #expect(text.split(separator: "\n").count == lines)
    }
  }
}
