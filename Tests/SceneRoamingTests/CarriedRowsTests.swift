import Foundation
import LMDB
import SceneState
import StoreFormat
import Testing

@testable import SceneRoaming

struct CarriedRowsTests {
  private static let number = SceneKey("number", default: 0)
  private static let text = SceneKey("text", default: "")

  private let store = SceneStore.temporary()

  private func rows(of id: SceneID = "A") throws -> (rows: SceneRows, all: RowsOfScenes) {
    try store.flush()
    let all = try store.rows(changedAfter: nil, and: [])
    return (try #require(all.scenes.first { $0.session.id == id }), all)
  }

  private func step(
    _ carried: CarriedRows, isSnapshot: Bool = false, of id: SceneID = "A"
  ) throws -> (step: SceneStep, carried: CarriedRows) {
    let (rows, all) = try rows(of: id)
    return carried.step(to: rows, types: all.types, isSnapshot: isSnapshot)
  }

  @Test func `a step has what changed and what went, and nothing else`() throws {
    let scope = store.scene("A")
    scope[Self.number] = 1
    scope.tab("hawk")[Self.text] = "one"
    let first = try step(CarriedRows(), isSnapshot: true)
    #expect(first.step.rows.count { $0.table == .value } == 2)
    #expect(first.step.rows.count { $0.table == .type } == 2)
    #expect(try step(first.carried).step.rows.isEmpty)
    scope[Self.number] = 2
    scope.tab("hawk").reset(Self.text)
    let second = try step(first.carried)
    #expect(second.step.rows.map(\.table) == [.value, .value])
    #expect(second.step.rows.count { $0.bytes == nil } == 1)
    #expect(try step(second.carried).step.rows.isEmpty)
  }

  @Test func `numbers of sessions and commits stay in the store`() throws {
    store.scene("before")[Self.number] = 1
    try store.flush()
    store.scene("A")[Self.number] = 7
    let other = SceneStore.temporary()
    other.scene("A")[Self.number] = 7
    try other.flush()
    let theirs = try other.rows(changedAfter: nil, and: [])
    let (one, two) = (
      try step(CarriedRows(), isSnapshot: true).step,
      CarriedRows().step(to: theirs.scenes[0], types: theirs.types, isSnapshot: true).step
    )
    #expect(one == two)
  }

  @Test func `a scene arrives in another store with all it had, in place of what was there`() throws
  {
    let scope = store.scene("A")
    scope[Self.number] = 3
    scope.tab("hawk")[Self.text] = "three"
    var content = SceneContent()
    content.apply(try step(CarriedRows(), isSnapshot: true).step)
    let other = SceneStore.temporary()
    let there = other.scene("B")
    there[Self.number] = 1
    there.tab("raven")[Self.text] = "goes"
    try other.flush()
    let row = RoamingRow(id: "name", digest: content.digest)
    let arriving = content.arriving(record: content.record, roaming: row)
    #expect(arriving.leftOut == 0)
    try other.take(arriving.scene, as: "B", over: .max)
    #expect(there[Self.number] == 3)
    #expect(there.tab("hawk")[Self.text] == "three")
    #expect(there.tab("raven")[Self.text] == "")
    #expect(other.roaming("B") == row)
  }

  @Test func `a value that was just written is not replaced`() throws {
    store.scene("A")[Self.number] = 1
    let seen = try rows().all.sequence
    store.scene("A")[Self.number] = 2
    let scene = ArrivingScene(record: [], values: [], setAside: [], types: [:])
    let problem = #expect(throws: SceneProblem.self) {
      try store.take(scene, as: "A", over: seen)
    }
    #expect(problem?.code == .sessionInUse)
    #expect(store.scene("A")[Self.number] == 2)
    // Nor is one that was just removed, and a name that somebody has is no new one.
    let later = try rows().all.sequence
    store.scene("A").reset(Self.number)
    for seen in [later, nil] {
      #expect(throws: SceneProblem.self) { try store.take(scene, as: "A", over: seen) }
    }
    try store.take(scene, as: "A", over: try rows().all.sequence)
  }

