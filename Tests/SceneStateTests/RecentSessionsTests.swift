import LMDB
import Testing

@testable import SceneState
@testable import StoreFormat

/// Which scenes another process reads again after a commit.
@Suite struct RecentSessionsTests {
  private let draft = SceneKey("draft", default: "")

  @Test func `the row says what changed after any commit, and nothing of what it does not know`()
    throws
  {
    var random = DurabilityRandom(seed: 7)
    var recent = try #require(RecentSessions([UInt8](repeating: 0, count: RecentSessions.size)))
    var lastUnnamed: UInt64 = 0
    var history: [UInt64: Set<UInt32>] = [:]
    for sequence in UInt64(1)...400 {
      if random.next() % 40 == 0 {
        lastUnnamed = sequence
        continue
      }
      let sessions = Set((0..<random.next() % 5).map { _ in UInt32(random.next() % 200) })
      history[sequence] = sessions
      if recent.sequence != sequence - 1 { recent = RecentSessions(unknownBefore: sequence) }
      recent.note(
        sessions.reduce(0) { $0 | RecentSessions.place(of: $1) }, at: sequence)
      for _ in 0..<5 {
        let seen = random.next() % sequence
        let changed = recent.changed(after: seen, upTo: sequence)
        guard seen >= lastUnnamed else {
          #expect(changed == nil)
          continue
        }
        let expected = ((seen + 1)...sequence).flatMap { history[$0] ?? [] }
          .reduce(0) { $0 | RecentSessions.place(of: $1) }
        #expect(changed == expected)
      }
      #expect(recent.changed(after: 0, upTo: sequence + 1) == nil)
      #expect(RecentSessions(recent.bytes) == recent)
    }
    #expect(RecentSessions(Array(recent.bytes.dropLast())) == nil)
  }

  @Test func `a commit that names its scenes has only those read again, any other has all`() throws
  {
    let folder = try StoreFolder()
    var options = SceneStore.Options(commitDelay: .zero)
    options.commitsByItself = false
    let store = try folder.open(options)
    defer { store.close() }
    let scopes = ["A", "B"].map { store.scene(SceneID(rawValue: $0)) }
    for scope in scopes { scope[draft] = "ours" }
    try store.flush()
    // Nothing but a look at the file finds the damage.
    try store.corrupt(#require(scopes[1].valueAddress(of: "draft")))
    let address = try #require(scopes[0].valueAddress(of: "draft"))
    try store.writeAsForeigner(
      address, EncodedValue(tag: 5, payload: Array("theirs".utf8)), appVersion: 1)
    store.refresh()
    #expect(scopes[0][draft] == "theirs")
    #expect(scopes[1][draft] == "ours")
    try store.claimAsForeigner("C", owner: "1 1 pid:[1] boot")
    store.refresh()
    #expect(scopes[0][draft] == "theirs")
    #expect(scopes[1].facts(of: draft).problem?.code == .valueNotReadable)
  }

  @Test func `every kind of change names its scene`() throws {
    let folder = try StoreFolder()
    var options = SceneStore.Options(commitDelay: .zero)
    options.commitsByItself = false
    let store = try folder.open(options)
    defer { store.close() }
    // Twenty scenes, so that none has the place of another.
    let scopes = (0..<20).map { store.scene(SceneID(rawValue: "s\($0)")) }
    for scope in scopes { scope[draft] = "x" }
    try store.flush()
    func changed(_ body: () throws -> Void) throws -> Set<UInt32> {
      let connected = try store.core.connection.open()
      func row() throws -> (RecentSessions?, UInt64) {
        try connected.environment.read { txn throws(LMDBError) in
          (
            try txn.get(InfoKey.recentSessions, in: connected.info).flatMap { RecentSessions($0) },
            txn.id &+ connected.epoch
          )
        }
      }
      let before = try row().1
      try body()
      try store.flush()
      let (recent, now) = try row()
      let places = try #require(recent?.changed(after: before, upTo: now))
      return Set((UInt32(0)..<64).filter { places & RecentSessions.place(of: $0) != 0 })
    }
    func number(_ index: Int) throws -> UInt32 {
      try #require(store.sessionNumber(of: SceneID(rawValue: "s\(index)")))
    }
    #expect(try changed { store.app[draft] = "y" } == [0])
    #expect(try changed { scopes[3][draft] = "y" } == [number(3)])
    #expect(try changed { scopes[4].reset(draft) } == [number(4)])
    #expect(try changed { try scopes[5].discard() } == [number(5)])
    #expect(try changed { try scopes[6].copy(to: scopes[7]) }.isSuperset(of: [number(7)]))
    #expect(
      try changed { try scopes[8].move(to: scopes[9]) }.isSuperset(of: [number(8), number(9)]))
    #expect(try changed { store.setAlias("k", for: "s10") } == [number(10)])
    #expect(try changed { store.setRecord([1], for: "s11") } == [number(11)])
    #expect(try changed { store.giveUp("s12", keepingSetAside: true) } == [number(12)])
    let gone = try number(13)
    #expect(try changed { store.destroySession("s13") } == [gone])
    let fresh = try changed { store.scene("new")[draft] = "z" }
    let made = try #require(store.sessionNumber(of: "new"))
    #expect(fresh == [made])
    try store.writeAsForeigner(
      #require(scopes[14].valueAddress(of: "draft")), EncodedValue(tag: 1, payload: [1]),
      appVersion: 1)
    store.refresh()
    #expect(try changed { _ = scopes[14][draft] } == [number(14)])
  }
}
