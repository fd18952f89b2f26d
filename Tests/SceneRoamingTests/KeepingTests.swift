import Foundation
import LMDB
import SceneLifecycle
import StoreFormat
import Synchronization
import Testing

@testable import SceneRoaming
@testable import SceneState

/// What one machine must not take from the others: by damage, by its past, or by its size.
struct KeepingTests {
  private let cluster = ModelCluster()

  private func machine(_ name: String) -> ModelMachine {
    ModelMachine(name, cluster, Roaming.Options(patience: .zero, leaseSeconds: 0))
  }

  private func write(_ number: Int, on machine: ModelMachine) throws {
    machine.write(ModelMachine.Content(number: number, copy: number), to: "A")
    try machine.store.flush()
  }

  /// Changes a byte of each value of a name where it stands.
  private func damage(_ name: String, on machine: ModelMachine) throws {
    let found = try machine.store.rows(changedAfter: nil, and: [])
    let values = try #require(found.scenes.first).values
    var count = 0
    try machine.store.core.transactAlone { writer, txn throws(LMDBError) in
      for index in 0..<values.count {
        let key = values.key(index)
        var bytes = Array(values.value(index))
        guard StoredKey.name(in: key, bytes) == name else { continue }
        bytes[bytes.count - 1] ^= 0xff
        try txn.put(key, bytes, in: writer.open.values)
        count += 1
      }
    }
    #expect(count == 1)
  }

  @Test(arguments: [false, true])
  func `a value that is damaged here is whole elsewhere`(restarts: Bool) throws {
    let (desk, lap) = (machine("desk"), machine("lap"))
    try write(1, on: desk)
    try desk.carry()
    try damage("copy", on: desk)
    if restarts { desk.restart() }
    desk.store.scene("A")[ModelMachine.number] = 2
    try desk.store.flush()
    try desk.carry()
    let scene = try #require(try lap.bring(desk.idInCluster("A"), takesOver: true))
    #expect(lap.content(of: scene).number == 2)
    #expect(lap.content(of: scene).copy == 1)
  }

