import SceneState
import Testing

@Suite struct LongIdentifierTests {
  @Test func `a scene with an identifier of 256 bytes works in memory and says so`() throws {
    let store = SceneStore.temporary()
    let key = SceneKey("draft", default: "")
    let long = store.scene(SceneID(rawValue: String(repeating: "a", count: 256)))
    let other = store.scene(SceneID(rawValue: String(repeating: "a", count: 255)))
    #expect(long[key] == "")
    #expect(throws: SceneProblem.self) { try long.write("x", to: key) }
    long[key] = "x"
    #expect(long.facts(of: key).problem?.code == .nameTooLong)
    other[key] = "kept"
    #expect(throws: SceneProblem.self) { try store.flush() }
    #expect(try store.sessions().map(\.id) == [other.sceneID])
  }
}
