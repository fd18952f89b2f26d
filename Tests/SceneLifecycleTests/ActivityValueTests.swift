import Foundation
import SceneLifecycle
import Testing

struct ActivityValueTests {
  @Test func `a value equals itself and no other sample, and hashes so`() {
    for (index, value) in ActivityValue.samples.enumerated() {
      for (other, otherValue) in ActivityValue.samples.enumerated() {
        #expect((value == otherValue) == (index == other), "\(value) and \(otherValue)")
      }
    }
    #expect(Set(ActivityValue.samples).count == ActivityValue.samples.count)
    #expect(Set(ActivityValue.samples + ActivityValue.samples).count == ActivityValue.samples.count)
  }

  @Test func `collections are equal whatever order a map was made in`() {
    var map: [String: ActivityValue] = [:]
    for number in (0..<50).reversed() { map["\(number)"] = .int(number) }
    var other: [String: ActivityValue] = [:]
    for number in 0..<50 { other["\(number)"] = .int(number) }
    #expect(ActivityValue.map(map) == .map(other))
    #expect(ActivityValue.map(map).hashValue == ActivityValue.map(other).hashValue)
    other["7"] = 8
    #expect(ActivityValue.map(map) != .map(other))
  }

  @Test func `a difference is found at any depth`() {
    let value = ActivityValue.nested(40)
    #expect(value == .nested(40))
    #expect(value != .nested(40, in: 2))
    #expect(value != .nested(41))
    #expect(ActivityValue.list([1, [2]]) != [1, 2])
    #expect(ActivityValue.map(["a": [1]]) != ["b": [1]])
  }

  @Test func `a relative URL stands for the absolute one`() throws {
    let base = try #require(URL(string: "https://example.com/books/"))
    let relative = try #require(URL(string: "raven", relativeTo: base))
    #expect(ActivityValue.url(relative) == .url(relative.absoluteURL))
  }

  @Test func `literals make the case that is written`() {
    let number = 3
    let value: ActivityValue = [
      "bool": true, "int": 1, "double": 1.0, "text": "a", "made": "a\(number)", "list": [1],
    ]
    #expect(
      value
        == .map([
          "bool": .bool(true), "int": .int(1), "double": .double(1), "text": .string("a"),
          "made": .string("a3"), "list": .list([.int(1)]),
        ]))
  }

  @Test func `a name given twice in a literal has the later value`() {
    let value: ActivityValue = ["a": 1, "a": 2]
    #expect(value == ["a": 2])
  }

  @Test func `subscripts look inside and give nil where there is nothing`() {
    let value: ActivityValue = ["book": ["pages": [10, 20]]]
    #expect(value["book"]?["pages"]?[1] == 20)
    #expect(value["book"]?["pages"]?[2] == nil)
    #expect(value["book"]?["pages"]?[-1] == nil)
    #expect(value["title"] == nil)
    #expect(value[0] == nil)
    #expect(ActivityValue.int(1)["a"] == nil)
  }
}