  /// A store's file is put back to what it was before something was carried, which the machine may
  /// still have: then two copies of one disk carry.
  @Test(arguments: [false, true])
  func `a store that was put back to an earlier moment replaces nothing`(isCopy: Bool) throws {
    let temporary = SceneStore.temporary()
    let folder = try #require(temporary.directory)
    temporary.close()
    let file = folder.appending(path: "data.mdb")
    func opened() throws -> ModelMachine {
      ModelMachine(
        "desk", cluster, Roaming.Options(patience: .zero, leaseSeconds: 0),
        store: try SceneStore.open(folder))
    }
    var desk = try opened()
    try write(1, on: desk)
    try desk.carry()
    let id = desk.idInCluster("A")
    desk.store.close()
    let before = try Data(contentsOf: file)
    desk = try opened()
    try write(2, on: desk)
    try desk.carry()
    desk.store.close()
    try before.write(to: file)
    let (headKey, ownerKey) = (ModelMachine.names().head(id), ModelMachine.names().owner(id))
    if !isCopy { cluster.remove { $0 == ownerKey } }
    let (head, owner) = (try cluster.pair(headKey), try cluster.pair(ownerKey))
    // What is done before it asks does not make it know what it carried, however often, nor do
    // openings that carry and find no cluster.
    for number in 3..<80 {
      desk = try opened()
      if number.isMultiple(of: 2) { desk.link.cut() }
      try write(number, on: desk)
      if number.isMultiple(of: 2) { #expect(throws: RoamingProblem.self) { try desk.carry() } }
      desk.store.close()
    }
    desk = try opened()
    if isCopy {
      let problem = #expect(throws: RoamingProblem.self) { try desk.carry() }
      #expect(problem?.code == .waitsForLease && desk.forks.isEmpty)
    }
    try desk.carry()
    #expect(desk.forks.map(\.scene) == ["A"])
    #expect(desk.content(of: "A").number == 79)
    #expect(try cluster.pair(headKey) == head)
    #expect(try cluster.pair(ownerKey) == owner)
    let lap = machine("lap")
    let scene = try #require(try lap.bring(id, takesOver: true))
    #expect(lap.content(of: scene).number == 2)
  }

  @Test func `a process of before whose mark is gone is waited for, and nothing is lost`() throws {
    let desk = machine("desk")
    try write(1, on: desk)
    try desk.carry()
    let ownerKey = ModelMachine.names().owner(desk.idInCluster("A"))
    var owner = try #require(try SceneOwner(cluster.pair(ownerKey)))
    owner.epoch = "ffffffff" + owner.epoch.dropFirst(8)
    cluster.put(ownerKey, try owner.bytes)
    desk.restart()
    try write(2, on: desk)
    #expect(throws: RoamingProblem(.waitsForLease, detail: "desk")) { try desk.carry() }
    #expect(!Roaming.isElsewhere("A", in: desk.store))
    cluster.remove { $0 == ownerKey }
    try desk.carry()
    #expect(desk.forks.isEmpty && !Roaming.isElsewhere("A", in: desk.store))
    let scene = try #require(try machine("lap").bring(desk.idInCluster("A"), takesOver: true))
    #expect(scene == "A")
  }

  @Test func `a scene that waits is not decided upon, and keeps no other one back`() throws {
    let options = Roaming.Options(patience: .zero, leaseSeconds: 10)
    let (desk, lap) = (ModelMachine("desk", cluster, options), machine("lap"))
    for scene in ["A", "B", "C"] as [SceneID] {
      desk.write(ModelMachine.Content(number: 1), to: scene)
    }
    try desk.store.flush()
    try desk.carry()
    let (waiting, gone) = (desk.idInCluster("A"), desk.idInCluster("B"))
    _ = try #require(try lap.bring(desk.idInCluster("C"), takesOver: true))
    let ownerKey = ModelMachine.names().owner(waiting)
    var owner = try #require(try SceneOwner(cluster.pair(ownerKey)))
    owner.epoch = "ffffffff" + owner.epoch.dropFirst(8)
    cluster.put(ownerKey, try owner.bytes)
    desk.restart()
    // Nor is anything decided for somebody who brings it.
    desk.write(ModelMachine.Content(number: 2), to: "A")
    #expect(throws: RoamingProblem(.waitsForLease, detail: "desk")) {
      _ = try desk.bring(waiting, takesOver: true)
    }
    #expect(desk.forks.isEmpty && !Roaming.isElsewhere("A", in: desk.store))
    for scene in ["A", "B"] as [SceneID] { desk.store.destroySession(scene) }
    desk.write(ModelMachine.Content(number: 2), to: "C")
    try desk.store.flush()
    try desk.carrier.work.withLock { work throws(RoamingProblem) in
      try desk.carrier.carryAllThatCan(&work)
    }
    #expect(desk.forks.map(\.scene) == ["C"])
    #expect(try cluster.pair(ModelMachine.names().head(desk.idInCluster("C"))) != nil)
    #expect(try cluster.pair(ModelMachine.names().head(gone)) == nil)
    #expect(try cluster.pair(ModelMachine.names().head(waiting)) != nil)
    // A cluster that was gone meanwhile gives each lease its time once more.
    func passTime() {
      desk.carrier.work.withLock { work in
        work.strangers["ffffffff"]? -= .seconds(21)
        work.leaseIsKeptUntil = .zero
      }
    }
    passTime()
    desk.link.cut()
    #expect(throws: RoamingProblem.self) { try desk.carry() }
    desk.link.heal()
    #expect(throws: RoamingProblem(.waitsForLease, detail: "desk")) { try desk.carry() }
    // Of a mark that was seen so long ago it is known, in whatever scene it comes up.
    passTime()
    try desk.carry()
    #expect(desk.carrier.report.withLock { $0.backlog.problem?.code } == .isElsewhere)
  }

