import Foundation
import Testing

@testable import SceneCommands

struct LineEditorTests {
  /// Plays bytes of a terminal into an editor and gives the lines it gives.
  private func lines(
    _ bytes: [String], columns: Int = 80, words: [String] = []
  ) throws -> (lines: [String], screen: String, calls: [String]) {
    var chunks = bytes.map { Array($0.utf8) }[...]
    var calls: [String] = []
    var terminal = KeyTerminal()
    terminal.begin = {
      calls.append("begin")
      return true
    }
    terminal.end = { calls.append("end") }
    terminal.read = { chunks.popFirst() ?? [] }
    terminal.width = { columns }
    terminal.interrupt = { calls.append("interrupt") }
    terminal.suspend = { calls.append("suspend") }
    let output = MemorySink()
    let console = Console(output: output, errors: MemorySink())
    var editor = LineEditor(console, terminal)
    editor.complete = { text in
      let typed = text.split(separator: " ").last.map(String.init) ?? ""
      return .init(typed: typed, words: words.filter { $0.hasPrefix(typed) })
    }
    var lines: [String] = []
    while let line = try editor.line(prompt: "> ") {
      editor.remember(line)
      lines.append(line)
    }
    return (lines, output.text, calls)
  }

  @Test(arguments: [
    ("abc\r", "abc"), ("ac\u{1B}[Db\r", "abc"), ("bc\u{01}a\r", "abc"),
    ("bc\u{1B}[Ha\u{05}d\r", "abcd"),
    ("abcd\u{7F}\r", "abc"), ("abc\u{01}\u{04}\r", "bc"), ("abc\u{01}\u{1B}[3~\r", "bc"),
    ("a b c\u{17}\r", "a b "), ("a b \u{17}\r", "a "), ("abc\u{1B}[D\u{0B}\r", "ab"),
    ("abc\u{1B}[D\u{15}\r", "c"), ("abc\u{15}x\u{19}\r", "xabc"), ("ab-c de\u{1B}bX\r", "ab-c Xde"),
    ("ab de\u{1B}[1;5D\u{1B}[1;5DX\r", "Xab de"), ("ab de\u{01}\u{1B}[1;5CX\r", "abX de"),
    ("a\u{1B}OHb\u{1B}OFc\r", "bac"), ("\u{7F}\u{1B}[D\u{1B}[Ca\r", "a"), ("a\u{1B}[5~b\r", "ab"),
    ("a\u{00}b\r", "ab"),
  ])
  func `keys do what they do in shells`(keys: String, line: String) throws {
    #expect(try lines([keys]).lines == [line])
    // The same bytes one by one.
    #expect(try lines(keys.unicodeScalars.map { String($0) }).lines == [line])
  }

  @Test func `characters of several bytes and columns are one for a person`() throws {
    let typed = "ü漢👩‍👧e\u{301}"
    #expect(try lines([typed + "\u{7F}\u{7F}x\r"]).lines == ["ü漢x"])
    #expect(try lines(["\u{65}", "\u{301}", "\u{7F}a\r"]).lines == ["a"])
    // Bytes of one character in two reads.
    var keys = EditorKeys()
    let bytes = Array("漢".utf8)
    #expect(keys.keys(after: Array(bytes[..<2])) == [])
    #expect(keys.keys(after: Array(bytes[2...])) == [.text("漢")])
    #expect(keys.keys(after: [0xFF, 0x61]) == [.text("a")])
    // The cursor stands behind two wide characters.
    let screen = try lines(["漢字\r"]).screen
    #expect(screen.contains("\r> 漢字\u{1B}[K\r\u{1B}[6C"))
  }

  @Test func `a line that is wider than the terminal is shown in part and never wraps`() throws {
    var line = EditedLine("0123456789漢字")
    #expect(LineView(line, columns: 6) == LineView(EditedLine("9漢字"), columns: 6))
    line.moveToStart()
    #expect(LineView(line, columns: 6).text == "012345")
    #expect(LineView(line, columns: 6).cursor == 0)
    let screen = try lines([String(repeating: "漢", count: 50) + "\r"], columns: 20).screen
    for part in screen.components(separatedBy: "\r") {
      #expect(part.filter { $0 == "漢" }.count <= 8, "\(part.debugDescription)")
    }
  }

  @Test func `the arrows bring back what was typed, and what is being typed stays`() throws {
    let up = "\u{1B}[A"
    let down = "\u{1B}[B"
    let typed = [
      "one\r", "two\r", "two\r", "thr\(up)\(up)\(up)\r", "x\(up)\(down)y\r", "\(down)z\r",
    ]
    #expect(try lines(typed).lines == ["one", "two", "two", "one", "xy", "z"])
  }

  @Test func `Tab adds what is sure and shows what is not`() throws {
    let words = ["select", "set", "draft", "drain"]
    #expect(try lines(["sel\t x\r"], words: words).lines == ["select x"])
    let open = try lines(["s\t\tt\t: d\t\r"], words: words)
    #expect(open.lines == ["set: dra"])
    #expect(open.screen.contains("select  set\r\n"))
    #expect(try lines(["q\t\r"], words: words).lines == ["q"])
  }

  @Test func `the terminal is as before after every end`() throws {
    #expect(try lines(["a\r", "\u{04}"]).calls == ["begin", "end", "begin", "end"])
    #expect(try lines(["ab\u{03}"]).calls == ["begin", "end", "interrupt", "end"])
    let suspended = try lines(["ab\u{1A}", "c\r"])
    #expect(suspended.lines == ["abc"])
    #expect(suspended.calls.prefix(4) == ["begin", "end", "suspend", "begin"])
    // The end of the terminal itself.
    #expect(try lines([]).calls == ["begin", "end"])
  }

  @Test func `several lines that are pasted are several lines`() throws {
    #expect(try lines(["one\rtwo\rthr", "ee\r"]).lines == ["one", "two", "three"])
  }
}

struct UnfinishedStepTests {
  @Test(arguments: [
    "set: {", "set: { draft: x,", "- expect: [", "set: { draft: \"}\"", "set: { a: 'it''s }'",
    "group: x\ndo:", "set:", "{ in: A, # }",
  ])
  func `a step goes on while a bracket is open or a block begins`(text: String) {
    #expect(UnfinishedStep(text).isOpen)
  }

  @Test(arguments: [
    "launch: A", "set: { draft: \"{\" }", "set: { draft: it's {} }", "set: {\n draft: x }",
    "note: a # {", "}", "set: { a: \"\\\"\" }",
  ])
  func `a step that is whole does not`(text: String) {
    #expect(!UnfinishedStep(text).isOpen)
  }
}
