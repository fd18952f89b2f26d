import LMDB
import SceneState
import Synchronization
import Testing

/// Writes that are refused: who is told, when, and what is shown.
@Suite struct RefusalTests {
  /// A value whose size only encoding tells.
  private struct Note: Codable, Equatable, Sendable {
    var text = ""
    static func long(_ count: Int = 200) -> Note {
      Note(text: String(repeating: "x", count: count))
    }
  }

  private let note = SceneKey("note", default: Note())
  private let draft = SceneKey("draft", default: "")
  private let store = SceneStore.temporary(
    options: .init(sceneBudget: nil, valueBudget: 100, commitDelay: .seconds(3600)))
  private var scope: SceneScope { store.scene("A") }

  private func refusal() throws -> SceneProblem {
    let problem = #expect(throws: SceneProblem.self) { try store.flush() }
    return try #require(problem)
  }

  @Test func `the next flush tells once what a commit refused, and the rest is kept`() throws {
    scope[draft] = "kept"
    scope[note] = .long()
    let problem = try refusal()
    #expect(problem.code == .valueTooLarge)
    #expect(problem.address == "A/note")
    #expect(problem.otherCount == 0 && problem.others == [])
    #expect(scope[note] == Note())
    #expect(try store.inspect().entries.map(\.json) == ["\"kept\""])
    try store.flush()
  }

  @Test func `what was refused at once is told too, and a throwing write has told it`() throws {
    scope[draft] = String(repeating: "x", count: 200)
    #expect(try refusal().address == "A/draft")
    #expect(throws: SceneProblem.self) {
      try scope.write(String(repeating: "x", count: 200), to: draft)
    }
    try store.flush()
  }

  @Test func `a refusal by a commit that nobody waited for is told by the flush after it`() throws {
    scope[note] = .long()
    try store.commit()
    #expect(scope[note] == Note())
    try store.makeDurable()
    #expect(try refusal().address == "A/note")
  }

  @Test func `the first refusal has the others, and beyond 256 of those their number`() throws {
    for index in 0..<300 {
      store.scene(SceneID(rawValue: "\(index)"))[note] = .long()
    }
    let problem = try refusal()
    #expect(problem.address == "0/note")
    #expect(problem.others.map(\.address) == (1...256).map { "\($0)/note" })
    #expect(problem.otherCount == 299)
    #expect(problem.description.contains("; and 299 more [value-too-large]"))
    try store.flush()
  }

  @Test func `a flush in a tick throws nothing, and the one after it tells`() throws {
    try store.tick {
      scope[note] = .long()
      try store.flush()
    }
    #expect(scope[note] == Note())
    #expect(try refusal().address == "A/note")
  }

  @Test func `a failed flush leaves refusals for the next one`() throws {
    let fails = Atomic<Bool>(true)
    var options = SceneStore.Options(valueBudget: 100, commitDelay: .seconds(3600))
    options.commitHook = { (point) throws(CommitPoint.Failure) in
      if point == .commit, fails.load(ordering: .acquiring) { throw .diskFull }
    }
    let store = SceneStore.temporary(options: options)
    store.scene("A")[note] = .long()
    store.scene("A")[draft] = "kept"
    #expect(throws: SceneProblem.self) { try store.flush() }
    fails.store(false, ordering: .releasing)
    let problem = #expect(throws: SceneProblem.self) { try store.flush() }
    #expect(problem?.code == .valueTooLarge)
    #expect(store.scene("A")[draft] == "kept")
  }

  @Test func `observers hear the new value and then the old one, each once`() throws {
    scope[note] = Note(text: "old")
    try store.flush()
    let seen = Mutex<[String]>([])
    let subscription = scope.observe(note) { value in
      seen.withLock { $0.append(String(value.text.prefix(3))) }
    }
    scope[note] = .long()
    _ = try refusal()
    store.tick { scope[note] = .long(300) }
    _ = try refusal()
    #expect(seen.withLock { $0 } == ["xxx", "old", "xxx", "old"])
    subscription.cancel()
  }

  @Test func `lists that are known to be too large are refused at the assignment`() throws {
    let texts = SceneKey("texts", default: [String]())
    let numbers = SceneKey("numbers", default: [Int]())
    let seen = Counter()
    let subscription = scope.observe(texts) { _ in seen.add() }
    scope[texts] = Array(repeating: "12345678", count: 20)
    scope[numbers] = Array(1...60)
    #expect(scope[texts] == [] && scope[numbers] == [])
    #expect(scope.facts(of: texts).problem?.code == .valueTooLarge)
    #expect(seen.value == 0)
    #expect(try refusal().otherCount == 1)
    // 9 * 11 + 1 bytes.
    scope[texts] = Array(repeating: "12345678", count: 9)
    try store.flush()
    #expect(scope[texts].count == 9)
    subscription.cancel()
  }

  @Test func `nobody waits for what is written into a scene that was thrown away`() throws {
    scope[draft] = "x"
    try store.flush()
    let late = scope
    store.destroySession("A")
    late[draft] = "late"
    try store.flush()
  }
}
