import Foundation
import SceneState
import StoreTools
import Testing

/// A store in memory has the rules of one in a folder, and nothing of it is a file.
struct MemoryStoreTests {
  private static let draft = SceneKey("draft", default: "")
  private static let number = SceneKey("number", default: 0)

  @Test func `each write is committed when it returns, a tick at its end`() throws {
    let store = SceneStore.inMemory()
    #expect(store.directory == nil && store.reportedProblems.isEmpty)
    let scope = store.scene("A").tab("hawk")
    scope[Self.draft] = "Tala"
    #expect(try store.inspect().entries.map(\.key) == ["draft"])
    try store.tick { () throws in
      scope[Self.number] = 7
      #expect(try store.inspect().entries.count == 1)
    }
    #expect(try store.inspect().entries.count == 2)
    scope.reset(Self.draft)
    #expect(try store.inspect().entries.map(\.key) == ["number"])
  }

  @Test func `what is too large is refused, and a flush tells it once`() throws {
    var options = SceneStore.Options(sceneBudget: 1_000, valueBudget: 500)
    options.storeBudget = 1 << 20
    let store = SceneStore.inMemory(options: options)
    let scope = store.scene("A")
    scope[Self.draft] = "kept"
    scope[Self.draft] = String(repeating: "x", count: 600)
    #expect(scope[Self.draft] == "kept")
    let problem = #expect(throws: SceneProblem.self) { try store.flush() }
    #expect(problem?.code == .valueTooLarge)
    try store.flush()
  }

  @Test func `bytes of another type are set aside`() throws {
    let memory = StoreMemory()
    let old = try memory.open(options: SceneStore.Options())
    old.scene("A")[Self.draft] = "text"
    old.close()
    let store = try memory.open(options: SceneStore.Options())
    let other = SceneKey("draft", default: 0)
    #expect(store.scene("A")[other] == 0)
    store.scene("A")[other] = 1
    try store.flush()
    #expect(try store.inspect().setAside.count == 1)
  }

  @Test func `memory is opened once at a time, and keeps what was committed`() throws {
    let memory = StoreMemory()
    #expect(memory.isEmpty)
    let first = try memory.open(options: SceneStore.Options())
    first.scene("A")[Self.draft] = "first"
    let problem = #expect(throws: SceneProblem.self) {
      try memory.open(options: SceneStore.Options())
    }
    #expect(problem?.code == .alreadyOpen)
    let copy = memory.copy()
    first.scene("A")[Self.draft] = "second"
    first.close()
    let again = try memory.open(options: SceneStore.Options())
    #expect(again.scene("A")[Self.draft] == "second")
    again.close()
    try memory.goBack(to: copy)
    let before = try memory.open(options: SceneStore.Options())
    #expect(before.scene("A")[Self.draft] == "first")
  }

  @Test func `a purge leaves nothing of what was removed`() throws {
    let memory = StoreMemory()
    let store = try memory.open(options: SceneStore.Options())
    let secret = String(repeating: "secret", count: 40)
    store.scene("A")[Self.draft] = secret
    store.scene("A").reset(Self.draft)
    let isLeft = {
      memory.copy().split(separator: UInt8(ascii: "s")).contains(Array("ecret".utf8)[...])
    }
    #expect(isLeft())
    try store.purge()
    #expect(!isLeft())
    store.scene("A")[Self.number] = 3
    #expect(store.scene("A")[Self.number] == 3)
  }

  /// Nobody may read pages that a commit has given away meanwhile.
  @Test func `threads that read and write see whole ticks`() async throws {
    let store = SceneStore.inMemory()
    let (left, right) = (store.scene("A"), store.scene("B"))
    let text = String(repeating: "x", count: 3_000)
    await withTaskGroup(of: Int.self) { group in
      group.addTask {
        for round in 1...300 {
          store.tick {
            left[Self.draft] = text + "\(round)"
            right[Self.draft] = text + "\(round)"
          }
        }
        return 0
      }
      for _ in 0..<2 {
        group.addTask {
          var torn = 0
          for _ in 0..<300 {
            guard let entries = try? store.inspect().entries else { return -1 }
            if Set(entries.map(\.value)).count > 1 { torn += 1 }
          }
          return torn
        }
      }
      for await torn in group { #expect(torn == 0) }
    }
  }
}
