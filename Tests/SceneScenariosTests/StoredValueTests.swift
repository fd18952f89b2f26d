import SceneScenarios
import SceneState
import StoreFormat
import Testing

struct StoredValueTests {
  private static let app = """
    types:
      Place: { name: string, flag: string? }
      Trip: { to: Place, days: int, cost: double, stops: [Place], by: "{string: int}" }
    storage: { trip: "Trip?", place: "Place?", n: { type: double }, when: { type: date? } }
    """

  private func read(_ key: String, json: String) throws -> ScenarioValue {
    let key = try #require(try AppHelper.app(Self.app).key(key))
    return try key.key.coding.decode(EncodedValue(tag: 10, payload: Array(json.utf8)))
  }

  @Test func `optional fields may be missing, unknown ones are left out`() throws {
    #expect(
      try read("place", json: #"{"name":"Rom","old":[1]}"#) == .map(["name": .text("Rom")]))
    #expect(
      try read("place", json: #"{"name":"Rom","flag":null}"#) == .map(["name": .text("Rom")]))
  }

  @Test(arguments: [
    (#"{"days":1}"#, "no field `to` (trip.to), Place, no default"),
    (
      #"{"to":{"flag":"x"},"days":1,"cost":1,"stops":[],"by":{}}"#,
      "no field `name` (trip.to.name), string, no default"
    ),
    (
      #"{"to":{"name":null},"days":1,"cost":1,"stops":[],"by":{}}"#,
      "no field `name` (trip.to.name), string, no default"
    ),
    (
      #"{"to":{"name":"x"},"days":"1","cost":1,"stops":[],"by":{}}"#,
      "`days` (trip.days) is stored as string, read as int"
    ),
    (
      #"{"to":{"name":"x"},"days":1.5,"cost":1,"stops":[],"by":{}}"#,
      "`days` (trip.days) is stored as double, read as int"
    ),
    (
      #"{"to":{"name":"x"},"days":1,"cost":1,"stops":[{"name":"a"},{}],"by":{}}"#,
      "no field `name` (trip.stops[1].name), string, no default"
    ),
    (
      #"{"to":{"name":"x"},"days":1,"cost":1,"stops":[],"by":{"a":1,"b":true}}"#,
      "`b` (trip.by.b) is stored as bool, read as int"
    ),
    ("[1]", "`trip` (trip) is stored as list, read as Trip"),
  ])
  func `a value that cannot be read names the field to blame`(json: String, text: String) throws {
    let problem = #expect(throws: CodingProblem.self) { try read("trip", json: json) }
    // The address stands in the text, too; the whole value is no field.
    let address = text.split(separator: "(").last.map { $0.prefix { $0 != ")" } }
    let field = address == "trip" ? nil : address.map(String.init)
    #expect(problem == field.map { .undecodableField($0, text) } ?? .undecodable(text))
  }

  @Test func `an integer serves as a double if it is exact`() throws {
    let value = try read(
      "trip", json: #"{"to":{"name":"x"},"days":1,"cost":2,"stops":[],"by":{}}"#)
    guard case .map(let fields) = value else { return #expect(Bool(false), "\(value)") }
    #expect(fields["cost"] == .double(2))
    let app = try AppHelper.app(Self.app)
    let coding = try #require(app.key("n")).key.coding
    let integer = try ValueType.int.coding.encode(.int(3))
    #expect(try coding.decode(integer) == .double(3))
    let inexact = try ValueType.int.coding.encode(.int(9_007_199_254_740_993))
    #expect(throws: CodingProblem.self) { try coding.decode(inexact) }
  }

  @Test func `another kind is told in words of the format`() throws {
    let app = try AppHelper.app(Self.app)
    let text = try ValueType.string.coding.encode(.text("a"))
    for (key, wanted) in [("n", "double"), ("trip", "Trip?"), ("when", "date?")] {
      let problem = #expect(throws: CodingProblem.self) {
        try app.key(key)?.key.coding.decode(text)
      }
      #expect(problem == .wrongTag(found: text.tag, wanted: wanted))
    }
  }

  @Test func `a type may become optional and keep what it had`() throws {
    let place = ValueType.optional(.string)
    #expect(try place.coding.decode(ValueType.string.coding.encode(.text("a"))) == .text("a"))
  }

  @Test func `a fault tells the store which field it is about`() {
    let fault = ValueFault(path: "flag", .missing(type: "string"))
    let text = "no field `flag` (country.flag), string, no default"
    #expect(fault.text(key: "country") == text)
    #expect(fault.problem(key: "country") == .undecodableField("country.flag", text))
  }
}
