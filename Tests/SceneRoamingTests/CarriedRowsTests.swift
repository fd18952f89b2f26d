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
    scope[RoamingKeys.isElsewhere] = true
    var content = SceneContent()
    content.apply(try step(CarriedRows(), isSnapshot: true).step)
    let other = SceneStore.temporary()
    let there = other.scene("B")
    there[Self.number] = 1
    there.tab("raven")[Self.text] = "goes"
    try other.flush()
    let arriving = content.arriving(record: content.record)
    #expect(arriving.leftOut == 0)
    try other.take(arriving.scene, as: "B", over: .max)
    #expect(there[Self.number] == 3)
    #expect(there.tab("hawk")[Self.text] == "three")
    #expect(there.tab("raven")[Self.text] == "")
    #expect(!there[RoamingKeys.isElsewhere])
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
  }

  @Test func `later values are told from those that arrived or were carried`() throws {
    let scope = store.scene("A")
    scope[Self.number] = 1
    scope[RoamingKeys.scene] = "name"
    let arrived = try rows()
    #expect(!CarriedRows.hasValues(arrived.rows, after: 0))
    scope[RoamingKeys.isElsewhere] = true
    #expect(!CarriedRows.hasValues(try rows().rows, after: 0))
    scope[Self.number] = 2
    let later = try rows()
    #expect(CarriedRows.hasValues(later.rows, after: arrived.all.sequence))
    #expect(!CarriedRows.hasValues(later.rows, after: later.all.sequence))
  }
}
