import SceneScenarios
import Testing

/// Each rule of the profile from both sides; the messages are in the folder Broken.
struct StrictProfileTests {
  private func read(_ text: String) throws(Diagnostic) -> Node {
    try ScenarioReader.read(SourceFile(path: "a.scene.yaml", text: text))
  }

  private func mistake(_ bytes: [UInt8]) -> Diagnostic? {
    do throws(Diagnostic) {
      _ = try ScenarioReader.read(SourceFile(path: "a.scene.yaml", bytes: bytes))
      return nil
    } catch {
      return error
    }
  }

  private func place(_ diagnostic: Diagnostic?) -> String? {
    diagnostic.map { "\($0.range.start) \($0.code)" }
  }

  // MARK: Bytes

  @Test(arguments: [
    ("a: é\u{7}", "1:5 control-character"),
    ("a: 1\nb: \u{1B}[0m\n", "2:4 control-character"),
    ("a: \u{7F}\n", "1:4 control-character"),
    ("a: \0\n", "1:4 control-character"),
    ("a: \u{80}\n", "1:4 control-character"),
    ("a: \u{FFFE}\n", "1:4 control-character"),
    ("a: x\u{FEFF}\n", "1:5 control-character"),
    ("\"a\": \"é🦉\u{1}\"\n", "1:9 control-character"),
    ("# remark \u{2}\n", "1:10 control-character"),
  ])
  func `a control character is refused at its place`(text: String, expected: String) {
    #expect(place(mistake(Array(text.utf8))) == expected)
  }

  @Test(
    arguments: [
      ([0x61, 0x3A, 0x20, 0xFF], "1:4 not-utf-8"),
      ([0x61, 0x3A, 0x20, 0xC3], "1:4 not-utf-8"),
      ([0x61, 0x3A, 0x20, 0xC0, 0x80], "1:4 not-utf-8"),
      ([0x61, 0x3A, 0x20, 0xED, 0xA0, 0x80], "1:4 not-utf-8"),
      ([0x61, 0x3A, 0x20, 0xF4, 0x90, 0x80, 0x80], "1:4 not-utf-8"),
      ([0x61, 0x3A, 0x20, 0xC3, 0xA9, 0x0A, 0x20, 0x80], "2:2 not-utf-8"),
      ([0xFF, 0xFE, 0x61, 0x00], "1:1 not-utf-8"),
    ] as [([UInt8], String)])
  func `a byte that is not UTF-8 is refused at its place`(bytes: [UInt8], expected: String) {
    #expect(place(mistake(bytes)) == expected)
  }

  @Test(arguments: [
    ("a: 1\rb: 2\n", "1:5 control-character"), ("a: 1\r", "1:5 control-character"),
    ("a: 1\r\r\n", "1:5 control-character"),
  ])
  func `a lone carriage return is refused`(text: String, expected: String) {
    #expect(place(mistake(Array(text.utf8))) == expected)
  }

  @Test func `CR LF ends a line and one leading byte order mark is skipped`() throws {
    let node = try read("\u{FEFF}a: 1\r\nb: two\r\n")
    #expect(node["b"]?.text == "two")
    #expect(node.map?[0].key.range.start == SourcePosition(line: 1, column: 1))
    #expect(node["b"]?.range.start == SourcePosition(line: 2, column: 4))
    #expect(node["b"]?.range.end == SourcePosition(line: 2, column: 7))
  }

  @Test(arguments: [
    ("steps:\n\t- launch\n", "2:1 tab"), ("steps:\n  \t- launch\n", "2:3 tab"),
    ("a: |\n  one\n  \ttwo\n", "3:3 tab"), ("a: \"x\n\ty\"\n", "2:1 tab"),
    ("\té: 1\n", "1:1 tab"), ("{\n \t\"a\": 1\n}\n", "2:2 tab"), ("\t# remark\n", "1:1 tab"),
  ])
  func `a tab before the first character of a line is refused`(text: String, expected: String) {
    let found = mistake(Array(text.utf8))
    #expect(place(found) == expected)
    #expect(found?.hint?.contains("use spaces") == true)
  }

  @Test(arguments: [
    "a: |\n  one\n\n  two\tthree\n", "a:\t1\n", "a: 1\n \t \nb: 2\n", "a: 1\t# remark\n", "\t\n",
  ])
  func `a tab after the first character or in an empty line is fine`(text: String) {
    #expect(mistake(Array(text.utf8))?.code != .tab)
  }

