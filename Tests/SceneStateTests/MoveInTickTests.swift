import SceneState
import Testing

/// Copies and moves among other changes of one tick, and with scenes that end.
@Suite struct MoveInTickTests {
  private let draft = SceneKey("draft", default: "")
  private let list = SceneKey("list", default: [String]())

  private static let small = SceneStore.Options(
    sceneBudget: 300, valueBudget: 100, commitDelay: .seconds(60))

  private func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test func `a value too large before a copy is refused and the old one is copied`() throws {
    let store = SceneStore.temporary(options: Self.small)
    let (hawk, raven) = (store.scene("A").tab("hawk"), store.scene("A").tab("raven"))
    hawk[list] = ["old"]
    try store.flush()
    try store.tick { () throws(SceneProblem) in
      hawk[list] = [text(120)]
      hawk[draft] = "kept"
      try hawk.copy(to: raven)
    }
    #expect(hawk[list] == ["old"])
    #expect(raven[list] == ["old"])
    #expect(raven[draft] == "kept")
    #expect(hawk.facts(of: list).problem?.code == .valueTooLarge)
    #expect(store.reportedProblems.map(\.code) == [.valueTooLarge])
  }

  @Test func `values before and after a move count together against the scene's budget`() throws {
    let store = SceneStore.temporary(options: Self.small)
    let scene = store.scene("A")
    let keys = (0..<4).map { SceneKey("list\($0)", default: [String]()) }
    try store.tick { () throws(SceneProblem) in
      for key in keys.dropLast() { scene[key] = [text(90)] }
      // The same value twice counts once.
      try store.scene("A").tab("hawk").move(to: store.scene("A").tab("raven"))
      try scene.copy(to: store.app.nested("copies", "A"))
      scene[keys[0]] = [text(91)]
      scene[keys[3]] = [text(30)]
    }
    #expect(scene[keys[3]] == [])
    #expect(scene[keys[0]] == [text(91)])
    #expect(scene.facts(of: keys[3]).problem?.code == .sceneTooLarge)
    #expect(store.reportedProblems.map(\.address) == ["A/list3"])
  }

  @Test func `what a tick removes makes room for what it adds`() throws {
    let store = SceneStore.temporary(options: Self.small)
    let scene = store.scene("A")
    let keys = (0..<4).map { SceneKey("list\($0)", default: [String]()) }
    for key in keys.dropLast() { scene[key] = [text(90)] }
    try store.flush()
    store.tick {
      scene.reset(keys[0])
      scene[keys[3]] = [text(90)]
    }
    try store.flush()
    #expect(scene[keys[3]] == [text(90)])
    #expect(store.reportedProblems.isEmpty)
  }

