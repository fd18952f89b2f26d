import Foundation
import SceneState
import Testing

/// A key that is declared with two types: the second declaration lives in memory.
@Suite struct TypeClashTests {
  private let scope = SceneStore.temporary().scene("A").tab("hawk")
  private let number = SceneKey("n", default: 1)
  private let text = SceneKey("n", default: "")

  @Test func `what is written under a clashing type is read back`() throws {
    scope[number] = 2
    scope[text] = "kept"
    #expect(scope[text] == "kept")
    scope.modify(text) { $0 += " here" }
    #expect(scope.binding(text).wrappedValue == "kept here")
    let same = scope.store.scene("A").tab("hawk")
    #expect(same[SceneKey("n", default: "other")] == "kept here")
    #expect(scope[number] == 2)
    #expect(throws: SceneProblem.self) { try scope.store.flush() }
    #expect(scope[text] == "kept here")
    #expect(scope.entries.map(\.type) == ["int"])
  }

  @Test func `each place and each type has a value of its own`() {
    let flag = SceneKey("n", default: false)
    for tab in ["hawk", "raven"] as [TabID] {
      let place = scope.resolve(.tab(tab))
      place[number] = 2
      place[text] = tab.rawValue
      place[flag] = true
    }
    #expect(scope[text] == "hawk")
    #expect(scope.resolve(.tab("raven"))[text] == "raven")
    #expect(scope[flag])
    #expect(scope[number] == 2)
  }

  @Test func `a clash is reported once and names both places`() throws {
    scope[number] = 2
    scope[text] = "a"
    scope[text] = "b"
    let clash = try #require(scope.store.reportedProblems.first)
    #expect(scope.store.reportedProblems.map(\.code) == [.typeClash])
    #expect(clash.address == "A/hawk/n")
    for problem in [clash, try #require(scope.facts(of: text).problem)] {
      #expect(problem.detail.contains("int at SceneStateTests/TypeClashTests.swift:8"), "\(clash)")
      #expect(problem.declaredAt?.contains("TypeClashTests.swift:9") == true)
    }
    #expect(scope.facts(of: text).source == .memory)
  }

  @Test func `a flush after each write under a clashing type throws it`() throws {
    scope[number] = 2
    for value in ["a", "b"] {
      scope[text] = value
      let problem = #expect(throws: SceneProblem.self) { try scope.store.flush() }
      #expect(problem?.code == .typeClash && problem?.address == "A/hawk/n")
      #expect(scope.entries.map(\.json) == ["2"], "the rest is durable")
      try scope.store.flush()
    }
    #expect(scope[text] == "b")
  }

  @Test func `a clash is told on standard error once, with both places`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      SceneProblem.tellsOnStandardError = true
      let scope = SceneStore.temporary().scene("A")
      scope[SceneKey("n", default: 1)] = 2
      let text = SceneKey("n", default: "")
      for value in ["a", "b"] { scope[text] = value }
    }
    let lines = String(decoding: result.standardErrorContent, as: UTF8.self)
      .split(separator: "\n").filter { $0.contains("[type-clash]") }
    #expect(lines.count == 1)
    #expect(lines.first?.components(separatedBy: "TypeClashTests.swift:").count == 3)
  }

  @Test func `observers of a clashing value are told once per tick`() {
    scope[number] = 2
    let seen = Texts()
    let subscription = scope.observe(text) { seen.add($0) }
    scope.store.tick {
      scope[text] = "a"
      scope[text] = "b"
      #expect(seen.all.isEmpty)
    }
    #expect(seen.all == ["b"])
    subscription.cancel()
  }

  @Test func `a clashing selected tab selects nothing`() {
    let scene = scope.resolve(.scene)
    scene[SceneKey(SceneKey.selectedTab(default: "hawk").name, default: 0)] = 1
    scene[SceneKey.selectedTab(default: "hawk")] = "raven"
    #expect(scene[SceneKey.selectedTab(default: "hawk")] == "raven")
    #expect(scene.selectedTab == "")
  }

  @Test func `a discard resets a clashing value and its problem stays`() throws {
    scope[number] = 2
    scope[text] = "gone"
    try scope.discard()
    #expect(scope[text] == "")
    #expect(scope.facts(of: text).problem?.code == .typeClash)
    scope[text] = "again"
    #expect(scope[text] == "again")
  }

  @Test func `a value in a scope that is too deep is read back`() {
    var deep = scope
    for level in 0..<4 { deep = deep.nested("level", "\(level)") }
    deep[text] = "kept"
    #expect(deep[text] == "kept")
    #expect(deep[number] == 1)
    #expect(scope.store.reportedProblems.map(\.code) == [.scopeTooDeep])
  }
}
