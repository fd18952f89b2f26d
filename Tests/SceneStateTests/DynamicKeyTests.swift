import Foundation
import SceneState
import Testing

/// Keys used without their types, as scenarios use them.
@Suite struct DynamicKeyTests {
  private enum Tab: String, Codable { case hawk, bear }
  private struct Note: Codable, Equatable {
    struct Place: Codable, Equatable { var flag: String }
    var text: String
    var made: Date
    var bytes: Data?
    var place: Place?
  }

  private func refusal(_ body: () throws -> Void) -> SceneProblem? {
    #expect(throws: SceneProblem.self, performing: body)
  }

  private func after(_ json: String, _ key: some DynamicSceneKey) throws -> String? {
    let store = SceneStore.temporary()
    let scope = store.scene("A")
    try key.write(json: Array(json.utf8), at: scope)
    #expect(key.facts(at: scope).isStored)
    return key.encoded(at: scope)?.jsonText
  }

  @Test(arguments: [
    ("1", "1"), ("1.0", "1"), (" 12 ", "12"), ("-9223372036854775808", "-9223372036854775808"),
  ])
  func `whole numbers are written as integers`(json: String, stored: String) throws {
    #expect(try after(json, SceneKey("n", default: 0)) == stored)
  }

  @Test(arguments: [("1", "1.0"), ("1.5", "1.5"), (#""nan""#, #""nan""#), ("-0.0", "-0.0")])
  func `numbers are written as doubles`(json: String, stored: String) throws {
    #expect(try after(json, SceneKey("n", default: 7.0)) == stored)
  }

  @Test func `scalars take the texts that people write`() throws {
    #expect(try after("true", SceneKey("n", default: false)) == "true")
    #expect(try after(#""a\nb é""#, SceneKey("n", default: "")) == #""a\nb é""#)
    #expect(try after("null", SceneKey<String?>("n", default: "x")) == "null")
    #expect(try after(#""x""#, SceneKey<String?>("n", default: nil)) == #""x""#)
    #expect(try after(#""bear""#, SceneKey("n", default: Tab.hawk)) == #""bear""#)
    #expect(try after("2.5", SceneKey("n", default: Float(1))) == "2.5")
    #expect(
      try after("18446744073709551615", SceneKey("n", default: UInt64(1)))
        == "18446744073709551615")
    let id = "8B6A5C40-0A0B-4C0D-8E0F-101112131415"
    #expect(try after(#""\#(id)""#, SceneKey("n", default: UUID())) == #""\#(id)""#)
    let url = try #require(URL(string: "hawk://none"))
    #expect(try after(#""hawk://notes/7""#, SceneKey("n", default: url)) == #""hawk://notes/7""#)
    #expect(try after(#""SGk=""#, SceneKey("n", default: Data())) == #"{"$base64": "SGk="}"#)
  }

  @Test(arguments: [
    ("2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"),
    ("2026-01-31T12:00:00.250Z", "2026-01-31T12:00:00.25Z"),
    ("2026-01-31T12:00:00+02:00", "2026-01-31T10:00:00Z"),
  ])
  func `dates are RFC 3339`(text: String, stored: String) throws {
    #expect(try after(#""\#(text)""#, SceneKey("n", default: Date())) == #""\#(stored)""#)
  }

  @Test func `a date may be the seconds that the stored JSON has`() throws {
    #expect(try after("0", SceneKey("n", default: Date())) == #""2001-01-01T00:00:00Z""#)
  }

  @Test func `dates and data inside structs are read as people write them`() throws {
    let store = SceneStore.temporary()
    let key = SceneKey<Note?>("note", default: nil)
    let json = #"{"text": "x", "made": "2001-01-01T00:00:10Z", "bytes": "SGk="}"#
    try key.write(json: Array(json.utf8), at: store.scene("A"))
    let note = store.scene("A")[key]
    #expect(note?.made == Date(timeIntervalSinceReferenceDate: 10))
    #expect(note?.bytes == Data("Hi".utf8))
    try store.flush()
    #expect(
      key.encoded(at: store.scene("A"))?.jsonText == #"{"bytes":"SGk=","made":10,"text":"x"}"#)
  }

  @Test(arguments: ["\"x\"", "1.5", "null", "{", "", "99999999999999999999", "[1]"])
  func `a text of another type is refused and changes nothing`(json: String) throws {
    let store = SceneStore.temporary()
    let key = SceneKey("n", default: 0)
    store.scene("A")[key] = 5
    let problem = refusal { try key.write(json: Array(json.utf8), at: store.scene("A")) }
    #expect(problem?.code == .typeMismatch)
    #expect(problem?.address == "A/n")
    #expect(store.scene("A")[key] == 5)
    #expect(key.facts(at: store.scene("A")).problem == nil)
  }

  @Test func `a refusal names the field`() throws {
    let store = SceneStore.temporary()
    let key = SceneKey<Note?>("note", default: nil)
    let json = #"{"text": "x", "made": 0, "place": {}}"#
    let problem = refusal { try key.write(json: Array(json.utf8), at: store.scene("A")) }
    #expect(problem?.field == "place.flag")
    #expect(problem?.detail == "the field 'flag' is missing in 'place'")
  }

  @Test func `a key without its type reads and resets at the place it is given`() throws {
    let store = SceneStore.temporary()
    let typed = SceneKey("zoom", default: 1.0, scope: .selectedTab)
    let key: any DynamicSceneKey = typed
    let scene = store.scene("A")
    scene[SceneKey.selectedTab(default: "raven")] = "hawk"
    let (hawk, raven) = (scene.tab("hawk"), scene.tab("raven"))
    #expect(key.encoded(at: raven)?.jsonText == "1.0")
    #expect(!key.facts(at: raven).isStored)
    // The tab that is not selected keeps what is meant for it.
    try key.write(json: Array("2".utf8), at: raven)
    #expect(key.encoded(at: raven)?.jsonText == "2.0" && key.encoded(at: hawk)?.jsonText == "1.0")
    #expect(scene[typed] == 1)
    key.reset(at: hawk)
    #expect(key.facts(at: raven).isStored)
    key.reset(at: raven)
    #expect(key.encoded(at: raven)?.jsonText == "1.0")
    #expect(key.name == "zoom" && key.typeName == "double" && key.selector == .selectedTab)
  }

  @Test func `each option of a key is one of its own`() {
    let options: [SceneKeyOptions] = [
      .redacted, .transient, .dropsElements, .refusesWhenUnreadable, .navigation,
      .onlyThisVersion, .shared,
    ]
    #expect(Set(options.map(\.rawValue)).count == options.count)
    #expect(options.reduce(0) { $0 + $1.rawValue } == SceneKeyOptions(options).rawValue)
  }

  @Test func `loading finds out what is wrong with a value`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[SceneKey("n", default: "")] = "text" }
    try folder.withStore { store in
      let key: any DynamicSceneKey = SceneKey("n", default: 1)
      key.load(at: store.scene("A"))
      #expect(store.reportedProblems.map(\.code) == [.valueNotReadable])
    }
  }
}
