import FoundationEssentials

/// What the cluster has of a user's scenes at one moment, but for what they hold.
struct ClusterTable: Sendable {
  private(set) var heads: [String: SceneHead] = [:]
  private(set) var owners: [String: SceneOwner] = [:]
  /// Who wants which scene.
  private(set) var asks: [String: SceneWish] = [:]
  /// What was discarded.
  private(set) var gone: Set<String> = []
  private let names: ClusterNames

  init(_ pairs: [ClusterPair], _ names: ClusterNames) throws(RoamingProblem) {
    self.names = names
    for pair in pairs { try put(pair) }
  }

  mutating func apply(_ changes: [ClusterChange]) throws(RoamingProblem) {
    for change in changes {
      switch change {
      case .put(let pair): try put(pair)
      case .deleted(let key):
        let id = ClusterNames.scene(of: key)
        if key.hasPrefix(names.heads.first) { heads[id] = nil }
        if key.hasPrefix(names.owners.first) { owners[id] = nil }
        if key.hasPrefix(names.asks.first) { asks[id] = nil }
        if key.hasPrefix(names.gone.first) { gone.remove(id) }
      }
    }
  }

  private mutating func put(_ pair: ClusterPair) throws(RoamingProblem) {
    let id = ClusterNames.scene(of: pair.key)
    if pair.key.hasPrefix(names.heads.first) { heads[id] = try SceneHead(pair) }
    if pair.key.hasPrefix(names.owners.first) { owners[id] = try SceneOwner(pair) }
    if pair.key.hasPrefix(names.asks.first) { asks[id] = try RoamingJSON.read(pair.value) }
    if pair.key.hasPrefix(names.gone.first) { gone.insert(id) }
  }

  /// Where each scene is, in the order of their names.
  ///
  /// - Parameters:
  ///   - store: The store that is here, or empty.
  ///   - copies: What is here of scenes, by their names in the cluster: the digest of each.
  /// - Returns: One place a scene.
  func places(here store: String, holding copies: [String: String] = [:]) -> [Roaming.Place] {
    let places = heads.map { id, head in
      let owner = owners[id]
      return Roaming.Place(
        scene: Roaming.SceneName(rawValue: id), name: head.name, title: head.title,
        device: owner?.device ?? head.device, isOwned: owner != nil,
        isHere: owner.map { $0.store == store } ?? false,
        since: owner?.since.map { Date(timeIntervalSince1970: TimeInterval($0)) },
        isCurrent: owner?.store == store || copies[id] == head.digest)
    }
    return places.sorted {
      ($0.name, $0.device, $0.scene.rawValue) < ($1.name, $1.device, $1.scene.rawValue)
    }
  }
}
