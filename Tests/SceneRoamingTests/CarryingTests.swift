import SceneState
import StoreFormat
import Synchronization
import Testing

@testable import SceneRoaming

/// Machines and a cluster in memory, step by step.
struct CarryingTests {
  private let cluster = ModelCluster()

  private func machine(_ name: String) -> ModelMachine {
    ModelMachine(name, cluster, Roaming.Options(patience: .zero, leaseSeconds: 0))
  }

  private func write(_ number: Int, on machine: ModelMachine) throws {
    var content = ModelMachine.Content()
    (content.number, content.copy) = (number, number)
    machine.write(content, to: "A")
    try machine.store.flush()
  }

  @Test func `a cluster that went back is told, and gets what it lost`() throws {
    let (desk, lap) = (machine("desk"), machine("lap"))
    try write(1, on: desk)
    try desk.carry()
    let saved = cluster.saved()
    for number in 2...5 {
      try write(number, on: desk)
      try desk.carry()
    }
    cluster.goBack(to: saved)
    let problem = #expect(throws: RoamingProblem.self) {
      try write(6, on: desk)
      try desk.carry()
    }
    #expect(problem?.code == .wentBack)
    try desk.carry()
    let scene = try #require(try lap.bring(desk.idInCluster("A"), takesOver: true))
    #expect(lap.content(of: scene).number == 6)
    try desk.carry()
    #expect(desk.forks.isEmpty)
  }

  @Test func `a machine that started since then sends what the cluster lost`() throws {
    let (desk, lap) = (machine("desk"), machine("lap"))
    try write(1, on: desk)
    try desk.carry()
    let saved = cluster.saved()
    try write(2, on: desk)
    try desk.carry()
    cluster.goBack(to: saved)
    desk.restart()
    try desk.carry()
    let scene = try #require(try lap.bring(desk.idInCluster("A"), takesOver: true))
    #expect(lap.content(of: scene).number == 2)
  }

  @Test func `a scene that the cluster gave to nobody yet is kept by who has it`() throws {
    let (desk, lap) = (machine("desk"), machine("lap"))
    try write(1, on: desk)
    try desk.carry()
    let saved = cluster.saved()
    let id = desk.idInCluster("A")
    _ = try lap.bring(id, takesOver: true)
    cluster.goBack(to: saved)
    // Its windows are there: it goes on as one of its own if it differs, else as a copy.
    _ = #expect(throws: RoamingProblem.self) { try lap.carry() }
    try lap.carry()
    #expect(Roaming.isElsewhere("A", in: lap.store))
    #expect(lap.forks.isEmpty)
  }

  @Test func `after a start nothing is sent that the cluster has`() throws {
    let desk = machine("desk")
    try write(1, on: desk)
    try desk.carry()
    let head = try SceneHead(cluster.pair(ModelMachine.names().head(desk.idInCluster("A"))))
    desk.restart()
    try desk.carry()
    #expect(try SceneHead(cluster.pair(ModelMachine.names().head(desk.idInCluster("A")))) == head)
  }

  @Test func `a value that was only removed is later than what a successor took`() throws {
    let (desk, lap) = (machine("desk"), machine("lap"))
    try write(1, on: desk)
    try desk.carry()
    let id = desk.idInCluster("A")
    _ = try lap.bring(id, takesOver: true)
    // The process ended without knowing, and the next one removes a value before it looks.
    desk.restart()
    desk.store.scene("A").tab("one").reset(ModelMachine.copy)
    try desk.store.flush()
    try desk.carry()
    #expect(desk.forks.map(\.scene) == ["A"])
    #expect(desk.idInCluster("A") != id)
  }

  @Test func `a scene that was discarded without a cluster goes when it is back`() throws {
    let desk = machine("desk")
    try write(1, on: desk)
    try desk.carry()
    desk.link.cut()
    desk.store.destroySession("A")
    try desk.store.flush()
    _ = #expect(throws: RoamingProblem.self) { try desk.carry() }
    desk.restart()
    desk.link.heal()
    try desk.carry()
    #expect(!cluster.keys.contains { $0.contains("/heads/") || $0.contains("/parts/") })
  }

  @Test func `values of this device stay, and no other machine's replace them`() throws {
    let size = SceneKey("size", default: 0, scope: .scene, options: .thisDevice)
    let (desk, lap) = (machine("desk"), machine("lap"))
    desk.store.scene("A")[size] = 7
    try write(1, on: desk)
    try desk.carry()
    let id = desk.idInCluster("A")
    let scene = try #require(try lap.bring(id, takesOver: true))
    #expect(lap.store.scene(scene)[size] == 0)
    lap.store.scene(scene)[size] = 9
    // It makes no fork of a scene that another machine took.
    desk.store.scene("A")[size] = 8
    try desk.store.flush()
    try desk.carry()
    #expect(desk.forks.isEmpty)
    try lap.carry()
    _ = try #require(try desk.bring(id, takesOver: true))
    #expect(desk.store.scene("A")[size] == 8)
  }

  @Test func `a tick over two scenes is in both or in none`() throws {
    let (desk, lap) = (machine("desk"), machine("lap"))
    for scene in ["A", "B"] as [SceneID] {
      var content = ModelMachine.Content()
      (content.number, content.copy) = (1, 1)
      desk.write(content, to: scene)
    }
    try desk.store.flush()
    try desk.carry()
    let revisions = try (["A", "B"] as [SceneID]).map { name in
      try cluster.pair(ModelMachine.names().head(desk.idInCluster(name)))?.modified
    }
    #expect(Set(revisions).count == 1)
    // A tab goes to the other window; of the transaction nobody hears.
    let (from, to) = (desk.store.scene("A"), desk.store.scene("B"))
    desk.store.tick { from.tab("one")[ModelMachine.number] = 7 }
    try desk.store.flush()
    try desk.carry()
    try from.tab("one").move(to: to.tab("one"))
    try desk.store.flush()
    desk.link.plan(.unanswered, after: 0)
    #expect(throws: RoamingProblem.self) { try desk.carry() }
    try desk.carry()
    for name in ["A", "B"] as [SceneID] {
      let scene = try #require(try lap.bring(desk.idInCluster(name), takesOver: true))
      let value = lap.store.scene(scene).tab("one")[ModelMachine.number]
      #expect(value == (name == "A" ? 0 : 7))
    }
  }

  @Test func `of two scenes of a tick one that was taken forks, and the other goes on`() throws {
    let (desk, lap) = (machine("desk"), machine("lap"))
    for scene in ["A", "B"] as [SceneID] {
      desk.store.scene(scene)[ModelMachine.number] = 1
    }
    try desk.store.flush()
    try desk.carry()
    _ = try lap.bring(desk.idInCluster("A"), takesOver: true)
    let other = desk.idInCluster("B")
    desk.store.tick {
      desk.store.scene("A")[ModelMachine.number] = 2
      desk.store.scene("B")[ModelMachine.number] = 2
    }
    try desk.store.flush()
    try desk.carry()
    #expect(desk.forks.map(\.scene) == ["A"])
    #expect(desk.idInCluster("B") == other)
    let scene = try #require(try lap.bring(other, takesOver: true))
    #expect(lap.store.scene(scene)[ModelMachine.number] == 2)
  }

  @Test func `what was discarded elsewhere goes here, too, and what was written since stays`()
    throws
  {
    let (desk, lap) = (machine("desk"), machine("lap"))
    for scene in ["A", "B"] as [SceneID] {
      desk.store.scene(scene)[ModelMachine.number] = 1
    }
    try desk.store.flush()
    try desk.carry()
    for scene in ["A", "B"] as [SceneID] {
      let there = try #require(try lap.bring(desk.idInCluster(scene), takesOver: true))
      lap.store.destroySession(there)
    }
    try lap.store.flush()
    try lap.carry()
    desk.store.scene("B")[ModelMachine.number] = 2
    try desk.store.flush()
    // Nobody told the desk that its scenes were taken.
    desk.restart()
    try desk.carry()
    #expect(desk.forks.map(\.scene) == ["B"])
    #expect(Roaming.isElsewhere("A", in: desk.store))
    desk.restart()
    try desk.carry()
    #expect(try desk.store.sessions().map(\.id) == ["B"])
    #expect(desk.content(of: "B").number == 2)
    // A cluster that says nothing of a scene may have lost it: the copy is all there is.
    let left = cluster.keys.filter { !$0.contains("/gone/") && !$0.contains("/parts/") }
    #expect(left.count == 2)
  }

  @Test func `a copy of a scene that the cluster lost stays`() throws {
    let (desk, lap) = (machine("desk"), machine("lap"))
    let saved = cluster.saved()
    try write(1, on: desk)
    try desk.carry()
    let scene = try #require(try lap.bring(desk.idInCluster("A"), takesOver: true))
    #expect(throws: RoamingProblem.self) {
      try write(2, on: desk)
      try desk.carry()
      cluster.goBack(to: saved)
      try desk.carry()
    }
    _ = scene
    #expect(try desk.store.sessions().map(\.id) == ["A"])
  }

  @Test func `to go back to what arrived is a change that makes a fork`() throws {
    let (desk, lap, hall) = (machine("desk"), machine("lap"), machine("hall"))
    try write(1, on: desk)
    try desk.carry()
    let id = desk.idInCluster("A")
    let scene = try #require(try lap.bring(id, takesOver: true))
    lap.store.scene(scene)[ModelMachine.number] = 2
    try lap.store.flush()
    try lap.carry()
    _ = try #require(try hall.bring(id, takesOver: true))
    // The successor began with 2; this machine is back at 1, with which it began.
    lap.store.scene(scene)[ModelMachine.number] = 1
    try lap.store.flush()
    try lap.carry()
    #expect(lap.forks.map(\.scene) == [scene])
    #expect(hall.store.scene("A")[ModelMachine.number] == 2)
  }

  /// The request that nobody answers may be any of those with which a commit is carried.
  @Test(arguments: 0..<6)
  func `to go back to what was carried last is a change as well`(unanswered: Int) throws {
    let (desk, lap) = (machine("desk"), machine("lap"))
    try write(1, on: desk)
    try desk.carry()
    let id = desk.idInCluster("A")
    try write(2, on: desk)
    // It may arrive, and nobody hears of it.
    desk.link.plan(.unanswered, after: unanswered)
    do { try desk.carry() } catch {}
    desk.link.heal()
    let scene = try #require(try lap.bring(id, takesOver: true))
    let arrived = lap.store.scene(scene)[ModelMachine.number]
    try write(1, on: desk)
    try desk.carry()
    // What went back to what the successor has is no change.
    #expect(desk.forks.map(\.scene) == (arrived == 2 ? ["A"] : []))
    #expect(lap.store.scene(scene)[ModelMachine.number] == arrived)
  }

  @Test func `a scene whose letting go nobody heard of is asked for again`() throws {
    let (desk, lap) = (machine("desk"), machine("lap"))
    try write(1, on: desk)
    try desk.carry()
    let id = desk.idInCluster("A")
    #expect(try lap.bring(id, takesOver: false) == nil)
    desk.link.plan(.lost, after: 1)
    #expect(throws: RoamingProblem.self) { try desk.answerAsks() }
    // Nothing was written since, and yet it finds out who has it.
    try desk.carry()
    try desk.answerAsks()
    #expect(Roaming.isElsewhere("A", in: desk.store))
    #expect(try lap.bring(id, takesOver: false) != nil)
    try desk.carry()
    #expect(desk.forks.isEmpty)
  }

  @Test func `a discard by who had the scene before has no effect, and is told`() throws {
    let (desk, lap) = (machine("desk"), machine("lap"))
    try write(1, on: desk)
    try desk.carry()
    let id = desk.idInCluster("A")
    _ = try #require(try lap.bring(id, takesOver: true))
    desk.store.destroySession("A")
    try desk.store.flush()
    try desk.carry()
    let backlog = desk.carrier.report.withLock { $0.backlog }
    #expect(backlog.sceneCount == 0 && backlog.problem?.code == .isElsewhere)
    #expect(backlog.problem?.detail == "'A' was discarded here, and is on lap")
    #expect(try desk.bring(id, takesOver: true) == "A")
    try desk.carry()
    #expect(desk.carrier.report.withLock { $0.backlog.problem } == nil)
  }

  @Test func `of two machines that ask for a scene one is told who was quicker`() async throws {
    let (desk, hall) = (machine("desk"), machine("hall"))
    let lap = ModelMachine(
      "lap", cluster, Roaming.Options(patience: .seconds(60), leaseSeconds: 0))
    try write(1, on: desk)
    try desk.carry()
    let (id, carrier) = (desk.idInCluster("A"), lap.carrier)
    let asking = Task { () -> RoamingProblem? in
      do throws(RoamingProblem) { _ = try await carrier.bring(id) } catch { return error }
      return nil
    }
    while !cluster.keys.contains(where: { $0.contains("/asks/") }) {
      try await Task.sleep(for: .milliseconds(2))
    }
    _ = try #require(try hall.bring(id, takesOver: true))
    let problem = await asking.value
    #expect(problem?.code == .isElsewhere && problem?.detail == "hall")
    #expect(try lap.store.sessions().isEmpty)
    // The one who has it now is not to let it go for somebody who gave up.
    #expect(!cluster.keys.contains { $0.contains("/asks/") })
  }
}
