import SceneReports
import SceneState
import Testing

struct IsolatedTextTests {
  @Test func `text that would move the cursor or turn the line is shown as escapes`() {
    #expect(SafeText.escaped("a\u{1B}[2Jb\n\t\u{202E}c") == "a\\u{1B}[2Jb\\n\\t\\u{202E}c")
    #expect(SafeText.escaped("Tala 🦅 ü") == "Tala 🦅 ü")
    #expect(SafeText.escaped("鷹", asciiOnly: true) == "\\u{9DF9}")
  }

  @Test func `one table says what is unsafe to print`() {
    let unsafe: [Unicode.Scalar] = [
      "\0", "\n", "\u{1B}", "\u{7F}", "\u{80}", "\u{9B}", "\u{9F}", "\u{61C}", "\u{200B}",
      "\u{200E}", "\u{2028}", "\u{202E}", "\u{2060}", "\u{2066}", "\u{206F}", "\u{FEFF}",
      "\u{FFF9}", "\u{E0041}",
    ]
    for scalar in unsafe {
      let text = "a\(scalar)b"
      #expect(!SafeText.isHarmless(scalar))
      for shown in [
        SafeText.escaped(text), SafeText.line(text), SafeText.escapedJSON(text),
        JSONText.string(text), JSON.quoted(text),
      ] {
        #expect(shown.unicodeScalars.allSatisfy(SafeText.isHarmless), "\(scalar.value)")
      }
    }
    for text in ["a", "é", "鷹", "👨‍👩‍👧", "می‌خواهم", "\u{A0}"] {
      #expect(SafeText.escaped(text) == text && SafeText.line(text) == text)
    }
  }

  @Test func `JSON stays JSON when it is made visible`() {
    #expect(JSON.quoted("a\"\\\n\u{7}\u{202E}é") == "\"a\\\"\\\\\\n\\u0007\\u202Eé\"")
    #expect(SafeText.escapedJSON("[\"🦅\"]", asciiOnly: true) == "[\"\\uD83E\\uDD85\"]")
  }

  @Test func `objects keep the order of their members`() {
    let object = JSON.object([
      .init("b", .int(1)), .init("a", .list([.null, .bool(true), .raw("{\"x\":1.5}")])),
    ])
    #expect(object.line == "{\"b\":1,\"a\":[null,true,{\"x\":1.5}]}")
  }

  @Test func `letters that are read from right to left keep their order inside of a line`() {
    let shown = SafeText.isolatingRuns("A.مطبخ: got \"مطبخ 3\", [\"أ\",\"ب\"] دار كبيرة 7.")
    let marks = shown.replacing("\u{2068}", with: "<").replacing("\u{2069}", with: ">")
    #expect(marks == "A.<مطبخ>: got \"<مطبخ 3>\", [\"<أ>\",\"<ب>\"] <دار كبيرة> 7.")
    #expect(SafeText.isolatingRuns("step 3 \"Tala\"") == "step 3 \"Tala\"")
  }
}
