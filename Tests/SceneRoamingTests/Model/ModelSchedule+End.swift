import Foundation
import Synchronization

@testable import SceneRoaming

extension ModelSchedule {
  // MARK: The end

  /// Everything is whole again, and every machine may send what it has.
  mutating func settle() throws {
    try members?.heal()
    for machine in machines { machine.link.heal() }
    for round in 0..<3 {
      for machine in machines {
        var told = try carry(machine)
        for _ in 0..<patience where told != "done" {
          Thread.sleep(forTimeInterval: 0.2)
          told = try carry(machine)
        }
        steps.append("\(machine.name): carries at the end, \(told)")
        if round > 0, told != "done" { history.breach("stuck: \(machine.name) \(told)") }
      }
    }
    history.end()
    try compareOwners()
    for machine in machines {
      for scene in try machine.scenes(elsewhere: true) {
        let (id, tick) = (machine.idInCluster(scene), machine.content(of: scene).number)
        guard let head = history.head(id), !history.isPart(tick, of: head) else { continue }
        history.breach("apart: the copy on \(machine.name) has tick \(tick), the cluster \(head)")
      }
    }
  }

  /// How often something is tried again: members of a busy machine lose their leader now and then.
  private var patience: Int { members == nil ? 0 : 50 }

  private func places(of machine: ModelMachine) throws -> [Roaming.Place] {
    try machine.carrier.work.withLock { work in
      for _ in 0..<patience {
        if let found = try? machine.carrier.places(&work) { return found }
        Thread.sleep(forTimeInterval: 0.2)
      }
      return try machine.carrier.places(&work)
    }
  }

  /// All machines say the same of who has what, and nothing is two machines' own.
  private mutating func compareOwners() throws {
    var owners: [String: [String]] = [:]
    var places: [[Roaming.Place]] = []
    for machine in machines {
      let found = try self.places(of: machine)
      for place in found where place.isHere {
        owners[place.scene.rawValue, default: []].append(machine.name)
      }
      places.append(
        found.map {
          Roaming.Place(
            scene: $0.scene, name: $0.name, title: $0.title, device: $0.device,
            isOwned: $0.isOwned, isHere: false, since: $0.since, isCurrent: false)
        })
    }
    if Set(places).count > 1 { history.breach("unequal: machines see other places") }
    for (id, names) in owners.sorted(by: { $0.key < $1.key }) where names.count > 1 {
      history.breach("two owners: \(names) of \(id)")
    }
  }
}
