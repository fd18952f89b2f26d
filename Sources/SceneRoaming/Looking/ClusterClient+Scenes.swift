import LMDB

extension ClusterClient {
  /// The scenes of a user, where each of them is; the store is the one that is here, or empty.
  func places(
    _ names: ClusterNames, here store: String = ""
  ) throws(RoamingProblem) -> [Roaming.Place] {
    let owners = try pairs(from: names.owners.first, to: names.owners.end).pairs
    var owned: [String: SceneOwner] = [:]
    for pair in owners { owned[ClusterNames.scene(of: pair.key)] = try SceneOwner(pair) }
    var places: [Roaming.Place] = []
    for pair in try pairs(from: names.heads.first, to: names.heads.end).pairs {
      guard let head = try SceneHead(pair) else { continue }
      let id = ClusterNames.scene(of: pair.key)
      places.append(
        Roaming.Place(
          scene: Roaming.SceneName(rawValue: id), name: head.name, title: head.title,
          device: owned[id]?.device ?? head.device, isOwned: owned[id] != nil,
          isHere: owned[id].map { $0.store == store } ?? false))
    }
    return places.sorted {
      ($0.name, $0.device, $0.scene.rawValue) < ($1.name, $1.device, $1.scene.rawValue)
    }
  }

  /// What a head says that there is of a scene, step by step, at a revision or now.
  func steps(
    of id: String, _ head: SceneHead, _ names: ClusterNames, at revision: Int64? = nil
  ) throws(RoamingProblem) -> [(tick: UInt64, step: SceneStep)] {
    var steps: [(tick: UInt64, step: SceneStep)] = []
    for link in head.chain {
      var bytes: [UInt8] = []
      for number in 0..<link.parts {
        let key = names.part(id, epoch: link.epoch, tick: link.tick, number: number)
        guard let part = try pair(key, revision: revision) else {
          throw RoamingProblem(.notReadable, detail: "a part of '\(head.name)' is missing")
        }
        bytes += part.value
      }
      guard bytes.count == link.bytes, crc32c(bytes) == link.checksum,
        let step = SceneStep(bytes)
      else { throw RoamingProblem(.notReadable, detail: "a part of '\(head.name)' is damaged") }
      steps.append((link.tick, step))
    }
    return steps
  }
}
