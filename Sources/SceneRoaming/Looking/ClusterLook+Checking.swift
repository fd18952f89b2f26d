extension ClusterLook {
  /// What there is of a user's scenes, and what of it is wrong or of no use.
  package struct Findings: Sendable {
    package var sceneCount = 0
    /// Scenes that nobody can bring, and why.
    package var damaged: [(place: String, problem: RoamingProblem)] = []
    /// Owners whose time never ends, as no lease has them.
    package var endlessOwners: [String] = []
    /// Owners, by machine, of scenes of which nothing was carried.
    package var emptyOwners: [String] = []
    /// How many parts no head names: of carriers that were killed, or of a step on its way.
    package var orphanedParts = 0
    /// How many older states of what is there the cluster keeps until it is compacted.
    package var olderStates: Int64 = 0
    /// What the member that answered has on its disk, and how much of it is used.
    package var (diskBytes, usedBytes): (Int64, Int64) = (0, 0)
    /// How many leases of the cluster, whosever they are, have no key.
    package var emptyLeases = 0

    package var isSound: Bool { damaged.isEmpty && endlessOwners.isEmpty }
  }

  /// Reads everything of the user.
  package func check() throws(RoamingProblem) -> Findings {
    var findings = Findings()
    // The parts first: what is sent meanwhile is named by a head that is read later.
    let (first, end) = (names.root + "parts/", names.root + "parts0")
    let parts = try client.pairs(from: first, to: end, keysOnly: true).pairs
    let heads = try client.pairs(from: names.heads.first, to: names.heads.end).pairs
    let scenes = try scenes()
    findings.sceneCount = scenes.count
    var named: Set<String> = []
    for scene in scenes {
      if let problem = problem(of: scene) {
        findings.damaged.append((scene.head.name, problem))
      }
      for link in scene.head.chain {
        for number in 0..<link.parts {
          named.insert(names.part(scene.id, epoch: link.epoch, tick: link.tick, number: number))
        }
      }
    }
    findings.orphanedParts = parts.count { !named.contains($0.key) }
    let owners = try client.pairs(from: names.owners.first, to: names.owners.end).pairs
    let known = Set(scenes.map(\.id))
    for pair in owners {
      let id = ClusterNames.scene(of: pair.key)
      let owner: SceneOwner?
      do throws(RoamingProblem) { owner = try SceneOwner(pair) } catch {
        guard error.code.concernsOneScene else { throw error }
        // Of a scene that is there it was told.
        if !known.contains(id) { findings.damaged.append((id, error)) }
        continue
      }
      guard let owner else { continue }
      if pair.lease == 0 { findings.endlessOwners.append(owner.device) }
      if !known.contains(id) { findings.emptyOwners.append(owner.device) }
    }
    findings.olderStates = (parts + heads + owners).reduce(0) { $0 + max(0, $1.version - 1) }
    (findings.diskBytes, findings.usedBytes) = try client.sizes()
    for lease in try client.leases() where try client.isEmpty(lease: lease) {
      findings.emptyLeases += 1
    }
    return findings
  }

  private func problem(of scene: Scene) -> RoamingProblem? {
    if let problem = scene.problem { return problem }
    let leftOut = scene.content.arriving(record: scene.content.record).leftOut
    guard leftOut > 0 else { return nil }
    return RoamingProblem(.notReadable, detail: "\(leftOut) of its rows")
  }
}

extension ClusterClient {
  /// What the member that answers has on its disk, and what of it is in use, in bytes.
  func sizes() throws(RoamingProblem) -> (disk: Int64, used: Int64) {
    let answer: ClusterMessage.StatusAnswer = try ask(
      "maintenance/status", [String: String]())
    return (
      answer.dbSize.flatMap { Int64($0) } ?? 0, answer.dbSizeInUse.flatMap { Int64($0) } ?? 0
    )
  }

  /// At most so many leases are looked at: a cluster may have those of many users.
  private static let leaseLimit = 1000

  fileprivate func leases() throws(RoamingProblem) -> [String] {
    let answer: ClusterMessage.LeasesAnswer = try ask("lease/leases", [String: String]())
    return (answer.leases ?? []).prefix(Self.leaseLimit).map(\.ID)
  }

  fileprivate func isEmpty(lease: String) throws(RoamingProblem) -> Bool {
    let answer: ClusterMessage.LeaseKeysAnswer = try ask(
      "lease/timetolive", ClusterMessage.LeaseKeys(ID: lease))
    // One that ended meanwhile has no time left.
    guard let time = answer.TTL.flatMap({ Int64($0) }), time > 0 else { return false }
    return answer.keys?.isEmpty ?? true
  }
}
