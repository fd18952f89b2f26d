import Foundation
import LMDB
import SceneState
import StoreFormat
import Synchronization
import Testing

/// A session's number is known when it is opened, and no other session ever bears it.
@Suite struct SessionNumberTests {
  private let draft = SceneKey("draft", default: "")

  private static func options(_ hook: CommitHook? = nil) -> SceneStore.Options {
    var options = SceneStore.Options(commitDelay: .zero)
    options.commitsByItself = false
    options.commitHook = hook
    return options
  }

  private func sessions(_ store: SceneStore) throws -> [String] {
    try store.sessions().map { "\($0.number) \($0.id.rawValue)" }
  }

  @Test func `a session has its number at once and keeps it`() throws {
    let folder = try StoreFolder()
    try folder.withStore(Self.options()) { store in
      store.scene("X")[draft] = "written, never opened"
      let opened = store.tick { [store.openSession("A"), store.openSession("B")] }
      #expect(opened.map(\.number) == [1, 2])
      #expect(opened.allSatisfy { !$0.isCommitted })
      #expect(store.openSession("A").number == 1)
      try store.flush()
      #expect(opened.map(\.number) == [1, 2])
      #expect(opened.allSatisfy { $0.isCommitted })
      #expect(try sessions(store) == ["1 A", "2 B", "3 X"])
    }
    try folder.withStore(Self.options()) { store in
      #expect(store.openSession("X").number == 3)
      #expect(store.openSession("C").number == 4)
    }
  }

  @Test func `a number promised while a commit gives numbers is another one`() throws {
    let folder = try StoreFolder()
    let opened = Mutex<OpenedSession?>(nil)
    let current = Mutex<SceneStore?>(nil)
    let hook: CommitHook = { point throws(LMDBError) in
      guard point == .commit, let store = current.withLock({ $0.take() }) else { return }
      let other = try WorkerThread(name: "opener", stackBytes: 1 << 20) {
        let session = store.openSession("A")
        opened.withLock { $0 = session }
      }
      other.join()
    }
    try folder.withStore(Self.options(hook)) { store in
      current.withLock { $0 = store }
      store.scene("X")[draft] = "gets the first number"
      try store.flush()
      let session = try #require(opened.withLock { $0 })
      #expect(session.number == 2)
      try store.flush()
      #expect(session.number == 2)
      #expect(try sessions(store) == ["1 X", "2 A"])
    }
  }

  @Test func `commits that fail do not change the numbers`() throws {
    let folder = try StoreFolder()
    let failures = Counter()
    let hook: CommitHook = { point throws(LMDBError) in
      guard point == .commit, failures.value < 3 else { return }
      failures.add()
      throw .diskFull
    }
    try folder.withStore(Self.options(hook)) { store in
      store.scene("X")[draft] = "first"
      #expect(throws: SceneProblem.self) { try store.flush() }
      let opened = store.openSession("A")
      #expect(opened.number == 2)
      for _ in 0..<2 { #expect(throws: SceneProblem.self) { try store.flush() } }
      try store.flush()
      #expect(opened.number == 2)
      #expect(try sessions(store) == ["1 X", "2 A"])
    }
  }

  @Test func `a number that died with its process is promised again`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(Self.options())
    #expect(store.openSession("A").number == 1)
    store.abandon()
    try folder.withStore(Self.options()) { store in
      let known = try sessions(store)
      #expect(known.isEmpty)
      #expect(store.openSession("B").number == 1)
    }
  }

  @Test func `a scene that takes a destroyed one's name has a number of its own`() throws {
    let folder = try StoreFolder()
    _ = try folder.withStore(Self.options()) { $0.openSession("A") }
    try folder.withStore(Self.options()) { store in
      let (first, second) = store.tick {
        store.destroySession("A")
        let first = store.openSession("A")
        store.destroySession("A")
        return (first, store.openSession("A"))
      }
      #expect([first.number, second.number] == [2, 3])
      try store.flush()
      #expect(second.number == 3)
      #expect(try sessions(store) == ["3 A"])
    }
  }

  @Test func `a number that another process took first is corrected by the commit`() async throws {
    let folder = try StoreFolder()
    let store = try folder.open(Self.options())
    defer { store.close() }
    let opened = store.openSession("A")
    #expect(opened.number == 1)
    let path = folder.store.path
    await #expect(processExitsWith: .exitCode(0)) { [path = path as String] in
      var options = SceneStore.Options(commitDelay: .zero)
      options.commitsByItself = false
      let store = try SceneStore.open(URL(filePath: path), options: options)
      let taken = store.openSession("B").number
      store.destroySession("B")
      store.openSession("C")
      store.close()
      exit(taken == 1 ? 0 : 1)
    }
    try store.flush()
    #expect(opened.isCommitted && opened.number == 3)
    #expect(store.openSession("D").number == 4)
    #expect(try sessions(store) == ["2 C", "3 A"])
  }

  @Test func `without a usable store there is no number yet`() throws {
    let folder = try StoreFolder()
    try Data().write(to: folder.store)
    let store = try folder.open(Self.options())
    let opened = store.openSession("A")
    #expect(opened.number == nil && !opened.isCommitted)
    try FileManager.default.removeItem(at: folder.store)
    try store.flush()
    #expect(opened.number == 1 && opened.isCommitted)
    #expect(store.openSession(SceneID(rawValue: String(repeating: "x", count: 600))).number == nil)
    store.close()
  }

  @Test func `behind the last number the store is full, and what it has can be used`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[draft] = "a" }
    try StrangeWriter.write(folder) { transaction, tables throws(LMDBError) in
      guard let info = tables["info"] else { return }
      let last = InfoKey.bytes(SessionRecord.lastNumber)
      try transaction.put(Array("next-session".utf8), last, in: info)
      try StrangeWriter.record(&transaction, tables, entries: 1)
    }
    try folder.withStore(Self.options()) { store in
      #expect(store.openSession("B").number == SessionRecord.lastNumber)
      try store.flush()
      for id in ["C", "D"] { #expect(store.openSession(SceneID(rawValue: id)).number == nil) }
      store.scene("A")[draft] = "b"
      let problem = #expect(throws: SceneProblem.self) { try store.flush() }
      #expect(problem?.code == .storeNotUsable)
      #expect(problem?.detail == "the store is full: no number is left for a new session")
      #expect(store.scene("A")[draft] == "b" && store.scene("B")[draft] == "")
      store.destroySession("C")
      store.destroySession("D")
    }
    try folder.withStore(Self.options()) { store in
      #expect(store.recoveryReport == nil)
      let known = try sessions(store)
      #expect(known == ["1 A", "\(SessionRecord.lastNumber) B"])
    }
  }

  @Test func `a pending scene takes over the number that its identifier was promised`() throws {
    let folder = try StoreFolder()
    try folder.withStore(Self.options()) { store in
      let opened = store.openSession("A")
      let pending = store.pendingScene()
      pending.scope[draft] = "early"
      pending.resolve("A")
      #expect(store.openSession("A").number == opened.number)
      try store.flush()
      #expect(opened.number == 1)
      #expect(try sessions(store) == ["1 A"])
    }
  }
}
