import Foundation
import SceneState
import Testing

struct CodingCatalogTests {
  private func text<V: Codable & Sendable>(_ value: V) throws -> String {
    try TypedCoding.codable(V.self).encode(value).jsonText
  }

  @Test func `tags and names are listed once`() {
    #expect(CodingCatalog.all.map(\.tag).sorted() == Array(0...12))
    #expect(Set(CodingCatalog.all.map(\.name)).count == CodingCatalog.all.count)
    #expect(CodingCatalog.name(tag: 10) == "json")
    #expect(CodingCatalog.name(tag: 200) == nil)
  }

  @Test func `every value has a text in JSON`() throws {
    #expect(try text(Int?.none) == "null")
    #expect(try text(Int??.some(nil)) == "null")
    #expect(try text(true) == "true")
    #expect(try text(Int.min) == "-9223372036854775808")
    #expect(try text(UInt.max) == "18446744073709551615")
    #expect(try text(1.5) == "1.5")
    #expect(try text(Float(0.1)) == "0.1")
    #expect(try text(-Double.infinity) == #""-inf""#)
    #expect(try text(Double.nan) == #""nan""#)
    #expect(try text("é\"\\\n\u{1}\u{202E}中") == #""é\"\\\n\u0001\u202e中""#)
    #expect(try text(Data([1, 2])) == #"{"$base64": "AQI="}"#)
    #expect(try text(try #require(URL(string: "a://b/c"))) == #""a://b/c""#)
    let uuid = "00112233-4455-6677-8899-AABBCCDDEEFF"
    #expect(try text(try #require(UUID(uuidString: uuid))) == "\"\(uuid)\"")
    #expect(try text(["b": "\u{202E}"]) == #"{"b":"\u202e"}"#)
    #expect(CodingCatalog.jsonText(tag: 12, payload: []) == #"{"$base64": ""}"#)
  }

  @Test func `a payload that is not what its tag says is shown in base64`() {
    for tag in [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 99] as [UInt8] {
      #expect(
        CodingCatalog.jsonText(tag: tag, payload: [0xFF, 0xFE]) == #"{"$base64": "//4="}"#)
    }
    for document in [
      "", "{", "[1,]", "nope", "1 2", "01", "+1", "1.", "\"a", "\"\n\"", "{\"a\" 1}", "[NaN]",
    ] {
      let text = CodingCatalog.jsonText(tag: 10, payload: Array(document.utf8))
      #expect(text.hasPrefix(#"{"$base64""#), "\(document) is not JSON")
    }
    for document in ["[1, -0.5e+3, true, null]", #" {"a": {"\u00e9\n": []}} "#, "\"x\""] {
      #expect(CodingCatalog.jsonText(tag: 10, payload: Array(document.utf8)) == document)
    }
  }

  @Test(arguments: [
    (0, "2001-01-01T00:00:00Z"), (0.25, "2001-01-01T00:00:00.25Z"),
    (-1, "2000-12-31T23:59:59Z"), (-0.000001, "2000-12-31T23:59:59.999999Z"),
    (-26_524_800, "2000-02-29T00:00:00Z"), (252_460_799, "2008-12-31T23:59:59Z"),
    (-63_113_904_000, "0001-01-01T00:00:00Z"), (252_423_993_599, "9999-12-31T23:59:59Z"),
    (252_423_993_600, nil), (-63_113_904_001, nil), (1e300, nil),
  ])
  func `a date is RFC 3339 text where there is one`(seconds: Double, expected: String?) throws {
    let text = try text(Date(timeIntervalSinceReferenceDate: seconds))
    #expect(text == expected.map { "\"\($0)\"" } ?? seconds.description)
  }
}
