import Foundation
import SceneState
import Testing

/// Values of types that are seldom met, and the words for what cannot be kept.
@Suite struct StrangeValueTests {
  private struct Wide: Codable, Equatable, Sendable {
    var signed = Int128.min
    var all = [UInt128.max]
    var one: Int128? = 1
  }

  private indirect enum Chain: Codable, Equatable, Sendable {
    case end
    case link(Chain)
  }

  private func cameBack<Value: Codable & Equatable & Sendable>(
    _ value: Value, default other: Value
  ) throws -> Value {
    let folder = try StoreFolder()
    let key = SceneKey("value", default: other)
    try folder.withStore { store in
      try store.scene("A").write(value, to: key)
      #expect(store.scene("A")[key] == value)
    }
    return try folder.withStore { $0.scene("A")[key] }
  }

  @Test func `integers of 128 bits are kept, alone and in structs`() throws {
    #expect(try cameBack(Int128.max, default: 0) == .max)
    #expect(try cameBack(UInt128.max, default: 0) == .max)
    let wide = Wide(signed: .max, all: [0, .max], one: nil)
    #expect(try cameBack(wide, default: Wide()) == wide)
  }

  @Test(arguments: ["notes/7?x=ä b", "../up", "#part", "//host/x"])
  func `a relative URL comes back relative, with its base`(text: String) throws {
    let base = try #require(URL(string: "https://example.com/books/\"one\"/"))
    let url = try #require(URL(string: text, relativeTo: base))
    let back = try cameBack(url, default: base)
    #expect(back == url)
    #expect(back.relativeString == url.relativeString)
    #expect(back.absoluteString == url.absoluteString)
    #expect(back.baseURL?.absoluteString == base.absoluteString)
    let absolute = url.absoluteURL
    #expect(try cameBack(absolute, default: base).baseURL == nil)
  }

  @Test func `what cannot be encoded is said in words`() {
    var chain = Chain.end
    for _ in 0..<200 { chain = .link(chain) }
    let store = SceneStore.temporary()
    let problem = #expect(throws: SceneProblem.self) {
      try store.scene("A").write(chain, to: SceneKey("chain", default: Chain.end))
    }
    #expect(problem?.detail == "nested deeper than 128 levels")
    store.scene("A")[SceneKey("ratio", default: [0.0])] = [1]
    let coding = ValueCoding<Int>(
      encode: { _ in throw CocoaError(.coderInvalidValue) }, decode: { _ in 0 })
    let other = #expect(throws: SceneProblem.self) {
      try store.scene("A").write(1, to: SceneKey("own", default: 0, coding: coding))
    }
    #expect(other?.detail.contains("notEncodable") == false)
  }

  @Test func `a value of a discarded scene says so to who asks`() throws {
    let store = SceneStore.temporary()
    let (scope, draft) = (store.scene("A"), SceneKey("draft", default: ""))
    scope[draft] = "kept"
    try store.flush()
    store.destroySession("A")
    for key in [draft, SceneKey("never asked for", default: "")] {
      #expect(scope[key].isEmpty)
      let problem = scope.facts(of: key).problem
      #expect(problem?.code == .noScope)
      #expect(problem?.detail == "the scene was discarded")
    }
    #expect(store.reportedProblems == [])
    // Who asks for the scene again gets a new one.
    #expect(store.scene("A").facts(of: draft).problem == nil)
  }

  @Test func `a problem without a place prints none`() {
    #expect(!SceneProblem.taken("A").description.contains("declared at"))
  }
}
