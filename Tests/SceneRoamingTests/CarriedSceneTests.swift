import FoundationEssentials
import SceneState
import StoreFormat
import Testing

@testable import SceneRoaming

struct CarriedSceneTests {
  /// The head that a store wrote at a tick, holding so much.
  private func head(_ tick: UInt64, by store: String = "here", digest: UInt128 = 0) -> SceneHead {
    var head = SceneHead(
      name: "A", title: nil, epoch: "epoch of \(store)", store: store, device: "desk")
    (head.tick, head.digest) = (tick, SceneHead.text(digest))
    return head
  }

  private func holding(_ scene: UInt128, values: UInt128? = nil) -> SceneDigest {
    SceneDigest(scene: scene, values: values ?? scene * 10)
  }

  private func successor(of head: SceneHead) -> SceneHead {
    head.takenOver(
      by: SceneOwner(
        epoch: "new", store: "there", device: "couch", tick: head.tick,
        since: Date(timeIntervalSince1970: 0)), at: .init(mark: 5, sequence: 7))
  }

  @Test func `who takes a scene over says up to where`() {
    let next = successor(of: head(3, digest: 17))
    #expect(next.store == "there")
    #expect(next.tick == 3 && next.commit?.sequence == 7)
    #expect(next.taken == ["here": .init(epoch: "epoch of here", tick: 3, digest: "11")])
    let back = next.takenOver(
      by: SceneOwner(
        epoch: "newer", store: "here", device: "desk", tick: 3,
        since: Date(timeIntervalSince1970: 0)), at: .init(mark: 5, sequence: 7))
    #expect(back.taken["there"]?.epoch == "new")
  }

  @Test func `a head names so many stores, and the last ones`() {
    var next = head(0, by: "store 0")
    for number in 1...100 {
      next = next.takenOver(
        by: SceneOwner(
          epoch: "\(number)", store: "store \(number)", device: "desk", tick: next.tick,
          since: Date(timeIntervalSince1970: 0)), at: .init(mark: 5, sequence: 7))
      next.tick += 1
    }
    #expect(next.taken.count == 64)
    #expect(next.taken["store 99"] != nil && next.taken["store 35"] == nil)
  }

  @Test func `what a head names is known until another one moves it`() {
    var scene = CarriedScene(id: "1", local: "A")
    (scene.head, scene.rows) = (head(1), CarriedRows())
    scene.learn(head(1), at: 5)
    #expect(scene.rows != nil && scene.headRevision == 5 && scene.tick == 1)
    scene.learn(head(9), at: 6)
    #expect(scene.rows == nil && scene.tick == 9)
  }

  @Test func `only what a successor did not take over is later`() {
    let row = RoamingRow(id: "1")
    var next = successor(of: head(1, digest: 5))
    #expect(!row.hasLater(holding(5), than: next, store: "here"))
    #expect(row.hasLater(holding(6), than: next, store: "here"))
    // The successor went on; what it began with is still what was taken from here.
    next.digest = SceneHead.text(8)
    #expect(!row.hasLater(holding(5), than: next, store: "here"))
    #expect(!row.hasLater(holding(8), than: next, store: "here"))
    #expect(row.hasLater(holding(5), than: next, store: "another"))
  }

  @Test func `a copy has nothing later until somebody writes into it`() {
    let row = RoamingRow(id: "1", isElsewhere: true, digest: holding(7))
    #expect(!row.hasLater(holding(7), than: nil, store: "here"))
    #expect(row.hasLater(holding(8), than: nil, store: "here"))
    // Its window wrote down what it showed when it was let go of.
    #expect(!row.hasLater(holding(8, values: 70), than: nil, store: "here"))
  }
}
