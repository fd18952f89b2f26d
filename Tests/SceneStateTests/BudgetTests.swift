import Foundation
import SceneState
import Testing

@Suite struct BudgetTests {
  private let draft = SceneKey("draft", default: "")
  private let list = SceneKey("list", default: [String]())

  private static let small = SceneStore.Options(
    sceneBudget: 300, valueBudget: 100, commitDelay: .seconds(60))

  private indirect enum Chain: Codable, Sendable {
    case end
    case link(Chain)

    static func deep(_ levels: Int) -> Chain {
      var chain = Chain.end
      for _ in 0..<levels { chain = .link(chain) }
      return chain
    }
  }

  @Test func `a text beyond the budget is refused at the write and the old one stays`() {
    let scope = SceneStore.temporary(options: Self.small).scene("A")
    scope[draft] = "old"
    #expect(throws: SceneProblem.self) {
      try scope.write(String(repeating: "x", count: 101), to: draft)
    }
    scope[draft] = String(repeating: "x", count: 101)
    #expect(scope[draft] == "old")
    let problem = scope.facts(of: draft).problem
    #expect(problem?.code == .valueTooLarge)
    #expect(problem?.description.contains("A/draft") == true)
    #expect(problem?.description.contains("101") == true)
    #expect(problem?.description.contains("100") == true)
  }

  @Test func `what a refused write is told of stays known though nobody has read the value`() {
    let scope = SceneStore.temporary(options: Self.small).scene("A")
    scope[draft] = String(repeating: "x", count: 101)
    #expect(scope.facts(of: draft).problem?.code == .valueTooLarge)
    #expect(scope[draft] == "")
    #expect(scope.facts(of: draft).problem?.code == .valueTooLarge)
  }

  @Test func `a throwing write refuses a list whose size only encoding tells`() {
    let scope = SceneStore.temporary(options: Self.small).scene("A")
    let problem = #expect(throws: SceneProblem.self) {
      try scope.write([String(repeating: "x", count: 120)], to: list)
    }
    #expect(problem?.code == .valueTooLarge)
    #expect(scope[list] == [])
  }

  @Test func `a list that is too large goes back at the commit and the tick's rest stays`() throws {
    let folder = try StoreFolder()
    let list = SceneKey("list", default: [[String]]())
    try folder.withStore(Self.small) { store in
      let scope = store.scene("A")
      scope[list] = [["old"]]
      try store.flush()
      let seen = Counter()
      let subscription = scope.observe(list) { _ in seen.add() }
      store.tick {
        scope[list] = [[String(repeating: "x", count: 120)]]
        scope[draft] = "kept"
      }
      #expect(throws: SceneProblem.self) { try store.flush() }
      #expect(seen.value == 2)
      subscription.cancel()
      #expect(scope[list] == [["old"]])
      #expect(scope.facts(of: list).problem?.code == .valueTooLarge)
    }
    try folder.withStore { store in
      #expect(store.scene("A")[list] == [["old"]])
      #expect(store.scene("A")[draft] == "kept")
    }
  }

  @Test func `a scene's values together have a limit and smaller ones still fit`() throws {
    let store = SceneStore.temporary(options: Self.small)
    let scope = store.scene("A")
    for key in ["a", "b", "c"] {
      scope[SceneKey(key, default: "")] = String(repeating: "x", count: 95)
      try store.flush()
    }
    let problem = #expect(throws: SceneProblem.self) {
      try scope.write(String(repeating: "x", count: 50), to: draft)
    }
    #expect(problem?.code == .sceneTooLarge)
    scope[SceneKey("a", default: "")] = "shorter"
    try store.flush()
    try scope.write(String(repeating: "x", count: 50), to: draft)
    #expect(store.reportedProblems.isEmpty)
  }

  @Test func `writing one value again and again does not use its scene's budget up`() throws {
    let store = SceneStore.temporary(options: Self.small)
    for scope in [store.scene("A"), store.scene("B").tab("t")] {
      for round in 0..<20 {
        scope[draft] = String(repeating: "x", count: 80 + round % 2)
        try store.flush()
        if round % 7 == 6 { try scope.discard() }
      }
    }
    #expect(store.reportedProblems.isEmpty)
  }

  @Test func `a value nested ten thousand deep is an error and no crash`() throws {
    let store = SceneStore.temporary()
    let key = SceneKey("chain", default: Chain.end)
    let scope = store.scene("A")
    let problem = #expect(throws: SceneProblem.self) {
      try scope.write(Chain.deep(10_000), to: key)
    }
    #expect(problem?.code == .valueNotEncodable)
    scope[key] = Chain.deep(10_000)
    #expect(throws: SceneProblem.self) { try store.flush() }
    #expect(scope.facts(of: key).problem?.code == .valueNotEncodable)
    if case .end = scope[key] {} else { Issue.record("the default was expected") }
  }

  @Test func `a scene identifier beyond 255 bytes is refused and the store goes on`() throws {
    let store = SceneStore.temporary()
    let long = store.scene(SceneID(rawValue: String(repeating: "x", count: 600)))
    let problem = #expect(throws: SceneProblem.self) { try long.write("x", to: draft) }
    #expect(problem?.code == .nameTooLong)
    long[draft] = "x"
    store.scene("A")[draft] = "y"
    #expect(throws: SceneProblem.self) { try store.flush() }
    #expect(store.scene("A").entries.map(\.address) == ["A/draft"])
  }

  @Test func `a scope with more than eight names lives in memory and says so`() throws {
    let store = SceneStore.temporary()
    var scope = store.scene("A")
    for level in 0..<4 { scope = scope.nested("level", "\(level)") }
    #expect(scope.facts(of: draft).problem?.code == .scopeTooDeep)
    try store.flush()
  }
}
