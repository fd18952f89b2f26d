import Foundation
import SceneState
import Testing

/// Records are written as the platform's encoder writes them, so that equal records stay equal.
@Suite struct JSONWriterTests {
  private func encoded(_ field: JSONField) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(field), as: UTF8.self)
  }

  private func written(_ field: JSONField) -> String {
    String(decoding: field.bytes, as: UTF8.self)
  }

  @Test func `every character is written as the encoder writes it`() throws {
    for scalar in (0..<0x250).compactMap(Unicode.Scalar.init) {
      let field = JSONField.text("a\(scalar)b")
      #expect(written(field) == (try encoded(field)))
    }
    for text in ["", "\u{2028}\u{FFFD}", "🦜 Māori", "e\u{301}", "\r\n", "\u{10FFFF}/\\\""] {
      #expect(written(.text(text)) == (try encoded(.text(text))))
    }
  }

  @Test func `every kind of number is written as the encoder writes it`() throws {
    let doubles = [
      0, -0.0, 1, -1, 0.1, 1e20, 1e-7, 788_950_800, 788_950_800.25, .pi, .leastNonzeroMagnitude,
      .greatestFiniteMagnitude, 1e16, 123_456_789_012_345_680,
    ]
    for double in doubles { #expect(written(.double(double)) == (try encoded(.double(double)))) }
    for field in [JSONField.int(.min), .int(.max), .unsigned(.max), .bool(true), .null] {
      #expect(written(field) == (try encoded(field)))
    }
    #expect(JSONField.list([.double(.nan)]).bytes == [])
    #expect(JSONField.map(["a": .double(.infinity)]).bytes == [])
  }

  @Test func `maps are in the order of the encoder`() throws {
    let names = [
      "", "a", "A", "b", "a10", "a9", "a1", "10", "9", "é", "e", "z", "ä", "_", "a b", "a/b", "🦜",
      "created", "createdAt", "lastActive", "onScreen",
    ]
    let map = JSONField.map(Dictionary(uniqueKeysWithValues: names.map { ($0, .text($0)) }))
    let nested = JSONField.list([map, .map([:]), .list([]), .map(["x": map])])
    #expect(written(nested) == (try encoded(nested)))
    #expect(JSONField(bytes: nested.bytes) == nested)
  }
}
