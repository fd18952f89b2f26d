import SceneScenarios
import Testing

struct NodeMapTests {
  private func map(_ text: String) throws -> NodeMap {
    let file = SourceFile(path: "a.scene.yaml", text: text)
    return try NodeMap(try ScenarioReader.read(file), in: file, of: "the app")
  }

  private func mistake<Value>(_ body: () throws(Diagnostic) -> Value) -> String? {
    do throws(Diagnostic) {
      _ = try body()
      return nil
    } catch {
      let hint = error.hint.map { " | \($0)" } ?? ""
      return "\(error.range.start) \(error.code): \(error.message)\(hint)"
    }
  }

  @Test func `values of the wanted kind are read`() throws {
    let map = try map("a: x\nb: 3\nc: [p, q]\nd: { e: true }\n")
    #expect(try map.text("a") == "x")
    #expect(try map.int("b") == 3)
    #expect(try map.optionalTexts("c") == ["p", "q"])
    #expect(try map.map("d").optionalBool("e") == true)
    #expect(try map.optionalText("z") == nil)
    #expect(map.entries.map(\.key.name) == ["a", "b", "c", "d"])
  }

  @Test func `a missing key is reported at the map's first character`() throws {
    let map = try map("\n  a: { b: 1 }\n")
    let inner = try map.map("a")
    #expect(
      mistake { () throws(Diagnostic) in try inner.text("name") }
        == "2:6 missing-key: `name` is missing in `a` | add `name: …`")
  }

  @Test func `an unknown key is reported at the key with near names`() throws {
    let map = try map("name: x\ndevise: ipad\n")
    #expect(
      mistake { () throws(Diagnostic) in try map.checkKeys(known: ["name", "device", "tabs"]) }
        == "2:1 unknown-key: there is no key `devise` in the app | did you mean `device`?")
    #expect(map.unknownKeys(known: ["zzz"]).count == 2)
    #expect(map.unknownKeys(known: ["name", "devise"]).isEmpty)
  }

  @Test(arguments: [
    (
      "a: 1.50", "text",
      "1:4 wrong-kind: `a` needs a text, this is a decimal | quotes make it a text: \"1.50\""
    ),
    (
      "a:", "text",
      "1:3 wrong-kind: `a` needs a text, this is nothing | write the text, or \"\" for an empty one"
    ),
    (
      "a: '1'", "int",
      "1:4 wrong-kind: `a` needs an integer, this is a text | quotes make a text; leave them out for a number"
    ),
    (
      "a: 007", "int",
      "1:4 wrong-kind: `a` needs an integer, this is a text | numbers are written like 12, -3 or 0.5: no leading 0, +, _ or unit"
    ),
    (
      "a: 9223372036854775808", "int",
      "1:4 wrong-kind: `a` needs an integer, this is a text | the number is beyond -9223372036854775808 … 9223372036854775807"
    ),
    ("a: yes", "bool", "1:4 wrong-kind: `a` needs a bool, this is a text | write `true`"),
    (
      "a: x", "texts",
      "1:4 wrong-kind: `a` needs a list, this is a text | brackets make a list: [x]"
    ),
    (
      "a: [x, 1]", "texts",
      "1:8 wrong-kind: an element of `a` needs a text, this is an integer | quotes make it a text: \"1\""
    ),
    (
      "a: b:1", "map",
      "1:4 wrong-kind: `a` needs a map, this is a text | a blank belongs after the colon: `key: value`"
    ),
    ("a: ipda", "word", "1:4 wrong-value: `ipda` is no value of `a` | did you mean `ipad`?"),
    ("a: watch", "word", "1:4 wrong-value: `watch` is no value of `a` | there are `ipad`, `mac`"),
  ])
  func `a value of another kind is reported with what to write`(
    text: String, kind: String, expected: String
  ) throws {
    let map = try map(text)
    let found = mistake { () throws(Diagnostic) -> Void in
      switch kind {
      case "text": _ = try map.text("a")
      case "int": _ = try map.int("a")
      case "bool": _ = try map.optionalBool("a")
      case "texts": _ = try map.optionalTexts("a")
      case "map": _ = try map.map("a")
      default: _ = try map.optionalWord("a", of: ["ipad", "mac"])
      }
    }
    #expect(found == expected)
  }
}