  @Test func `a scene that was destroyed is neither source nor target`() throws {
    let store = SceneStore.temporary()
    let (old, other) = (store.scene("A"), store.scene("B"))
    old[draft] = "old"
    other[draft] = "other"
    try store.flush()
    store.destroySession("A")
    let fresh = store.scene("A")
    fresh[draft] = "fresh"
    for (from, to) in [(old, other), (other, old), (old, fresh)] {
      for moves in [false, true] {
        let problem = #expect(throws: SceneProblem.self) {
          if moves { try from.move(to: to) } else { try from.copy(to: to) }
        }
        #expect(problem?.code == .noScope)
      }
    }
    old[draft] = "late"
    try old.discard()
    try store.flush()
    let stored = try store.inspect()
    #expect(stored.sessions.map { "\($0.number) \($0.id.rawValue)" } == ["2 B", "3 A"])
    #expect(stored.entries.map(\.address) == ["B/draft", "A/draft"])
    #expect(fresh[draft] == "fresh" && other[draft] == "other")
  }

  @Test func `what is moved out of a scene before its end in one tick is kept`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[draft] = "kept" }
    try folder.withStore { store in
      try store.tick { () throws(SceneProblem) in
        try store.scene("A").move(to: store.scene("B"))
        store.destroySession("A")
        try store.scene("B").copy(to: store.scene("A").tab("hawk"))
      }
      #expect(store.scene("B")[draft] == "kept")
      #expect(store.scene("A").tab("hawk")[draft] == "kept")
    }
    try folder.withStore { store in
      let stored = try store.inspect()
      #expect(stored.entries.map(\.address) == ["B/draft", "A/hawk/draft"])
    }
  }

  @Test func `what is copied into a scene before its end in one tick goes with it`() throws {
    let store = SceneStore.temporary()
    store.scene("B")[draft] = "b"
    try store.tick { () throws(SceneProblem) in
      try store.scene("B").copy(to: store.scene("A"))
      store.destroySession("A")
    }
    let stored = try store.inspect()
    #expect(stored.entries.map(\.address) == ["B/draft"])
    #expect(stored.sessions.map(\.id) == ["B"])
    #expect(store.scene("A")[draft] == "")
  }

  @Test func `a scene without an identifier is neither source nor target`() throws {
    let store = SceneStore.temporary()
    let pending = store.pendingScene().scope
    for (from, to) in [(pending, store.scene("A")), (store.scene("A"), pending)] {
      let problem = #expect(throws: SceneProblem.self) { try from.copy(to: to) }
      #expect(problem?.code == .noScope)
    }
    let long = store.scene(SceneID(rawValue: text(600)))
    let problem = #expect(throws: SceneProblem.self) { try long.copy(to: store.scene("A")) }
    #expect(problem?.code == .nameTooLong)
    try store.flush()
    #expect(try store.sessions().isEmpty)
  }

  @Test func `a tick reads and changes what a move or copy before it brought`() throws {
    let flag = SceneKey("flag", default: false)
    let folder = try StoreFolder()
    for moves in [false, true] {
      try folder.withStore { store in
        let (hawk, raven) = (store.scene("A").tab("hawk"), store.scene("A").tab("raven"))
        (hawk[draft], hawk[list], hawk[flag]) = ("one", ["k"], true)
        try store.flush()
        try store.tick { () throws(SceneProblem) in
          hawk[draft] = "two"
          if moves { try hawk.move(to: raven) } else { try hawk.copy(to: raven) }
          #expect(raven[draft] == "two" && raven[list] == ["k"] && raven[flag])
          #expect(hawk[draft] == (moves ? "" : "two") && hawk.contains(flag) == !moves)
          raven[flag] = false
          raven.reset(draft)
          raven.modify(list) { $0.removeAll() }
        }
        try store.flush()
      }
      try folder.withStore { store in
        let raven = store.scene("A").tab("raven")
        #expect(!raven[flag] && raven.contains(flag))
        #expect(!raven.contains(draft) && raven[list] == [])
        #expect(store.scene("A").tab("hawk").contains(list) == !moves)
      }
    }
  }

  @Test func `what came in a tick goes on to a third scope, and back`() throws {
    let store = SceneStore.temporary()
    let scene = store.scene("A")
    let (hawk, raven, owl) = (scene.tab("hawk"), scene.tab("raven"), store.scene("B").tab("owl"))
    hawk[draft] = "hawk"
    try store.tick { () throws(SceneProblem) in
      try hawk.move(to: raven)
      #expect(raven[draft] == "hawk")
      raven[list] = ["on the way"]
      try raven.copy(to: owl)
      #expect(owl[draft] == "hawk" && owl[list] == ["on the way"])
      try owl.move(to: hawk)
      try owl.copy(to: raven)
      #expect(hawk[draft] == "hawk" && !owl.contains(draft))
      hawk[draft] = ""
    }
    try store.flush()
    let addresses = ["A/hawk/draft", "A/hawk/list", "A/raven/draft", "A/raven/list"]
    #expect(scene.entries.map(\.address) == addresses)
    #expect(hawk[draft] == "" && hawk[list] == ["on the way"] && raven[draft] == "hawk")
    #expect(store.scene("B").entries.isEmpty)
  }

  @Test func `a value that the commit refuses is not shown over there after it`() throws {
    let store = SceneStore.temporary(options: Self.small)
    let (hawk, raven) = (store.scene("A").tab("hawk"), store.scene("A").tab("raven"))
    store.scene("A")[SceneKey("full", default: [String]())] = [text(90)]
    store.scene("A")[SceneKey("fuller", default: [String]())] = [text(90)]
    store.scene("A")[SceneKey("fullest", default: [String]())] = [text(90)]
    try store.flush()
    try store.tick { () throws(SceneProblem) in
      hawk[list] = [text(90)]
      try hawk.move(to: raven)
    }
    let problem = #expect(throws: SceneProblem.self) { try store.flush() }
    #expect(problem?.code == .sceneTooLarge)
    #expect(raven[list] == [] && hawk[list] == [] && !raven.contains(list))
    #expect(store.reportedProblems.map(\.code) == [.sceneTooLarge])
  }
}
