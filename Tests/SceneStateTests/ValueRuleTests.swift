import Foundation
import Observation
import SceneState
import Testing

@Suite struct ValueRuleTests {
  private struct Pair: Codable, Equatable, Sendable {
    var name: String
    var note: String?
  }

  private enum Tab: String, Sendable { case hawk, raven }

  private let scope = SceneStore.temporary().scene("A").tab("hawk")

  private func notices<Value>(
    _ key: SceneKey<Value>, _ body: () -> Void
  ) -> Int {
    let seen = Counter()
    let subscription = scope.observe(key) { _ in seen.add() }
    body()
    subscription.cancel()
    return seen.value
  }

  @Test func `assigning what a read returns tells nobody and stores nothing`() {
    let draft = SceneKey("draft", default: "")
    let ratio = SceneKey("ratio", default: Double.nan)
    let pair = SceneKey("pair", default: Pair(name: "a"))
    #expect(notices(draft) { scope[draft] = "" } == 0)
    #expect(notices(ratio) { scope[ratio] = .nan } == 0)
    #expect(notices(pair) { scope[pair] = Pair(name: "a", note: nil) } == 0)
    #expect(!scope.contains(draft) && !scope.contains(ratio) && !scope.contains(pair))
    #expect(notices(draft) { scope[draft] = "x" } == 1)
    #expect(notices(draft) { scope[draft] = "x" } == 0)
  }

  @Test func `doubles compare by bits and texts by bytes`() {
    let ratio = SceneKey("ratio", default: 0.0)
    let text = SceneKey("text", default: "")
    #expect(notices(ratio) { scope[ratio] = -0.0 } == 1)
    #expect(scope[ratio].sign == .minus)
    scope[text] = "\u{e9}"
    #expect(notices(text) { scope[text] = "e\u{301}" } == 1)
    #expect(Array(scope[text].utf8) == Array("e\u{301}".utf8))
  }

  @Test func `nil is a value and a reset removes it`() throws {
    let folder = try StoreFolder()
    let key = SceneKey<String?>("note", default: "none")
    try folder.withStore { store in
      store.scene("A")[key] = nil
      #expect(store.scene("A").contains(key))
    }
    try folder.withStore { store in
      let scope = store.scene("A")
      #expect(scope[key] == nil)
      scope.reset(key)
      #expect(scope[key] == "none")
      #expect(scope.facts(of: key).isDefault)
    }
    try folder.withStore { store in #expect(store.scene("A")[key] == "none") }
  }

  @Test func `nil over a default of nil stores nothing`() {
    let key = SceneKey<Int?>("n", default: nil)
    scope[key] = nil
    #expect(!scope.contains(key))
  }

  @Test func `a read of the default stores nothing and the default may be written over a value`() {
    let key = SceneKey("n", default: 7)
    #expect(scope[key] == 7)
    #expect(!scope.contains(key))
    scope[key] = 8
    scope[key] = 7
    #expect(scope.contains(key))
    #expect(scope.facts(of: key).source == .store)
  }

  @Test func `a key of another type says where both are and lives in memory`() {
    let store = scope.store
    scope[SceneKey("n", default: 1)] = 2
    let other = scope.run { Owner() }
    other.n = "text"
    #expect(other.n == "text")
    #expect(other.$n.stored.problem?.code == .typeClash)
    #expect(scope[SceneKey("n", default: 1)] == 2)
    let problem = store.reportedProblems.first { $0.code == .typeClash }
    #expect(problem?.detail.contains("ValueRuleTests.swift") == true)
    #expect(problem?.declaredAt?.contains("ValueRuleTests.swift") == true)
  }

  private struct Owner {
    @SceneStorage("n") var n = ""
  }

  @Test func `the first default serves all and a different one is reported`() {
    let first = SceneKey("n", default: 1)
    #expect(scope[first] == 1)
    #expect(scope[SceneKey("n", default: 2)] == 1)
    #expect(scope.store.reportedProblems.map(\.code) == [.defaultDiffers])
  }

  @Test func `a default that is made anew each time is told as such`() throws {
    func key() -> SceneKey<UUID> { SceneKey("id", default: UUID()) }
    let first = scope[key()]
    #expect(scope[key()] == first)
    let problem = try #require(scope.store.reportedProblems.first)
    #expect(problem.code == .defaultDiffers && problem.detail.contains("`UUID()`"))
  }

  @Test func `raw values are stored as such and the selected tab follows them`() {
    let tab = SceneKey.selectedTab(default: Tab.hawk)
    let live = SceneKey("live", default: 0, scope: .selectedTab)
    let scene = scope.resolve(.scene)
    #expect(scene[tab] == .hawk)
    scene[live] = 1
    #expect(scene.tab("hawk")[SceneKey("live", default: 0)] == 1)
    scene[tab] = .raven
    #expect(scene.selectedTab == "raven")
    #expect(scene[live] == 0)
  }

  @Test func `inside a tick the selected tab is the one that was just written`() {
    let tab = SceneKey.selectedTab(default: Tab.hawk)
    let live = SceneKey("live", default: 0, scope: .selectedTab)
    let scene = scope.resolve(.scene)
    #expect(scene[tab] == .hawk)
    scene[live] = 1
    let told = Counter()
    withObservationTracking {
      _ = scene.selectedTab
    } onChange: {
      told.add()
    }
    scene.store.tick {
      scene[tab] = .raven
      #expect(scene.selectedTab == "raven")
      scene[live] = 2
      #expect(told.value == 0)
    }
    #expect(told.value == 1)
    #expect(scene.tab("hawk")[SceneKey("live", default: 0)] == 1)
    #expect(scene.tab("raven")[SceneKey("live", default: 0)] == 2)
  }

  @Test func `names are one in normal form C and none collide`() {
    let names = ["a/b", "a", "a%2Fb", "b", "%", "", "a\u{1}", String(repeating: "x", count: 300)]
    for (index, tab) in names.enumerated() {
      for (other, key) in names.enumerated() {
        scope.tab(TabID(rawValue: tab))[SceneKey(key, default: -1)] = index * 100 + other
      }
    }
    for (index, tab) in names.enumerated() {
      for (other, key) in names.enumerated() {
        #expect(
          scope.tab(TabID(rawValue: tab))[SceneKey(key, default: -1)] == index * 100 + other)
      }
    }
    scope.tab("e\u{301}")[SceneKey("\u{e9}", default: 0)] = 5
    #expect(scope.tab("\u{e9}")[SceneKey("e\u{301}", default: 0)] == 5)
  }
}
