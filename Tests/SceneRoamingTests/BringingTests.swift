import SceneState
import StoreFormat
import Synchronization
import Testing

@testable import SceneRoaming

/// What may go wrong while a scene goes from one machine to another.
struct BringingTests {
  private let cluster = ModelCluster()

  private func machine(_ name: String, _ options: Roaming.Options? = nil) -> ModelMachine {
    ModelMachine(
      name, cluster, options ?? Roaming.Options(patience: .zero, leaseSeconds: 0))
  }

  /// A machine with a scene that was carried, and the scene's name in the cluster.
  private func desk(_ options: Roaming.Options? = nil) throws -> (machine: ModelMachine, id: String)
  {
    let desk = machine("desk", options)
    try write(1, on: desk)
    try desk.carry()
    return (desk, desk.idInCluster("A"))
  }

  private func write(_ number: Int, on machine: ModelMachine, _ scene: SceneID = "A") throws {
    machine.write(ModelMachine.Content(number: number, copy: number), to: scene)
    try machine.store.flush()
  }

  /// What a machine hears from its watch, which models have not.
  private func hear(on machine: ModelMachine) throws {
    let carrier = machine.carrier
    try carrier.work.withLock { try carrier.takeIn(carrier.wholeTable(), &$0) }
  }

  @Test func `a scene of which the cluster lost a part is nobody's loss`() throws {
    let (desk, id) = try desk()
    let lap = machine("lap")
    cluster.remove { $0.contains("/parts/") }
    // Nobody is asked to let go of what cannot be read, and nobody takes it.
    let problem = #expect(throws: RoamingProblem.self) { try lap.bring(id, takesOver: true) }
    #expect(problem?.code == .notReadable)
    // It was let go of all the same: who has all of it takes it back, and sends it again.
    try desk.carrier.work.withLock { try desk.carrier.letGo(id, &$0) }
    #expect(try desk.bring(id, takesOver: false) == "A")
    try desk.carry()
    let scene = try #require(try lap.bring(id, takesOver: true))
    #expect(lap.content(of: scene).number == 1)
    #expect(desk.forks.isEmpty)
  }

  @Test func `who has a scene of which the cluster lost a part sends it again`() throws {
    let (desk, id) = try desk()
    let lap = machine("lap")
    cluster.remove { $0.contains("/parts/") }
    #expect(try lap.bring(id, takesOver: false) == nil)
    try desk.answerAsks()
    #expect(!Roaming.isElsewhere("A", in: desk.store))
    #expect(cluster.keys.contains { $0.contains("/parts/") })
    // Now it can be read, and is asked for.
    #expect(try lap.bring(id, takesOver: false) == nil)
    try desk.answerAsks()
    #expect(Roaming.isElsewhere("A", in: desk.store))
    let scene = try #require(try lap.bring(id, takesOver: false))
    #expect(lap.content(of: scene).number == 1)
    #expect(desk.forks.isEmpty)
  }

