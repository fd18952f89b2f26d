import Glibc
import LMDB
import SceneState
import Synchronization
import Testing

/// What a store tells that is no problem, and places it refuses.
@Suite struct StoreRemarkTests {
  private let draft = SceneKey("draft", default: "")

  private static func onFileSystem(_ number: UInt32) -> SceneStore.Options {
    var options = SceneStore.Options(commitDelay: .zero)
    options.environmentHook = { $0.fileSystemType = FileSystemType(rawValue: number) }
    return options
  }

  @Test func `a store on an overlay is a remark and no problem`() throws {
    let folder = try StoreFolder()
    let told = Mutex<[StoreRemark]>([])
    var options = Self.onFileSystem(0x794C_7630)
    options.onRemark = { remark in told.withLock { $0.append(remark) } }
    let store = try folder.open(options)
    defer { store.close() }
    store.scene("A")[draft] = "x"
    try store.flush()
    #expect(store.reportedProblems == [])
    #expect(store.remarks.map(\.code) == [.layeredFileSystem])
    #expect(store.remarks.first?.description.contains("overlay") == true)
    #expect(told.withLock { $0 } == store.remarks)
  }

  @Test func `a scene that another process has open is written with a remark, once`() throws {
    let store = SceneStore.temporary(options: .init(commitDelay: .seconds(600)))
    let owner = try #require(ProcessIdentity.text(of: getppid()))
    try store.claimAsForeigner("A", owner: owner)
    try store.claimAsForeigner("B", owner: owner + "0")
    for text in ["one", "two"] {
      for id: SceneID in ["A", "B", "C"] { store.scene(id)[draft] = text }
      try store.flush()
    }
    #expect(store.remarks.map(\.code) == [.sceneInUse])
    #expect(store.remarks.first?.description.contains("the scene A ") == true)
    #expect(store.reportedProblems == [])
  }

  @Test func `a store on a network file system is refused and works in memory`() throws {
    let folder = try StoreFolder()
    var options = Self.onFileSystem(0x6969)
    let store = try folder.open(options)
    store.scene("A")[draft] = "memory"
    #expect(store.scene("A")[draft] == "memory")
    #expect(store.reportedProblems.map(\.code) == [.storeNotUsable])
    #expect(store.reportedProblems.first?.detail.contains("NFS") == true)
    #expect(throws: SceneProblem.self) { try store.flush() }
    store.close()
    options.allowsAnyFileSystem = true
    try folder.withStore(options) { store in
      store.scene("A")[draft] = "stored"
      try store.flush()
      #expect(store.reportedProblems == [])
    }
    try folder.withStore { #expect($0.scene("A")[draft] == "stored") }
  }

  @Test func `a read of over one second is a remark`() throws {
    let folder = try StoreFolder()
    let now = Atomic(0)
    var options = SceneStore.Options(commitDelay: .seconds(3600))
    // The clock is looked at when a read begins and ends: this one makes each take two seconds.
    options.environmentHook = { options in
      options.clock = { .seconds(2 * now.add(1, ordering: .relaxed).newValue) }
    }
    let store = try folder.open(options)
    defer { store.close() }
    _ = store.scene("A")[draft]
    #expect(store.remarks.contains { $0.code == .longRead })
    #expect(store.reportedProblems == [])
  }

  @Test func `a tick of thousands of pages is one commit and a remark`() throws {
    let folder = try StoreFolder()
    let store = try folder.open(.init(commitDelay: .seconds(3600)))
    let text = String(repeating: "x", count: 1_000_000)
    let before = try store.inspect().lastTransaction
    store.tick {
      for scene in 0..<3 {
        for part in 0..<3 {
          store.scene(SceneID(rawValue: "\(scene)"))[SceneKey("part\(part)", default: "")] = text
        }
      }
    }
    try store.flush()
    #expect(try store.inspect().lastTransaction == before + 1)
    #expect(store.remarks.map(\.code).contains(.largeCommit))
    #expect(store.reportedProblems == [])
    store.close()
    try folder.withStore { store in
      #expect(store.scene("2")[SceneKey("part2", default: "")] == text)
      let entries = try store.inspect().entries
      #expect(entries.map(\.bytes) == Array(repeating: text.count, count: 9))
    }
  }

  @Test func `a tick that is too large is refused whole and what fits is written later`() throws {
    let folder = try StoreFolder()
    var options = SceneStore.Options(commitDelay: .seconds(3600))
    options.environmentHook = { $0.batchPageLimit = 400 }
    let store = try folder.open(options)
    let text = String(repeating: "x", count: 1_000_000)
    let (first, second) = (store.scene("A"), store.scene("B"))
    first[draft] = "before"
    try store.flush()
    store.tick {
      first[draft] = text
      second[draft] = text
    }
    let problem = #expect(throws: SceneProblem.self) { try store.flush() }
    #expect(problem?.code == .storeNotUsable)
    #expect(problem?.detail.contains("the limit is 400") == true)
    #expect(try store.inspect().entries.map(\.bytes) == [6])
    #expect(second[draft] == text)
    #expect(second.facts(of: draft).problem?.code == .storeNotUsable)
    second[draft] = "shorter"
    try store.flush()
    #expect(second.facts(of: draft).problem == nil)
    store.close()
    try folder.withStore { store in
      #expect(store.scene("A")[draft] == text)
      #expect(store.scene("B")[draft] == "shorter")
    }
  }
}
