import FoundationEssentials
import SceneState
import StoreFormat
import Testing

@testable import SceneRoaming

/// What somebody sees who only looks, and what is let go of in the name of a lost machine.
struct ClusterLookTests {
  private let cluster = ModelCluster()

  private func machine(_ name: String) -> ModelMachine {
    ModelMachine(name, cluster, Roaming.Options())
  }

  private func look() throws -> ClusterLook {
    let link = ModelLink(cluster)
    return try ClusterLook(
      "etcd://127.0.0.1:1", app: "com.example.model", user: "ann", Roaming.Options()
    ) { link.connection() }
  }

  private func put(_ key: String, _ bytes: [UInt8]) throws {
    let transaction = ClusterMessage.Transaction(
      compare: [], success: [.put(ClusterMessage.Put(key, bytes))])
    let answer = cluster.answer("kv/txn", [UInt8](try JSONEncoder().encode(transaction)))
    guard case .answered(200, _) = answer else { throw RoamingProblem(.refused) }
  }

  private func content(_ number: Int) -> ModelMachine.Content {
    ModelMachine.Content(number: number, copy: number)
  }

  @Test func `who looks sees every value, the tick that brought it, and whose scene it is`() throws
  {
    let (one, two) = (machine("one"), machine("two"))
    one.write(content(1), to: "A")
    two.write(content(7), to: "A")
    two.write(content(8), to: "B")
    for machine in [one, two] { try machine.carry() }
    let before = cluster.keys
    let look = try look()
    #expect(try look.contents().0.sessionRecords.map(\.id) == ["A@one", "A@two", "B"])
    one.store.scene("A")[ModelMachine.number] = 2
    try one.carry()
    let (contents, unreadable) = try look.contents()
    #expect(unreadable.isEmpty)
    let ticks = contents.values.filter { $0.key.starts(with: SessionRecord.key(number: 1)) }
      .compactMap { Envelope(readable: $0.bytes, key: $0.key)?.sequence }
    #expect(ticks.count == 2 && Set(ticks) == [1, 2] && contents.sequence == 2)
    #expect(try look.check().isSound)
    #expect(
      cluster.keys.filter { !$0.contains("/parts/") } == before.filter { !$0.contains("/parts/") })
  }

  @Test func `what is damaged is told, and the rest is seen all the same`() throws {
    let one = machine("one")
    one.write(content(1), to: "A")
    one.write(content(2), to: "B")
    try one.carry()
    let parts = "/parts/\(one.idInCluster("A"))/"
    let part = try #require(cluster.keys.first { $0.contains(parts) })
    try put(part, [1, 2, 3])
    try put(ModelMachine.names().head("0123"), [4])
    try put(ModelMachine.names().root + "parts/x/y", [5])
    let owner = SceneOwner(epoch: "e", store: "s", device: "lost", tick: 1, since: .now)
    try put(ModelMachine.names().owner("4567"), try owner.bytes)
    let (contents, unreadable) = try look().contents()
    #expect(contents.sessionRecords.map(\.id) == ["B"])
    #expect(unreadable.map(\.code) == [.notReadable, .notReadable])
    let found = try look().check()
    #expect(!found.isSound && found.damaged.map(\.place) == ["0123", "A"])
    #expect(found.endlessOwners == ["lost"] && found.emptyOwners == ["lost"])
    #expect(found.orphanedParts == 1 && found.sceneCount == 3)
    // The part was written over, and so were nothing else's keys.
    #expect(found.olderStates == 1)
  }

  @Test func `a machine that is dropped loses nothing that it typed`() throws {
    let (one, two) = (machine("one"), machine("two"))
    one.write(content(1), to: "A")
    try one.carry()
    one.link.cut()
    one.write(content(2), to: "A")
    let id = one.idInCluster("A")
    #expect(try two.bring(id, takesOver: false) == nil)
    let look = try look()
    #expect(try look.drop(device: "nobody").isEmpty)
    #expect(try look.drop(device: "one").map(\.name) == ["A"])
    #expect(try look.places().map(\.isOwned) == [false])
    // Twice is once.
    #expect(try look.drop(device: "one").count == 1)
    #expect(try two.bring(id, takesOver: false) == "A")
    #expect(two.content(of: "A") == content(1))
    one.link.heal()
    try one.carry()
    #expect(one.content(of: "A") == content(2) && one.idInCluster("A") != id)
    #expect(try look.places().map(\.device).sorted() == ["one", "two"])
  }

  @Test func `a machine that is dropped and wrote nothing since has a copy`() throws {
    let one = machine("one")
    one.write(content(1), to: "A")
    try one.carry()
    _ = try look().drop(device: "one")
    one.restart()
    try one.carry()
    #expect(Roaming.isElsewhere("A", in: one.store))
    #expect(try one.bring(one.idInCluster("A"), takesOver: false) == "A")
    #expect(one.content(of: "A") == content(1))
  }

  @Test func `a copy is a scene of its own`() throws {
    let (one, two) = (machine("one"), machine("two"))
    one.write(content(1), to: "A")
    two.write(content(9), to: "A")
    for machine in [one, two] { try machine.carry() }
    let name = Roaming.SceneName(rawValue: one.idInCluster("A"))
    let copy = try look().copy(name, into: two.store, now: Date(timeIntervalSinceReferenceDate: 1))
    #expect(copy == "A-2" && two.content(of: "A-2") == content(1))
    try two.carry()
    #expect(two.idInCluster("A-2").count == 32 && two.idInCluster("A-2") != name.rawValue)
    #expect(try look().places().count == 3)
    #expect(throws: RoamingProblem(.noSuchScene, detail: "none")) {
      try look().copy(Roaming.SceneName(rawValue: "none"), into: two.store, now: .now)
    }
  }
}
