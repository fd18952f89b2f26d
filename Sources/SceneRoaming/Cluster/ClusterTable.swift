import FoundationEssentials
import StoreFormat

/// What the cluster has of a user's scenes at one moment, but for what they hold.
struct ClusterTable: Sendable {
  private(set) var heads: [String: SceneHead] = [:]
  private(set) var owners: [String: SceneOwner] = [:]
  /// Who wants which scene.
  private(set) var asks: [String: SceneWish] = [:]
  /// What was discarded.
  private(set) var gone: Set<String> = []
  /// Scenes of which something cannot be read here, such as the head of a newer version; they are
  /// nowhere else in the table.
  private(set) var unreadable: [String: RoamingProblem] = [:]
  /// The latest transaction that it shows.
  private(set) var revision: Int64
  private let names: ClusterNames

  init(_ pairs: [ClusterPair], at revision: Int64, _ names: ClusterNames) {
    (self.revision, self.names) = (revision, names)
    for pair in pairs { put(pair) }
  }

  mutating func apply(_ changes: [ClusterChange]) {
    for change in changes {
      switch change {
      case .put(let pair): put(pair)
      case .deleted(let key, let revision):
        self.revision = max(self.revision, revision)
        let id = ClusterNames.scene(of: key)
        if key.hasPrefix(names.heads.first) { heads[id] = nil }
        if key.hasPrefix(names.owners.first) { owners[id] = nil }
        if key.hasPrefix(names.asks.first) { asks[id] = nil }
        if key.hasPrefix(names.gone.first) { gone.remove(id) }
      }
    }
  }

  private mutating func put(_ pair: ClusterPair) {
    revision = max(revision, pair.modified)
    let id = ClusterNames.scene(of: pair.key)
    do throws(RoamingProblem) {
      if pair.key.hasPrefix(names.heads.first) { heads[id] = try SceneHead(pair) }
      if pair.key.hasPrefix(names.owners.first) { owners[id] = try SceneOwner(pair) }
      if pair.key.hasPrefix(names.asks.first) { asks[id] = try RoamingJSON.read(pair) }
      if pair.key.hasPrefix(names.gone.first) { gone.insert(id) }
      if unreadable[id] != nil, pair.key.hasPrefix(names.heads.first) { unreadable[id] = nil }
    } catch {
      // The others are not kept back by one.
      (heads[id], owners[id], asks[id]) = (nil, nil, nil)
      unreadable[id] = error
    }
  }

  /// Whether another moment shows the same of what a machine acts on.
  func agrees(with other: ClusterTable) -> Bool {
    owners == other.owners && asks == other.asks && gone == other.gone
  }

  /// Where each scene is, in the order of their names.
  ///
  /// - Parameters:
  ///   - store: The store that is here, or empty.
  ///   - copies: What is here of scenes, by their names in the cluster.
  /// - Returns: One place a scene.
  func places(here store: String, holding copies: [String: RoamingRow] = [:]) -> [Roaming.Place] {
    let places = heads.map { id, head in
      let (owner, copy) = (owners[id], copies[id])
      // Of a scene that was taken, and did not arrive, there is nothing to show.
      let isHere = owner?.store == store && copy?.isElsewhere == false
      return Roaming.Place(
        scene: Roaming.SceneName(rawValue: id), name: head.name, title: head.title,
        device: owner?.device ?? head.device, isOwned: owner != nil,
        isHere: isHere,
        since: owner?.since.map { Date(timeIntervalSince1970: TimeInterval($0)) },
        isCurrent: isHere || copy?.digest.map { SceneHead.text($0.scene) } == head.digest)
    }
    return places.sorted {
      ($0.name, $0.device, $0.scene.rawValue) < ($1.name, $1.device, $1.scene.rawValue)
    }
  }
}
