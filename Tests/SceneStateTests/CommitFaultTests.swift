import LMDB
import SceneState
import Synchronization
import Testing

/// Failures made at the places where a store really fails.
@Suite struct CommitFaultTests {
  private let draft = SceneKey("draft", default: "")
  private let title = SceneKey("title", default: "")

  /// What fails at which point, until it is taken away.
  private final class Faults: Sendable {
    private let standing = Mutex<[CommitPoint: LMDBError]>([:])
    private let passed = Mutex<[CommitPoint]>([])

    func stand(_ error: LMDBError, at point: CommitPoint) {
      standing.withLock { $0[point] = error }
    }
    func end() { standing.withLock { $0 = [:] } }
    var points: [CommitPoint] { passed.withLock { $0 } }

    func options(byItself: Bool = false) -> SceneStore.Options {
      var options = SceneStore.Options(commitDelay: .zero)
      options.recordsCommits = true
      options.commitsByItself = byItself
      options.commitHook = { [self] point throws(LMDBError) in
        passed.withLock { $0.append(point) }
        if let error = standing.withLock({ $0[point] }) { throw error }
      }
      return options
    }
  }

  @Test func `a commit passes the points in order and an empty one none`() throws {
    let folder = try StoreFolder()
    let faults = Faults()
    let store = try folder.open(faults.options())
    defer { store.close() }
    try store.flush()
    #expect(faults.points == [.connect])
    store.scene("A")[draft] = "x"
    try store.flush()
    #expect(faults.points == [.connect, .beforeWrite, .commit, .afterCommit])
  }

  @Test(
    arguments: [CommitPoint.beforeWrite, .commit],
    [
      LMDBError.diskFull, .code(.mapFull, operation: "committing"),
      .system(errno: 30, operation: "writing", path: "data.mdb"), .busy(pid: 7),
    ])
  func `a commit that fails keeps everything waiting until it goes through`(
    point: CommitPoint, error: LMDBError
  ) throws {
    let folder = try StoreFolder()
    let faults = Faults()
    let store = try folder.open(faults.options())
    let scene = store.scene("A")
    scene[title] = "stored"
    try store.flush()
    _ = store.drainCommitLog()
    faults.stand(error, at: point)
    scene[draft] = "waits"
    store.setRecord([1, 2, 3], for: "A")
    #expect(throws: SceneProblem.self) { try store.flush() }
    #expect(scene[draft] == "waits")
    #expect(scene.facts(of: draft).problem?.code == .storeNotUsable)
    #expect(scene.facts(of: draft).problem?.detail == error.description)
    #expect(scene.facts(of: title).problem == nil)
    #expect(store.reportedProblems.map(\.code) == [.storeNotUsable])
    #expect(store.drainCommitLog().isEmpty)
    scene[draft] = "waits longer"
    #expect(scene.facts(of: draft).problem?.code == .storeNotUsable)
    #expect(try store.inspect().entries.map(\.key) == ["title"])
    faults.end()
    try store.flush()
    #expect(scene.facts(of: draft).problem == nil)
    #expect(store.drainCommitLog().count == 1)
    store.close()
    try folder.withStore { store in
      #expect(store.scene("A")[draft] == "waits longer")
      let sessions = try store.sessions()
      #expect(sessions.map(\.record) == [[1, 2, 3]])
    }
  }

  @Test func `what fails after the commit takes nothing back`() throws {
    let folder = try StoreFolder()
    let faults = Faults()
    let store = try folder.open(faults.options())
    faults.stand(.diskFull, at: .afterCommit)
    store.scene("A")[draft] = "there"
    #expect(throws: SceneProblem.self) { try store.flush() }
    #expect(try store.inspect().entries.map(\.json) == [#""there""#])
    #expect(store.scene("A").facts(of: draft).problem == nil)
    store.abandon()
    try folder.withStore { #expect($0.scene("A")[draft] == "there") }
  }

  @Test func `a store that cannot be opened at first shows what it holds when it can`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[title] = "stored" }
    let faults = Faults()
    faults.stand(.busy(pid: 7), at: .connect)
    let store = try folder.open(faults.options())
    let scene = store.scene("A")
    #expect(scene[title] == "")
    scene[draft] = "early"
    #expect(scene.facts(of: title).problem?.code == .storeNotUsable)
    #expect(scene.facts(of: draft).problem?.code == .storeNotUsable)
    #expect(throws: SceneProblem.self) { try store.flush() }
    faults.end()
    try store.flush()
    #expect(scene[title] == "stored")
    #expect(scene.facts(of: title).problem == nil)
    #expect(scene.facts(of: draft).problem == nil)
    store.close()
    try folder.withStore { #expect($0.scene("A")[draft] == "early") }
  }

  @Test(.timeLimit(.minutes(30)))
  func `the next tick tries again by itself`() throws {
    let folder = try StoreFolder()
    let faults = Faults()
    let store = try folder.open(faults.options(byItself: true))
    defer { store.close() }
    let scene = store.scene("A")
    faults.stand(.diskFull, at: .beforeWrite)
    scene[draft] = "one"
    while !faults.points.contains(.beforeWrite) {}
    faults.end()
    scene[draft] = "two"
    while !faults.points.contains(.afterCommit) {}
    try store.flush()
    #expect(try store.inspect().entries.map(\.json) == [#""two""#])
  }

  @Test func `reading what is unreadable notes it without passing the points`() throws {
    let folder = try StoreFolder()
    try folder.withStore { $0.scene("A")[draft] = "bytes" }
    let faults = Faults()
    let store = try folder.open(faults.options())
    defer { store.close() }
    #expect(store.scene("A")[SceneKey("draft", default: 1)] == 1)
    try store.flush()
    #expect(store.setAsideCount == 1)
    #expect(faults.points == [.connect])
  }
}
