import LMDB
import SceneState
import Synchronization
import Testing

/// A store whose changes do not gather: `commitDelay` is zero.
@Suite struct CommitAtOnceTests {
  private let count = SceneKey("count", default: 0)
  private let other = SceneKey("other", default: 0)

  /// What a process that dies now leaves.
  private func left(in folder: StoreFolder, by store: SceneStore) throws -> (Int, Int) {
    store.abandon()
    return try folder.withStore { ($0.scene("A")[count], $0.scene("A")[other]) }
  }

  /// Options with which nobody but the writer itself commits.
  private static func alone(_ hook: CommitHook? = nil) -> SceneStore.Options {
    var options = SceneStore.Options(commitDelay: .zero)
    options.commitHook = hook
    return options
  }

  @Test(arguments: ["assignment", "write", "modify", "reset", "tick"])
  func `a write is committed when it returns`(way: String) throws {
    let folder = try StoreFolder()
    let commits = Counter()
    let store = try folder.open(
      Self.alone { (point) throws(LMDBError) in if point == .afterCommit { commits.add() } })
    let scope = store.scene("A")
    scope[count] = 1
    let before = commits.value
    #expect(before > 0)
    switch way {
    case "assignment": scope[count] = 2
    case "write": try scope.write(2, to: count)
    case "modify": scope.modify(count) { $0 += 1 }
    case "reset": scope.reset(count)
    default:
      store.tick {
        scope[count] = 2
        #expect(commits.value == before)
        scope[other] = 2
      }
    }
    #expect(commits.value == before + 1)
    let (value, second) = try left(in: folder, by: store)
    #expect(value == (way == "reset" ? 0 : 2))
    #expect(second == (way == "tick" ? 2 : 0))
  }

  @Test func `what cannot be committed waits, is shown, and has a problem`() throws {
    let folder = try StoreFolder()
    let fails = Atomic<Bool>(false)
    let store = try folder.open(
      Self.alone { (point) throws(LMDBError) in
        if point == .commit, fails.load(ordering: .acquiring) { throw .diskFull }
      })
    let scope = store.scene("A")
    scope[count] = 1
    fails.store(true, ordering: .releasing)
    scope[count] = 2
    #expect(scope[count] == 2)
    #expect(scope.facts(of: count).problem?.code == .storeNotUsable)
    fails.store(false, ordering: .releasing)
    scope[other] = 3
    #expect(scope.facts(of: count).problem == nil)
    #expect(try left(in: folder, by: store) == (2, 3))
  }

  /// A value whose own code writes to a store while it is encoded.
  private struct Chatty: Codable, Equatable, Sendable {
    static let scope = Mutex<SceneScope?>(nil)
    static let key = SceneKey("count", default: 0)
    var text = ""

    func encode(to encoder: any Encoder) throws {
      if let scope = Self.scope.withLock({ $0 }) {
        scope[Self.key] = text.utf8.count
        try scope.store.flush()
      }
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  @Test func `what a value's own code writes in a commit is the next one's`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    let scope = store.scene("A")
    Chatty.scope.withLock { $0 = scope }
    defer { Chatty.scope.withLock { $0 = nil } }
    scope[SceneKey("chatty", default: Chatty())] = Chatty(text: "four")
    #expect(scope[count] == 4)
    scope[other] = 1
    #expect(try left(in: folder, by: store) == (4, 1))
  }
}
