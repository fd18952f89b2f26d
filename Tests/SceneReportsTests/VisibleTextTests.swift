import SceneReports
import Testing

struct VisibleTextTests {
  @Test func `text that would move the cursor or turn the line is shown as escapes`() {
    #expect(VisibleText.escaped("a\u{1B}[2Jb\n\t\u{202E}c") == "a\\u{1B}[2Jb\\n\\t\\u{202E}c")
    #expect(VisibleText.escaped("Tala 🦅 ü") == "Tala 🦅 ü")
    #expect(VisibleText.escaped("鷹", asciiOnly: true) == "\\u{9DF9}")
  }

  @Test func `JSON stays JSON when it is made visible`() {
    #expect(JSON.quoted("a\"\\\n\u{7}\u{202E}é") == "\"a\\\"\\\\\\n\\u0007\\u202Eé\"")
    #expect(VisibleText.escapedJSON("[\"🦅\"]", asciiOnly: true) == "[\"\\uD83E\\uDD85\"]")
  }

  @Test func `objects keep the order of their members`() {
    let object = JSON.object([
      .init("b", .int(1)), .init("a", .list([.null, .bool(true), .raw("{\"x\":1.5}")])),
    ])
    #expect(object.line == "{\"b\":1,\"a\":[null,true,{\"x\":1.5}]}")
  }
}