  @Test func `another store in the place of one that carries is another machine's`() throws {
    let desk = machine("desk")
    try write(1, on: desk)
    try desk.carry()
    let (before, number) = (desk.idInCluster("A"), desk.carrier.work.withLock { $0.storeID })
    let session = try #require(
      try desk.store.rows(changedAfter: nil, and: []).sessions.first { $0.value == "A" }?.key)
    try desk.store.core.transactAlone { writer, txn throws(LMDBError) in
      _ = try txn.delete(InfoKey.storeID, in: writer.open.info)
      _ = try txn.delete(InfoKey.roaming(session), in: writer.open.info)
    }
    try desk.carry()
    #expect(desk.carrier.work.withLock { $0.storeID } != number)
    #expect(desk.idInCluster("A") != before && desk.forks.isEmpty)
    // Who wants what the other one had need not wait: nobody has it.
    #expect(try cluster.pair(ModelMachine.names().owner(before)) == nil)
    #expect(try cluster.pair(ModelMachine.names().owner(desk.idInCluster("A"))) != nil)
    let lap = machine("lap")
    let scene = try #require(try lap.bring(desk.idInCluster("A"), takesOver: true))
    #expect(lap.content(of: scene).number == 1)
  }

  @Test func `an opening that carries leaves one mark, and all others one together`() throws {
    func marks(_ row: [UInt8]) -> [UInt64]? { StoreIdentity(row)?.marks.map(\.sequence) }
    let mark = HistoryMark(isWanted: true)
    mark.carry()
    var row = mark.marked(StoreIdentity(number: 1, file: 2).bytes, before: 5)
    #expect(marks(row) == [4])
    #expect(mark.marked(row, before: 9, ofFile: 2) == row)
    for _ in 0..<3 { row = HistoryMark(isWanted: true).marked(row, before: 9) }
    #expect(marks(row) == [4, 8])
    let next = HistoryMark(isWanted: true)
    next.carry()
    #expect(marks(next.marked(row, before: 12)) == [4, 8, 11])
    // Nor does one that carries leave more than one, however many others come and go meanwhile.
    row = mark.marked(row, before: 12)
    #expect(marks(row) == [4])
    #expect(StoreIdentity(row)?.lastName == mark.name)
    #expect(mark.marked([1], before: 9) == [1])
  }

  @Test func `a cluster that went back to before a scene was brought gets it back`() throws {
    let (desk, lap) = (machine("desk"), machine("lap"))
    try write(1, on: desk)
    try desk.carry()
    let saved = cluster.saved()
    try write(2, on: desk)
    try desk.carry()
    let scene = try #require(try lap.bring(desk.idInCluster("A"), takesOver: true))
    cluster.goBack(to: saved)
    _ = #expect(throws: RoamingProblem.self) { try lap.carry() }
    try lap.carry()
    // The cluster has 1, and says that it is another machine's.
    #expect(lap.forks.map(\.scene) == [scene])
    let hall = machine("hall")
    let there = try #require(try hall.bring(lap.idInCluster(scene), takesOver: true))
    #expect(hall.content(of: there).number == 2)
  }

  @Test func `a key that stays from now on makes no fork of the copies`() throws {
    let (desk, lap) = (machine("desk"), machine("lap"))
    desk.store.scene("A")[SceneKey("size", default: 0)] = 7
    try write(1, on: desk)
    try desk.carry()
    _ = try #require(try lap.bring(desk.idInCluster("A"), takesOver: true))
    desk.restart()
    try desk.carry()
    #expect(Roaming.isElsewhere("A", in: desk.store))
    desk.restart()
    let size = SceneKey("size", default: 0, scope: .scene, options: .thisDevice)
    #expect(desk.store.scene("A")[size] == 7)
    try desk.carry()
    #expect(desk.forks.isEmpty)
    #expect(Roaming.isElsewhere("A", in: desk.store))
  }

  @Test func `a small change of a large scene is small for a long time`() throws {
    let (desk, lap) = (machine("desk"), machine("lap"))
    let text = SceneKey("text", default: "")
    desk.store.scene("A")[text] = String(repeating: "a", count: 600 << 10)
    for number in 1...50 {
      try write(number, on: desk)
      try desk.carry()
    }
    let id = desk.idInCluster("A")
    let head = try #require(try SceneHead(cluster.pair(ModelMachine.names().head(id))))
    // 600 KiB are sent twice: at the beginning, and after 37 changes.
    #expect(head.chain.count == 13 && head.chain[0].bytes > 600 << 10)
    #expect(head.chain.dropFirst().allSatisfy { $0.bytes < 1 << 10 })
    let scene = try #require(try lap.bring(id, takesOver: true))
    #expect(lap.content(of: scene).number == 50)
    #expect(lap.store.scene(scene)[text].count == 600 << 10)
  }

  @Test func `a record keeps what other versions wrote, and what belongs to the machine`() throws {
    let text = #"{"scene":"main","title":"Tala","future":[1,2],"arrangement":"left-half"}"#
    let sent = RoamingRecord.roaming(Array(text.utf8))
    let now = Date(timeIntervalSince1970: 1_000_000_000)
    var here = SceneRecord(created: now)
    (here.title, here.arrangement) = ("Aponi", "right-half")
    let arrived = RoamingRecord.arriving(sent, over: here.bytes, now: .distantFuture)
    let record = SceneRecord(bytes: arrived, now: .distantFuture)
    #expect(record.title == "Tala" && record.arrangement == "right-half")
    #expect(record.created == now)
    #expect(String(decoding: arrived, as: UTF8.self).contains(#""future":[1,2]"#))
    #expect(RoamingRecord.roaming(arrived) == sent)
  }

  @Test func `a title of any length has room in a list of places`() {
    var record = SceneRecord(created: .distantPast)
    record.title = String(repeating: "ä", count: 300_000)
    let title = RoamingRecord.title(record.bytes)
    #expect(title?.count == 200 && title?.hasSuffix("ä…") == true)
    let marks = "a" + String(repeating: "\u{301}", count: 300_000)
    record.title = marks
    #expect(RoamingRecord.title(record.bytes)?.utf8.count ?? 0 < 1000)
    record.title = String(repeating: "ä", count: 300_000)
    #expect(
      SceneRecord(bytes: RoamingRecord.roaming(record.bytes), now: .distantPast).title?.count
        == 300_000)
  }
}
