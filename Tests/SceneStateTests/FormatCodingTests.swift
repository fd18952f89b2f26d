import Foundation
import SceneState
import Testing

struct TypedCodingTests {
  enum Mode: String, Codable { case view, edit }
  enum Level: Int { case low = 1, high = 2 }
  struct Note: Codable, Hashable { var title: String; var stars: Int?; var score: Double = 0 }

  func roundTrip<V: Codable & Sendable>(_ value: V, tag: UInt8) throws {
    let coding = TypedCoding.codable(V.self)
    let encoded = try coding.encode(value)
    #expect(encoded.tag == tag)
    let back = try coding.decode(encoded)
    #expect(try coding.encode(back) == encoded)
    if let size = coding.fixedSize { #expect(size(value) == encoded.payload.count) }
    if tag != 10 { #expect(coding.isSame(value, back) == .same) }
  }

  @Test func `every coding gives back what it got`() throws {
    try roundTrip(true, tag: 1)
    try roundTrip(false, tag: 1)
    try roundTrip(Int.min, tag: 2)
    try roundTrip(Int.max, tag: 2)
    try roundTrip(Int8.min, tag: 2)
    try roundTrip(UInt.max, tag: 3)
    try roundTrip(UInt64.max / 2, tag: 2)
    try roundTrip(-0.0, tag: 4)
    try roundTrip(Double.nan, tag: 4)
    try roundTrip(Double.infinity, tag: 4)
    try roundTrip(Float.nan, tag: 11)
    try roundTrip("e\u{301} \0 👩‍👩‍👧", tag: 5)
    try roundTrip("", tag: 5)
    try roundTrip(Data([0, 255]), tag: 6)
    try roundTrip(try #require(URL(string: "https://a.b/c?d=é")), tag: 7)
    try roundTrip(UUID(), tag: 8)
    try roundTrip(Date(timeIntervalSinceReferenceDate: 0.1), tag: 9)
    try roundTrip(["a": [1, 2]], tag: 10)
    try roundTrip([Double.nan, -.infinity], tag: 10)
    try roundTrip(Note(title: "x", stars: nil), tag: 10)
    try roundTrip(Mode.edit, tag: 5)
    try roundTrip(Mode?.none, tag: 0)
    try roundTrip(Mode?.some(.view), tag: 5)
    try roundTrip(Int?.none, tag: 0)
    try roundTrip(Int??.some(nil), tag: 0)
    try roundTrip(Int???.some(.some(nil)), tag: 0)
    try roundTrip([Int]?.some([1]), tag: 10)
  }
}
