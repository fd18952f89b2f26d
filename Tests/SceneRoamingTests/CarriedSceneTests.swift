import SceneState
import Testing

@testable import SceneRoaming

struct CarriedSceneTests {
  private static let number = SceneKey("number", default: 0)

  private let store = SceneStore.temporary()

  /// The head that a store wrote at a tick.
  private func head(_ tick: UInt64, by store: String = "here", position: UInt64 = 0) -> SceneHead {
    var head = SceneHead(
      name: "A", title: nil, epoch: "epoch of \(store)", store: store, device: "desk")
    (head.tick, head.position) = (tick, position)
    return head
  }

  private func write(_ value: Int) throws -> (rows: SceneRows, sequence: UInt64) {
    store.scene("A")[Self.number] = value
    try store.flush()
    let found = try store.rows(changedAfter: nil, and: [])
    return (found.scenes[0], found.sequence)
  }

  private func carried(_ rows: SceneRows) -> CarriedRows {
    CarriedRows().step(to: rows, types: [:], isSnapshot: true).carried
  }

  private func successor(of head: SceneHead) -> SceneHead {
    head.takenOver(
      by: SceneOwner(epoch: "new", store: "there", device: "couch", tick: head.tick))
  }

  @Test func `who takes a scene over says up to where`() {
    let next = successor(of: head(3, position: 17))
    #expect(next.store == "there")
    #expect(next.tick == 3)
    #expect(next.taken == ["here": .init(epoch: "epoch of here", tick: 3, position: 17)])
    let back = next.takenOver(
      by: SceneOwner(epoch: "newer", store: "here", device: "desk", tick: 3))
    #expect(back.taken["there"]?.epoch == "new")
  }

  @Test func `a step whose answer got lost was carried if the head names it`() throws {
    let rows = carried(try write(1).rows)
    var scene = CarriedScene(id: "1", local: "A", session: 1)
    scene.attempt = .init(head: head(1), rows: rows)
    scene.learn(head(1), at: 5)
    #expect(scene.rows == rows && scene.headRevision == 5 && scene.tick == 1)
    scene.attempt = .init(head: head(2), rows: CarriedRows())
    scene.learn(head(1), at: 5)
    #expect(scene.rows == rows)
    scene.learn(head(9), at: 6)
    #expect(scene.rows == nil && scene.tick == 9)
  }

  @Test func `only what a successor did not take over is later`() throws {
    let (first, sequence) = try write(1)
    var scene = CarriedScene(id: "1", local: "A", session: 1)
    (scene.head, scene.rows) = (head(1, position: sequence), carried(first))
    let next = successor(of: head(1, position: sequence))
    #expect(!scene.hasLater(first, than: next, store: "here"))
    #expect(!scene.hasLater(first, than: head(1, position: sequence), store: "here"))
    let (second, _) = try write(2)
    #expect(scene.hasLater(second, than: next, store: "here"))
    // The answer to the second step got lost, and the successor has it.
    scene.attempt = .init(head: head(2), rows: carried(second))
    #expect(!scene.hasLater(second, than: successor(of: head(2)), store: "here"))
  }

  @Test func `after a start the commits of the values tell`() throws {
    let (first, sequence) = try write(1)
    let scene = CarriedScene(id: "1", local: "A", session: 1)
    let next = successor(of: head(1, position: sequence))
    #expect(!scene.hasLater(first, than: next, store: "here"))
    #expect(scene.hasLater(try write(2).rows, than: next, store: "here"))
  }
}
