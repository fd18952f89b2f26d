import Foundation
import SceneState
import Testing

struct JSONReaderTests {
  private func read(_ json: String) -> JSONField? { JSONField(bytes: Array(json.utf8)) }

  @Test func `every kind of value is read as what is written, of two with one name the first`() {
    let json = """
       {"n": null, "yes": true, "no": false, "int": -9223372036854775808, "zero": -0,
      "unsigned": 18446744073709551615, "huge": 18446744073709551616, "one": 1.0, "exp": 1E-2,
      "list": [ ], "map": { }, "lists": [[1], {"a": [2]}], "twice": 1, "twice": 2}\r\n\t
      """
    #expect(
      read(json)
        == .map([
          "n": .null, "yes": .bool(true), "no": .bool(false), "int": .int(.min), "zero": .int(0),
          "unsigned": .unsigned(.max), "huge": .double(18_446_744_073_709_551_616),
          "one": .double(1), "exp": .double(0.01), "list": .list([]), "map": .map([:]),
          "lists": .list([.list([.int(1)]), .map(["a": .list([.int(2)])])]), "twice": .int(1),
        ]))
  }

  @Test func `texts are read with their escapes, byte for byte`() {
    #expect(read(#""a\"\\\/\b\f\n\r\tz""#) == .text("a\"\\/\u{8}\u{C}\n\r\tz"))
    #expect(read(#""\u00e9\u0000\uD83D\ude00é""#) == .text("\u{e9}\u{0}😀é"))
    #expect(read(#""""#) == .text(""))
  }

  @Test(arguments: [
    "", " ", "{", "[", "[1", "[1,]", "[,1]", "[1 2]", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "{1:2}",
    #"{"a":1"#, "tru", "nul", "True", "01", "+1", ".5", "5.", "1e", "-", "0x1", "1e999", "NaN",
    "Infinity", "'a'", #"""#, #""\x""#, #""\u12"#, #""\u12g4""#, #""\ud800""#, #""\ud800\u0041""#,
    #""\udc00""#, #""\ud800x""#, "\"\n\"", "\"\t\"", "1 2", "[]]", "// a\n1", "\u{feff}1",
    #""\u00é0""#,
  ])
  func `what is no JSON is refused`(_ json: String) {
    #expect(read(json) == nil)
  }

  @Test func `bytes that are no UTF-8 are refused`() {
    #expect(JSONField(bytes: [0x22, 0xFF, 0x22]) == nil)
    #expect(JSONField(bytes: [0x22, 0xED, 0xA0, 0x80, 0x22]) == nil)
  }

  @Test func `the depth is limited`() {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(JSONField(bytes: nested(128)) != nil)
    #expect(JSONField(bytes: nested(129)) == nil)
    #expect(JSONField(bytes: nested(3), depthLimit: 3) != nil)
    #expect(JSONField(bytes: nested(4), depthLimit: 3) == nil)
    #expect(JSONField(bytes: nested(1_000_000)) == nil)
  }

  @Test func `what was written is read again`() {
    let field = JSONField.map([
      "a\u{0}\"/\u{2028}😀": .list([.null, .bool(true), .int(.min), .unsigned(.max), .double(0.1)])
    ])
    #expect(JSONField(bytes: field.bytes) == field)
  }
}
