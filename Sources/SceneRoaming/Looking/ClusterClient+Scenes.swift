import LMDB

extension ClusterClient {
  /// The heads and owners of a user's scenes at one moment.
  func table(_ names: ClusterNames) throws(RoamingProblem) -> ClusterTable {
    let found = try pairs(from: names.heads.first, to: names.owners.end)
    return ClusterTable(found.pairs, at: found.revision, names)
  }

  /// All that a head names, put together.
  func content(
    of id: String, _ head: SceneHead, _ names: ClusterNames
  ) throws(RoamingProblem) -> SceneContent {
    var content = SceneContent()
    for (_, step) in try steps(of: id, head, names) { content.apply(step) }
    return content
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
