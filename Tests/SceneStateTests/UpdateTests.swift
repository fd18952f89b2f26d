import Foundation
import LMDB
import SceneState
import Synchronization
import Testing

/// `update`: a read, a change and a write in one transaction of the file.
@Suite struct UpdateTests {
  private static let number = SceneKey("number", default: 0)
  private let number = Self.number
  private let text = SceneKey("text", default: "")

  /// How often each of two processes counts; `Scripts/soak counts` says how often in the long run.
  private static let rounds =
    ProcessInfo.processInfo.environment["SCENE_STORAGE_SOAK_COUNTS"].flatMap(Int.init) ?? 100

  @Test(.timeLimit(.minutes(30)))
  func `two processes that count lose nothing`() async throws {
    let folder = try StoreFolder()
    let path = folder.store.path
    async let one: Void = Self.count(at: path)
    async let other: Void = Self.count(at: path)
    _ = try await (one, other)
    try folder.withStore { store in #expect(store.app[number] == 2 * Self.rounds) }
  }

  private static func count(at path: String) async throws {
    await #expect(processExitsWith: .success) { [path = path as String] in
      let store = try SceneStore.open(URL(filePath: path))
      for round in 1...UpdateTests.rounds {
        try store.app.update(UpdateTests.number) { $0 += 1 }
        // Ordinary writes in between do not disturb it.
        store.scene("A")[SceneKey("text", default: "")] = "\(round)"
      }
      store.close()
    }
  }

  @Test func `it works on what another process wrote, which nobody has read yet`() async throws {
    let folder = try StoreFolder()
    let store = try folder.open(.init(commitDelay: .seconds(60)))
    defer { store.close() }
    store.app[number] = 1
    try store.flush()
    let path = folder.store.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      let store = try SceneStore.open(URL(filePath: path))
      store.app[UpdateTests.number] = 41
      store.close()
    }
    let counted = try store.app.update(number) { value in
      value += 1
      return value
    }
    #expect(counted == 42)
    #expect(store.app[number] == 42)
  }

  @Test func `what waits is written first, in the same transaction`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(.init(commitDelay: .seconds(60)))
    let scope = store.scene("A")
    scope[text] = "waits"
    scope[number] = 5
    try scope.update(number) { $0 *= 2 }
    #expect(scope[number] == 10)
    let entries = try store.inspect().entries
    #expect(Set(entries.compactMap(\.json)) == ["\"waits\"", "10"])
    #expect(Set(entries.map(\.transaction)).count == 1)
    // The process dies: it is there all the same.
    store.abandon()
    try folder.withStore { #expect($0.scene("A")[number] == 10) }
  }

  @Test func `observers are told once, and an equal value writes nothing`() throws {
    let scope = SceneStore.temporary(options: .init(commitDelay: .seconds(60))).scene("A")
    let seen = Texts()
    let subscription = scope.observe(number) { value in
      // Nothing is locked any more.
      seen.add("\(value)")
      if value == 1 { #expect(throws: Never.self) { try scope.store.flush() } }
    }
    try scope.update(number) { $0 = 1 }
    try scope.update(number) { $0 = 1 }
    #expect(seen.all == ["1"])
    try scope.update(text) { _ in }
    #expect(!scope.contains(text))
    subscription.cancel()
  }

  @Test func `inside a tick and inside an update it is refused`() throws {
    let scope = SceneStore.temporary().scene("A")
    var codes: [SceneProblem.Code] = []
    func refused() {
      do throws(SceneProblem) { try scope.update(number) { $0 += 1 } } catch {
        codes.append(error.code)
      }
    }
    scope.store.tick { refused() }
    try scope.update(text) { text in
      refused()
      text = "kept"
      // Other writes are a tick of their own, after it.
      scope[SceneKey("other", default: 0)] = 3
    }
    #expect(codes == [.nestedWrite, .nestedWrite])
    #expect(scope[number] == 0 && scope[text] == "kept")
    #expect(scope[SceneKey("other", default: 0)] == 3)
  }

  @Test func `after a failed commit nothing has changed`() throws {
    let fails = Atomic(false)
    let folder = try StoreFolder()
    var options = SceneStore.Options(commitDelay: .seconds(60))
    options.commitHook = { point throws(LMDBError) in
      if point == .commit, fails.load(ordering: .acquiring) { throw .diskFull }
    }
    let store = try folder.open(options)
    defer { store.close() }
    let scope = store.scene("A")
    scope[number] = 1
    try store.flush()
    scope[text] = "waits"
    let seen = Texts()
    let subscription = scope.observe(number) { seen.add("\($0)") }
    fails.store(true, ordering: .releasing)
    let problem = #expect(throws: SceneProblem.self) { try scope.update(number) { $0 += 1 } }
    #expect(problem?.code == .storeNotUsable)
    #expect(scope[number] == 1 && scope[text] == "waits" && seen.all == [])
    fails.store(false, ordering: .releasing)
    try scope.update(number) { $0 += 1 }
    #expect(scope[number] == 2 && seen.all == ["2"])
    #expect(try store.inspect().entries.count == 2)
    subscription.cancel()
  }

  @Test func `what is refused changes nothing, and what waited is written`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(
      .init(sceneBudget: 100, valueBudget: 80, commitDelay: .seconds(60)))
    let scope = store.scene("A")
    scope[SceneKey("first", default: "")] = String(repeating: "x", count: 60)
    func code(_ size: Int) -> SceneProblem.Code? {
      do throws(SceneProblem) {
        try scope.update(text) { $0 = String(repeating: "y", count: size) }
        return nil
      } catch { return error.code }
    }
    #expect(code(50) == .sceneTooLarge)
    #expect(code(81) == .valueTooLarge)
    #expect(scope[text].isEmpty && !scope.contains(text))
    #expect(code(40) == nil)
    store.abandon()
    try folder.withStore { store in
      #expect(store.scene("A").entries.map(\.key) == ["first", "text"])
    }
  }

  @Test func `a value that has no place in the file is refused`() throws {
    let store = SceneStore.temporary()
    let problem = #expect(throws: SceneProblem.self) {
      try store.pendingScene().scope.update(number) { $0 += 1 }
    }
    #expect(problem?.code == .noScope)
    store.scene("A")[SceneKey("text", default: 1)] = 2
    let clash = #expect(throws: SceneProblem.self) {
      try store.scene("A").update(text) { $0 = "x" }
    }
    #expect(clash?.code == .typeClash)
  }

  @Test func `bytes that cannot be read are set aside, as by a write`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[SceneKey("number", default: "")] = "text" }
    try folder.withStore { store in
      try store.scene("A").update(number) { $0 += 1 }
      #expect(store.scene("A")[number] == 1)
      #expect(store.scene("A").facts(of: number).problem == nil)
      #expect(store.setAsideCount == 1)
    }
  }
}
