extension ClusterLook {
  /// Lets go of all scenes that a machine has, in its name: it will not do it any more.
  ///
  /// Every other machine can bring them at once. Should the machine come back after all, what it
  /// wrote and had not carried becomes scenes of its own.
  /// - Returns: The scenes, as they were.
  /// - Throws: `is-elsewhere` if another machine took one of them meanwhile.
  package func drop(device: String) throws(RoamingProblem) -> [Roaming.Place] {
    let dropped = try places().filter { $0.device == device }
    for place in dropped { try drop(place) }
    return dropped
  }

  private func drop(_ place: Roaming.Place) throws(RoamingProblem) {
    let id = place.scene.rawValue
    let (headKey, ownerKey) = (names.head(id), names.owner(id))
    let found = try client.pairs([headKey, ownerKey]).pairs
    // Discarded meanwhile, or dropped before.
    guard let headPair = found[0], var head = try SceneHead(headPair), !head.store.isEmpty else {
      return
    }
    let owner = try SceneOwner(found[1])
    guard owner.map({ $0.device == place.device }) ?? true else {
      throw RoamingProblem(.isElsewhere, detail: place.name)
    }
    head.taken[head.store] = SceneHead.Taken(
      epoch: head.epoch, tick: head.tick, digest: head.digest)
    head.store = ""
    let answer = try client.transact(
      [.modified(headKey, headPair.modified), .modified(ownerKey, found[1]?.modified ?? 0)],
      [
        .put(client.put(headKey, try head.bytes)),
        .delete(ClusterMessage.DeleteRange(ownerKey)),
      ])
    // It has just sent something: it is there after all, and may be dropped again.
    guard answer.isDone else { throw RoamingProblem(.isElsewhere, detail: place.name) }
  }
}