  @Test func `a file of exactly 1 MiB is read and one byte more is not`() {
    let text = "a: 1\n" + String(repeating: "#", count: (1 << 20) - 5)
    #expect(mistake(Array(text.utf8)) == nil)
    #expect(place(mistake(Array((text + "#").utf8))) == "1:1 too-big")
    #expect(mistake([UInt8](repeating: 0xFF, count: (1 << 20) + 1))?.code == .tooBig)
  }

  @Test(arguments: ["\u{85}", "\u{2028}", "\u{2029}"])
  func `the separators of Unicode are content`(separator: String) throws {
    let node = try read("a: x\(separator)y\nb: \"\(separator)\\uE000\"\nc: \u{E001}\nd: 1\n")
    #expect(node["a"]?.text == "x\(separator)y")
    #expect(node["b"]?.text == "\(separator)\u{E000}")
    #expect(node["c"]?.text == "\u{E001}")
    #expect(node["d"]?.range.start == SourcePosition(line: 4, column: 4))
  }

  // MARK: Structure

  @Test func `sixty-four levels are read and the sixty-fifth is refused where it opens`() {
    let open = String(repeating: "[", count: 64)
    let close = String(repeating: "]", count: 64)
    #expect(mistake(Array((open + close).utf8)) == nil)
    #expect(place(mistake(Array("[\(open)\(close)]".utf8))) == "1:65 too-deep")
  }

  @Test func `two hundred thousand open brackets are refused at once`() {
    let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 200_000)
    let duration = ContinuousClock().measure {
      #expect(place(mistake(bytes)) == "1:65 too-deep")
    }
    #expect(duration < .seconds(20))
  }

  @Test func `a file of one long line is read in one go`() throws {
    let text = "[" + String(repeating: "{é: [1, 2]}, ", count: 30_000) + "{ ? é : 1 }]"
    var found: Diagnostic?
    let duration = ContinuousClock().measure { found = mistake(Array(text.utf8)) }
    #expect(place(found) == "1:\(30_000 * 13 + 4) complex-key")
    #expect(duration < .seconds(20))
  }

  @Test(arguments: [
    "---\na: 1\n", "a: 1\n...\n", "---\na: 1\n...\n", "# remark\n---\n# remark\na: 1\n",
  ])
  func `the marks around a document are allowed`(text: String) throws {
    #expect(try read(text)["a"]?.int == 1)
  }

  @Test(arguments: [
    "a: \"x\n  y\"\n", "a: 'x\n\n  y'\n", "a: |\n  x\n  y\n", "a: >-\n  x\n  y\n",
    "a: [x,\n  y]\n", "- x\n- y\n", "a:\n  x\n",
  ])
  func `quotes, blocks and separate values may span lines`(text: String) {
    #expect(mistake(Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    "a: '*x'\n", "a: \"&x\"\n", "a: x*y&z!\n", "a: 50%\n", "a: '!x'\n", "'<<': 1\n", "a: <<\n",
    "a: '? b'\n", "a: b?\n", "a?: 1\n", "a: http://x:80/?q=1\n", "a: {b: c?}\n",
  ])
  func `signs inside texts are no anchors, tags or complex keys`(text: String) {
    #expect(mistake(Array(text.utf8)) == nil)
  }

  @Test func `keys are compared by bytes`() throws {
    let composed = try read("\u{E9}: 1\ne\u{301}: 2\n")
    #expect(composed.map?.count == 2)
    #expect(place(mistake(Array("a: 1\n'a': 2\n".utf8))) == "2:1 duplicate-key")
  }

  @Test func `a duplicate among many keys names the first line`() {
    var text = (0..<100).map { "key\($0): 1\n" }.joined()
    text += "key42: 2\n"
    let found = mistake(Array(text.utf8))
    #expect(place(found) == "101:1 duplicate-key")
    #expect(found?.message.contains("line 43") == true)
  }

  @Test func `JSON is read like everything else`() throws {
    let node = try read(
      "{\n  \"a\": [1, 2.5, true, null, \"x\\/\\u00e9\"],\n  \"b\":{\"c\":\"\"}\n}\n")
    let list = try #require(node["a"]?.list)
    #expect(list.map(\.content) == [.int(1), .double(2.5), .bool(true), .null, .text("x/é")])
    #expect(list[4].range.start == SourcePosition(line: 2, column: 29))
    #expect(node["b"]?["c"]?.text == "")
  }
}
