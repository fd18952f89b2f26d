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
    var parts = try parts(of: id, head, names, at: revision)[...]
    for link in head.chain {
      var bytes: [UInt8] = []
      for part in parts.prefix(link.parts) {
        guard let part else {
          throw RoamingProblem(.notReadable, detail: "a part of '\(head.name)' is missing")
        }
        bytes += part.value
      }
      parts = parts.dropFirst(link.parts)
      guard bytes.count == link.bytes, crc32c(bytes) == link.checksum,
        let step = SceneStep(bytes)
      else { throw RoamingProblem(.notReadable, detail: "a part of '\(head.name)' is damaged") }
      steps.append((link.tick, step))
    }
    return steps
  }

  /// So much of a scene one answer has, and of so many parts.
  private static let most = (bytes: 512 << 10, parts: 64)

  /// The parts of all links: many small ones at once, since each question takes its time.
  private func parts(
    of id: String, _ head: SceneHead, _ names: ClusterNames, at revision: Int64?
  ) throws(RoamingProblem) -> [ClusterPair?] {
    var found: [ClusterPair?] = []
    var (keys, bytes) = ([String](), 0)
    for link in head.chain {
      for number in 0..<link.parts {
        let size = link.bytes / max(1, link.parts)
        if !keys.isEmpty, bytes + size > Self.most.bytes || keys.count == Self.most.parts {
          found += try pairs(keys, revision: revision).pairs
          (keys, bytes) = ([], 0)
        }
        keys.append(names.part(id, epoch: link.epoch, tick: link.tick, number: number))
        bytes += size
      }
    }
    return keys.isEmpty ? found : found + (try pairs(keys, revision: revision).pairs)
  }
}
