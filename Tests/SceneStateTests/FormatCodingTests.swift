import Foundation
@testable import SceneState
import StoreFormat
import Testing

struct TypedCodingTests {
  enum Mode: String, Codable { case view, edit }
  enum Level: Int { case low = 1, high = 2 }
  struct Note: Codable, Hashable {
    var title: String
    var stars: Int?
    var score: Double = 0
  }
  struct Opaque: Codable { var id: Int }

  private func roundTrip<V: Codable & Sendable>(_ value: V, tag: UInt8) throws {
    let coding = TypedCoding.codable(V.self)
    let encoded = try coding.encode(value)
    #expect(encoded.tag == tag)
    let back = try coding.decode(encoded)
    #expect(try coding.encode(back) == encoded)
    if let size = coding.fixedSize { #expect(size(value) == encoded.payload.count) }
    if tag != 10 { #expect(coding.isSame(value, back) == .same) }
  }

  private func read<From: Codable & Sendable, To: Codable & Sendable>(
    _ value: From,
    as type: To.Type
  ) throws -> To {
    try TypedCoding.codable(type).decode(try TypedCoding.codable(From.self).encode(value))
  }

  @Test func `scalars come back bit for bit`() throws {
    for value in [true, false] { try roundTrip(value, tag: 1) }
    for value in [Int.min, -1, 0, Int.max] { try roundTrip(value, tag: 2) }
    try roundTrip(Int8.min, tag: 2)
    try roundTrip(Int16.max, tag: 2)
    try roundTrip(Int32.min, tag: 2)
    try roundTrip(Int64.min, tag: 2)
    try roundTrip(UInt8.max, tag: 2)
    try roundTrip(UInt16.max, tag: 2)
    try roundTrip(UInt32.max, tag: 2)
    try roundTrip(UInt64.max / 2, tag: 2)
    for value in [UInt64.max, UInt64.max / 2 + 1] { try roundTrip(value, tag: 3) }
    try roundTrip(UInt.max, tag: 3)
    let doubles: [Double] = [
      0, -0.0, .nan, .signalingNaN, Double(nan: 7, signaling: false), .infinity, -.infinity,
      .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1,
    ]
    for value in doubles { try roundTrip(value, tag: 4) }
    for value in [Float.nan, -Float.infinity, 0.1, -0.0] { try roundTrip(value, tag: 11) }
    for value in ["", "e\u{301} \0 👩‍👩‍👧", String(repeating: "x", count: 5000)] {
      try roundTrip(value, tag: 5)
    }
    try roundTrip(Data([0, 255]), tag: 6)
    try roundTrip(Data(), tag: 6)
    try roundTrip(try #require(URL(string: "quotes://quote/1?a=%20b#c")), tag: 7)
    let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    try roundTrip(uuid, tag: 8)
    for seconds in [0.1, -1e9, .greatestFiniteMagnitude] {
      try roundTrip(Date(timeIntervalSinceReferenceDate: seconds), tag: 9)
    }
  }

  @Test func `nil is a value, at every depth`() throws {
    try roundTrip(Int?.none, tag: 0)
    try roundTrip(Int?.some(3), tag: 2)
    try roundTrip(Int??.none, tag: 0)
    try roundTrip(Int??.some(nil), tag: 0)
    try roundTrip(Int???.some(.some(nil)), tag: 0)
    try roundTrip([Int]?.some([1]), tag: 10)
    let coding = TypedCoding.codable(Int???.self)
    let values: [Int???] = [nil, .some(nil), .some(.some(nil)), 5]
    for (index, value) in values.enumerated() {
      #expect(try coding.decode(try coding.encode(value)) == value)
      for (other, second) in values.enumerated() {
        #expect((coding.isSame(value, second) == .same) == (index == other))
      }
    }
    #expect(throws: CodingProblem.wrongTag(found: 0, wanted: "int")) {
      try read(Int?.none, as: Int.self)
    }
  }

  @Test func `enums are stored by raw value, however they are declared`() throws {
    try roundTrip(Mode.edit, tag: 5)
    try roundTrip(Mode?.none, tag: 0)
    try roundTrip(Mode?.some(.view), tag: 5)
    let level = TypedCoding.rawValue(Level.self)
    let encoded = try level.encode(.high)
    #expect(encoded == (try TypedCoding.codable(Int.self).encode(2)))
    #expect(try level.decode(encoded) == .high)
    #expect(level.isSame(.low, .high) == .different)
    #expect(OptionalCoding.coding(level).isSame(.low, .low) == .same)
    #expect(throws: CodingProblem.undecodable("3 is not a raw value of 'Level'")) {
      try level.decode(try TypedCoding.codable(Int.self).encode(3))
    }
    #expect(try TypedCoding.rawValue(Mode.self).encode(.edit).payload == Array("edit".utf8))
  }

  @Test func `other types are JSON with sorted keys and no blanks`() throws {
    let note = Note(title: "a/b", stars: 2, score: .infinity)
    let encoded = try TypedCoding.codable(Note.self).encode(note)
    #expect(
      String(decoding: encoded.payload, as: UTF8.self)
        == #"{"score":"inf","stars":2,"title":"a/b"}"#)
    try roundTrip(note, tag: 10)
    try roundTrip([Double.nan, -.infinity, .infinity], tag: 10)
    try roundTrip(["b": [1, 2], "a": []], tag: 10)
    try roundTrip([String](), tag: 10)
  }

  @Test func `equal sets have equal bytes`() throws {
    let coding = TypedCoding.codable(Set<String>?.self)
    let words = (0..<200).map { "word \($0)" }
    var shuffled = Set<String>(minimumCapacity: 5000)
    for word in words.reversed() { shuffled.insert(word) }
    #expect(try coding.encode(Set(words)) == coding.encode(shuffled))
    #expect(try coding.decode(try coding.encode(shuffled)) == shuffled)
    #expect(try coding.encode(["b", "a"]).payload == Array(#"["a","b"]"#.utf8))
    #expect(try coding.encode([]).payload == Array("[]".utf8))
    #expect(coding.isSame(["a"], ["a"]) == .equalCompareEncodings)
  }

  private enum Mood: Codable { case calm, wild, sad, glad, odd, even }

  @Test func `equal dictionaries have equal bytes, whatever their keys are`() throws {
    let coding = TypedCoding.codable([Mood: Int]?.self)
    let moods: [Mood] = [.calm, .wild, .sad, .glad, .odd, .even]
    let value = Dictionary(uniqueKeysWithValues: zip(moods, 1...))
    let bytes = try coding.encode(value)
    for start in moods.indices {
      var other: [Mood: Int] = Dictionary(minimumCapacity: 10 << start)
      for mood in moods[start...] + moods[..<start] { other[mood] = value[mood] }
      #expect(try coding.encode(other) == bytes)
    }
    #expect(try coding.decode(bytes) == value)
    let object = try TypedCoding.codable([Int: [String]].self).encode([2: []])
    #expect(object.payload == Array(#"{"2":[]}"#.utf8))
  }

  @Test func `a type may grow as the rulings say`() throws {
    #expect(try read(7, as: Int?.self) == 7)
    #expect(try read("x", as: String??.self) == "x")
    #expect(try read(7, as: Double.self) == 7)
    #expect(try read(7, as: Double?.self) == 7)
    #expect(try read(UInt64.max, as: UInt.self) == .max)
    #expect(try read(255, as: UInt8.self) == 255)
    #expect(try read(UInt8(3), as: Int.self) == 3)
    #expect(try read(Mode.edit, as: Mode?.self) == .edit)
    #expect(try read(["title": "t"], as: [String: String?].self) == ["title": "t"])
    #expect(try read(Opaque(id: 4), as: [String: Int].self) == ["id": 4])
    #expect(try read([1, 2], as: [Double].self) == [1, 2])
  }

  @Test func `what does not fit is refused`() {
    #expect(throws: CodingProblem.self) { try read(1 << 53 + 1, as: Double.self) }
    #expect(throws: CodingProblem.self) { try read(256, as: UInt8.self) }
    #expect(throws: CodingProblem.self) { try read(-1, as: UInt.self) }
    #expect(throws: CodingProblem.self) { try read(UInt64.max, as: Int.self) }
    #expect(throws: CodingProblem.wrongTag(found: 4, wanted: "int")) {
      try read(1.0, as: Int.self)
    }
    #expect(throws: CodingProblem.wrongTag(found: 5, wanted: "[string]")) {
      try read("x", as: [String].self)
    }
    let missing = CodingProblem.undecodableField("title", "the field 'title' is missing")
    #expect(throws: missing) {
      try read(["stars": 1], as: Note.self)
    }
    #expect(throws: CodingProblem.self) {
      try TypedCoding.codable(String.self).decode(EncodedValue(tag: 5, payload: [0xFF]))
    }
  }

  @Test func `sameness is by bits, by bytes, or left to the encodings`() {
    #expect(TypedCoding.codable(Double.self).isSame(.nan, .nan) == .same)
    #expect(TypedCoding.codable(Double.self).isSame(0, -0.0) == .different)
    #expect(TypedCoding.codable(String.self).isSame("\u{E9}", "e\u{301}") == .different)
    #expect(TypedCoding.codable(String?.self).isSame("a", "a") == .same)
    #expect(TypedCoding.codable(String?.self).isSame("a", nil) == .different)
    let note = Note(title: "n")
    #expect(TypedCoding.codable(Note.self).isSame(note, note) == .equalCompareEncodings)
    #expect(TypedCoding.codable(Note.self).isSame(note, Note(title: "m")) == .different)
    #expect(TypedCoding.codable(Note?.self).isSame(note, note) == .equalCompareEncodings)
    #expect(TypedCoding.codable(Opaque.self).isSame(Opaque(id: 1), Opaque(id: 1)) == .unknown)
  }

  @Test func `a custom coding keeps its bytes and its errors`() throws {
    struct Refusal: Error, CustomStringConvertible { var description: String { "no" } }
    let coding = TypedCoding<Int>.custom(
      encode: { value in
        guard value >= 0 else { throw Refusal() }
        return Data([UInt8(value)])
      },
      decode: { data in
        guard let byte = data.first else { throw Refusal() }
        return Int(byte)
      })
    #expect(try coding.encode(5) == EncodedValue(tag: 12, payload: [5]))
    #expect(try coding.decode(EncodedValue(tag: 12, payload: [5])) == 5)
    #expect(throws: CodingProblem.notEncodable("no")) { try coding.encode(-1) }
    #expect(throws: CodingProblem.undecodable("no")) {
      try coding.decode(EncodedValue(tag: 12, payload: []))
    }
    #expect(throws: CodingProblem.self) {
      try coding.decode(try TypedCoding.codable(Int.self).encode(5))
    }
  }

  @Test func `types are named as scenarios name them`() {
    #expect(TypedCoding.codable(String.self).typeName == "string")
    #expect(TypedCoding.codable([String].self).typeName == "[string]")
    #expect(TypedCoding.codable(String?.self).typeName == "string?")
    #expect(TypedCoding.codable([String: Int].self).typeName == "{string: int}")
    #expect(TypedCoding.codable([Note?].self).typeName == "[Note?]")
    #expect(TypedCoding.codable(Set<Date>.self).typeName == "{date}")
    #expect(TypedCoding.codable(Mode.self).typeName == "Mode")
    #expect(TypedCoding.rawValue(Level.self).typeName == "Level")
    #expect(TypeName.of(Int32.self) == "int32")
    #expect(TypeName.number(of: "string") == FNV.hash32("string".utf8))
  }
}
