import SceneState
import Testing

/// Keys that give unreadable bytes up only when they are reset.
@Suite struct RefusingKeyTests {
  private let text = SceneKey("n", default: "")
  private let careful = SceneKey("n", default: 7, options: .refusesWhenUnreadable)

  @Test func `every write is refused until a reset`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[text] = "bytes" }
    try folder.withStore { store in
      let scope = store.scene("A")
      #expect(scope[careful] == 7)
      scope[careful] = 8
      #expect(scope[careful] == 7)
      #expect(scope.facts(of: careful).problem?.code == .valueNotReadable)
      #expect(throws: SceneProblem.self) { try scope.write(9, to: careful) }
      scope.modify(careful) { $0 += 1 }
      #expect(scope[careful] == 7)
      scope.reset(careful)
      scope[careful] = 10
      #expect(scope[careful] == 10)
      #expect(scope.facts(of: careful).problem == nil)
      // The two writes that nobody was told of when they were refused.
      let refusal = #expect(throws: SceneProblem.self) { try store.flush() }
      #expect(refusal?.code == .valueNotReadable && refusal?.otherCount == 1)
      scope[careful] = 11
    }
    try folder.withStore { #expect($0.scene("A")[careful] == 11) }
  }

  @Test func `a refused first write leaves the bytes in place`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[text] = "bytes" }
    try folder.withStore { $0.scene("A")[careful] = 8 }
    try folder.withStore { #expect($0.scene("A")[text] == "bytes") }
  }

  @Test func `a readable value is written as any other`() throws {
    let store = SceneStore.temporary()
    store.scene("A")[careful] = 8
    store.scene("A")[careful] = 9
    #expect(store.scene("A")[careful] == 9)
  }
}