  @Test func `of two who waited for a scene the first one keeps it`() throws {
    let (desk, id) = try desk()
    let (lap, hall) = (machine("lap"), machine("hall"))
    for other in [lap, hall] { #expect(try other.bring(id, takesOver: false) == nil) }
    #expect(try lap.bring(id, takesOver: true) != nil)
    let from = desk.carrier.work.withLock { $0.storeID }
    let attempt = try hall.carrier.work.withLock { work throws(RoamingProblem) in
      try hall.carrier.tryToBring(id, &work, .takes, from: from)
    }
    guard case .asked(let holder) = attempt else {
      Issue.record("it was taken from who had just got it")
      return
    }
    #expect(holder?.device == "lap")
  }

  @Test func `a scene whose taking nobody heard of is taken again`() throws {
    let (_, id) = try desk()
    let lap = machine("lap")
    try lap.carry()
    // The lease, what there is of the scene, its one part, then the taking.
    lap.link.plan(.unanswered, after: 3)
    #expect(try lap.bring(id, takesOver: true) == nil)
    let places = try lap.carrier.work.withLock { try lap.carrier.places(&$0) }
    #expect(places.map(\.isHere) == [false] && places.map(\.device) == ["lap"])
    let scene = try #require(try lap.bring(id, takesOver: false))
    #expect(lap.content(of: scene).number == 1)
    let later = try lap.carrier.work.withLock { try lap.carrier.places(&$0) }
    #expect(later.map(\.isHere) == [true])
  }

  @Test func `a scene that finds no room goes back to nobody`() throws {
    let (desk, id) = try desk()
    let full = Mutex<SceneStore?>(nil)
    var options = Roaming.Options(patience: .zero, leaseSeconds: 0)
    options.hook = { if $0 == .afterTaking { full.withLock { $0 }?.close() } }
    let lap = machine("lap", options)
    full.withLock { $0 = lap.store }
    let problem = #expect(throws: RoamingProblem.self) { try lap.bring(id, takesOver: true) }
    #expect(problem?.code == .storeNotUsable)
    #expect(!cluster.keys.contains { $0.contains("/owners/\(id)") })
    let hall = machine("hall")
    let scene = try #require(try hall.bring(id, takesOver: false))
    #expect(hall.content(of: scene).number == 1)
    try desk.carry()
    #expect(desk.forks.isEmpty)
  }

  @Test func `who took a scene and ended is heard of, too`() throws {
    let (desk, id) = try desk()
    let lap = machine("lap")
    let scene = try #require(try lap.bring(id, takesOver: true))
    try write(2, on: lap, scene)
    try lap.carry()
    try lap.carrier.work.withLock { work in
      try lap.carrier.client.revokeLease(try #require(work.lease))
    }
    try hear(on: desk)
    #expect(Roaming.isElsewhere("A", in: desk.store))
    #expect(desk.forks.isEmpty)
    // A lease of its own that ended is no such thing: the scene is taken again.
    #expect(try desk.bring(id, takesOver: false) == "A")
    #expect(desk.content(of: "A").number == 2)
    try desk.carrier.work.withLock { work in
      try desk.carrier.client.revokeLease(try #require(work.lease))
    }
    try hear(on: desk)
    #expect(!Roaming.isElsewhere("A", in: desk.store))
    #expect(cluster.keys.contains { $0.contains("/owners/\(id)") })
  }

  @Test func `a window that is opened meanwhile keeps its name`() throws {
    let (_, id) = try desk()
    let opening = Mutex<SceneStore?>(nil)
    var options = Roaming.Options(patience: .zero, leaseSeconds: 0)
    options.hook = { point in
      guard point == .afterTaking, let store = opening.withLock({ $0 }) else { return }
      store.scene("A")[ModelMachine.number] = 7
    }
    let lap = machine("lap", options)
    opening.withLock { $0 = lap.store }
    // Where it was free when the scene was read, and is not when it comes.
    let scene = try #require(try lap.bring(id, takesOver: true))
    #expect(scene == "A-2")
    #expect(lap.content(of: "A").number == 7)
    #expect(lap.content(of: scene).number == 1)
  }

  @Test func `parts that nobody names go with the next owner`() throws {
    let (desk, id) = try desk()
    let names = ModelMachine.names()
    cluster.put(names.part(id, epoch: "an owner who was killed", tick: 9, number: 0), [1, 2, 3])
    let count = cluster.keys.count
    cluster.endLeases()
    desk.restart()
    try desk.carry()
    #expect(cluster.keys.count { $0.contains("/parts/") } == 1)
    #expect(cluster.keys.count == count - 1)
    let lap = machine("lap")
    cluster.put(names.part(id, epoch: "another", tick: 1, number: 0), [1])
    let scene = try #require(try lap.bring(id, takesOver: true))
    #expect(cluster.keys.count { $0.contains("/parts/") } == 1)
    #expect(lap.content(of: scene).number == 1)
  }

  @Test func `a scene that cannot be read keeps no other one back`() throws {
    let (desk, id) = try desk()
    let other = String(repeating: "b", count: 32)
    cluster.put(ModelMachine.names().head(other), Array(#"{"format":99}"#.utf8))
    let lap = machine("lap")
    let places = try lap.carrier.work.withLock { try lap.carrier.places(&$0) }
    #expect(places.map(\.scene.rawValue) == [id])
    #expect(lap.carrier.report.withLock { $0.backlog.problem?.code } == .notReadable)
    try desk.carry()
    #expect(try lap.bring(id, takesOver: true) != nil)
  }
}