  @Test func `equal scenes have equal digests in every store`() throws {
    let scope = store.scene("A")
    scope[Self.number] = 3
    scope.tab("hawk")[Self.text] = "three"
    let (step, carried) = try step(CarriedRows(), isSnapshot: true)
    var content = SceneContent()
    content.apply(step)
    #expect(content.digest == carried.digest)
    let other = SceneStore.temporary()
    other.scene("before")[Self.number] = 1
    try other.flush()
    try other.take(content.arriving(record: content.record).scene, as: "B", over: .max)
    let arrived = try #require(
      try other.rows(changedAfter: nil, and: []).scenes.first { $0.session.id == "B" })
    #expect(CarriedRows(arrived).digest == carried.digest)
    // What went is told as well as what came.
    scope.tab("hawk").reset(Self.text)
    #expect(CarriedRows(try rows().rows).digest != carried.digest)
    scope.tab("hawk")[Self.text] = "three"
    #expect(CarriedRows(try rows().rows).digest == carried.digest)
  }

  @Test func `copies and moves leave a scene its name in the cluster`() throws {
    store.scene("A")[Self.number] = 1
    let session = try rows().rows.session
    let digest = SceneDigest(scene: 7, values: 3)
    try store.setRoaming([session.number: RoamingRow(id: "name", isElsewhere: true, digest: digest)]
    )
    try store.scene("A").copy(to: store.scene("B"))
    #expect(store.roaming("A") == RoamingRow(id: "name", isElsewhere: true, digest: digest))
    #expect(store.roaming("B") == nil)
    store.destroySession("A")
    // It stays until the cluster knows.
    let found = try rows(of: "B").all
    #expect(found.roaming[session.number]?.id == "name")
    #expect(found.sessions[session.number] == nil)
    try store.setRoaming([session.number: nil])
    #expect(try rows(of: "B").all.roaming.isEmpty)
  }

  @Test func `a copy of a store's file has a number of its own`() throws {
    let folder = try #require(store.directory)
    let copy = folder.appending(path: "../copy.store").standardizedFileURL
    func identity(
      of store: SceneStore, orNew number: UInt128
    ) throws(SceneProblem) -> StoreIdentity? {
      try store.beginCarrying { number }
      return try store.rows(changedAfter: .max, and: []).identity
    }
    #expect(try identity(of: store, orNew: 17)?.number == 17)
    // What was built anew from a store is the same one, and a copy of it is not.
    try store.compact()
    try FileManager.default.createDirectory(
      at: copy, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: copy) } }
    try FileManager.default.copyItem(
      at: folder.appending(path: "data.mdb"), to: copy.appending(path: "data.mdb"))
    #expect(try identity(of: store, orNew: 18)?.number == 17)
    let other = try SceneStore.open(copy)
    #expect(try identity(of: other, orNew: 19)?.number == 19)
    other.close()
    // Those where nobody carries leave one together, each that carries its own.
    for count in [2, 2, 2, 3, 4] {
      let again = try SceneStore.open(copy)
      let carries = count > 2
      if carries { try again.beginCarrying { 20 } }
      for number in 0..<3 {
        again.scene("A")[Self.number] = number
        try again.flush()
      }
      let identity = try #require(try again.rows(changedAfter: .max, and: []).identity)
      #expect(identity.marks.count == count && (identity.marks.last?.name != 0) == carries)
      again.close()
    }
  }

  @Test func `a store knows its own commits, and none from before it was put back`() {
    var store = StoreIdentity(number: 1, file: 2)
    store.marks = [.init(name: 7, sequence: 10), .init(name: 8, sequence: 20)]
    #expect(StoreIdentity(store.bytes) == store)
    #expect(store.hasMade(20, under: 7, upTo: 30) && store.hasMade(30, under: 8, upTo: 30))
    #expect(!store.hasMade(21, under: 7, upTo: 30) && !store.hasMade(31, under: 8, upTo: 30))
    // Of what was there before the oldest mark nobody knows whose it was.
    #expect(!store.hasMade(11, under: 9, upTo: 30) && store.hasMade(10, under: 9, upTo: 30))
    #expect(StoreIdentity(Array(store.bytes.prefix(24)))?.marks.isEmpty == true)
    #expect(StoreIdentity([1]) == nil)
    store.marks += (100..<200).map { .init(name: $0, sequence: UInt64($0)) }
    #expect(StoreIdentity(store.bytes)?.marks == store.marks.suffix(StoreIdentity.mostMarks))
  }
}
