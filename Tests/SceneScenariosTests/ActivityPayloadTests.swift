import Foundation
import SceneLifecycle
import SceneScenarios
import Testing

struct ActivityPayloadTests {
  private static let app = """
    types:
      Place: { name: string, at: date? }
      Item: { id: string, size: double, place: Place?, tags: [string] }
    activities: { com.item: { payload: Item }, com.any: ~ }
    """

  private func payload(_ text: String, _ type: String = "com.item") throws -> ScenarioValue? {
    let activity = try #require(try AppHelper.app(Self.app).activity(type))
    let source = SourceFile(path: "p.yaml", text: "payload: \(text)")
    let node = try ScenarioReader.read(source)
    return try activity.payload(
      of: node["payload"], missingAt: SourceRange(at: .start), in: source)
  }

  @Test func `fields that the type does not have are left out at any depth`() throws {
    let payload = try payload(
      "{ id: a, size: 2, new: 1, tags: [], place: { name: x, new: 2 }, at: ~ }")
    let expected = ScenarioValue.map([
      "id": .text("a"), "size": .double(2), "tags": .list([]),
      "place": .map(["name": .text("x")]),
    ])
    #expect(payload == expected)
  }

  @Test(arguments: [
    ("{ size: 2, tags: [] }", "1:10: activity `com.item`: a `Item` needs the field `id`"),
    ("{ id: a, size: x, tags: [] }", "1:25: activity `com.item`: a text is no `double`"),
    (
      "{ id: a, size: 1.0, tags: [], place: {} }",
      "1:47: activity `com.item`: a `Place` needs the field `name`"
    ),
    ("[a]", "1:10: activity `com.item`: a list is no `Item`"),
    ("~", "1:1: activity `com.item`: it needs a payload, a `Item`"),
  ])
  func `a payload that does not fit is refused at its place`(
    text: String, message: String
  ) throws {
    let error = #expect(throws: Diagnostic.self) { try payload(text) }
    #expect(error.map(RunHelper.line) == "\(message) [payload-mismatch]")
  }

  @Test func `an activity without a declared payload takes any map or none`() throws {
    #expect(try payload("{ a: [1, ~] }", "com.any") == .map(["a": .list([.int(1), .null])]))
    #expect(try payload("~", "com.any") == nil)
    let error = #expect(throws: Diagnostic.self) { try payload("3", "com.any") }
    #expect(error?.message == "activity `com.any`: a payload is a map, this is an integer")
  }

  @Test func `a value goes through an activity and comes back`() throws {
    let value = ScenarioValue.map([
      "bool": .bool(true), "int": .int(1), "double": .double(1), "text": .text("1"),
      "data": .data([0, 255]), "date": .date(Date(timeIntervalSinceReferenceDate: 0.5)),
      "url": .url("a:b"), "list": .list([.map(["a": .int(1)])]),
    ])
    #expect(ScenarioValue(userInfo: try value.userInfo()) == value)
    #expect(try ScenarioValue.map(["a": .null]).userInfo() == [:])
    #expect(try ScenarioValue.null.activityValue() == nil)
  }

  @Test func `nil in a list cannot go into an activity`() {
    let value = ScenarioValue.map(["a": .list([.int(1), .null])])
    #expect(throws: ValueFault(path: "a[1]", .mismatch(found: "nil", wanted: "a value"))) {
      try value.userInfo()
    }
  }

  @Test func `a payload from another device is read like a stored value`() throws {
    let activity = try #require(try AppHelper.app(Self.app).activity("com.item"))
    let date = Date(timeIntervalSinceReferenceDate: 7)
    let place: ActivityValue = ["name": "x", "at": .date(date), "more": true]
    let info: [String: ActivityValue] = ["id": "a", "size": 3, "tags": ["t"], "place": place]
    let read = try activity.payload(of: ScenarioValue(userInfo: info))
    let expected = ScenarioValue.map([
      "id": .text("a"), "size": .double(3), "tags": .list([.text("t")]),
      "place": .map(["name": .text("x"), "at": .date(date)]),
    ])
    #expect(read == expected)
    #expect(throws: ValueFault(path: "place.name", .missing(type: "string"))) {
      try activity.payload(
        of: ScenarioValue(userInfo: ["id": "a", "size": 3, "tags": [], "place": [:]]))
    }
  }
}
