import SceneState
import StoreFormat
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
}
