import SceneState
import StoreFormat

extension Carrier {
  /// Learns which store this is, once, and sees what is there.
  func lookAtStore(
    _ work: inout Work, _ seen: UInt64?, _ others: Set<UInt32>
  ) throws(RoamingProblem) -> RowsOfScenes {
    if work.identity == nil {
      try stored { [options] () throws(SceneProblem) in
        try store.beginCarrying { UInt128(options.makeName(), radix: 16) ?? 0 }
      }
    }
    let found = try rows(seen, others)
    if let identity = found.identity {
      (work.identity, work.storeID) = (identity, String(identity.number, radix: 16))
    }
    return found
  }

  /// A name for a right to move a head; it begins with this store's last mark, by which the store
  /// knows its own later on.
  func makeEpoch(_ work: Work) -> String {
    SceneHead.digits(of: work.identity?.marks.last?.name ?? 0) + options.makeName().dropFirst(8)
  }

  /// Whether an owner is a copy of this store that lives: of one that never wrote a mark nobody knows.
  func isCopy(_ owner: SceneOwner, _ work: Work) -> Bool {
    guard owner.store == work.storeID, let marks = work.identity?.marks, marks.count > 1 else {
      return false
    }
    let name = UInt32(owner.epoch.prefix(8), radix: 16)
    return !marks.contains { $0.name == name }
  }

  /// Whether this store, as it is now, made the commit that a head of its own names.
  ///
  /// One that was put back to an earlier moment has no say over what it carried since, and of two
  /// copies of a whole disk one has none over what the other carried.
  func knows(_ commit: SceneHead.Commit?, _ work: Work) -> Bool {
    guard let commit, let identity = work.identity, let last = work.seen else { return true }
    return identity.hasMade(commit.sequence, under: commit.mark, upTo: last)
  }

  /// Asks the store, which may refuse.
  func stored<Value>(
    _ body: () throws(SceneProblem) -> Value
  ) throws(RoamingProblem) -> Value {
    do throws(SceneProblem) { return try body() } catch {
      throw RoamingProblem(.storeNotUsable, detail: error.description)
    }
  }

  /// A moment of the store that lasts: what the cluster has, no loss of power takes from here.
  func rows(
    _ seen: UInt64?, _ others: Set<UInt32>
  ) throws(RoamingProblem) -> RowsOfScenes {
    try stored { () throws(SceneProblem) in
      let found = try store.rows(changedAfter: seen, and: others)
      try store.keepCommitted()
      return found
    }
  }

  /// Gives scenes that are new a name in the cluster, which is durable before anybody hears of it.
  func nameScenes(_ found: inout RowsOfScenes) throws(RoamingProblem) {
    var new: [UInt32: RoamingRow?] = [:]
    for number in found.sessions.keys.sorted() where found.roaming[number] == nil {
      // What cannot be read now has its name all the same.
      guard found.scenes.contains(where: { $0.session.number == number }) else { continue }
      let row = RoamingRow(id: options.makeName())
      new[number] = row
      found.roaming[number] = row
    }
    let staying = found.newlyStaying
    if !staying.isEmpty {
      new.merge(try withoutStaying(staying)) { _, new in new }
    }
    guard !new.isEmpty || !staying.isEmpty else { return }
    try stored { () throws(SceneProblem) in try store.setRoaming(new, alsoStaying: staying) }
  }

  /// What is known of scenes whose values are fewer now, since some of them stay on this machine.
  private func withoutStaying(
    _ names: Set<String>
  ) throws(RoamingProblem) -> [UInt32: RoamingRow?] {
    let found = try rows(nil, [])
    var changed: [UInt32: RoamingRow?] = [:]
    for scene in found.scenes {
      var before = scene
      before.staying.subtract(names)
      guard var row = found.roaming[scene.session.number],
        row.digest == CarriedRows(before).digest
      else { continue }
      row.digest = CarriedRows(scene).digest
      changed[scene.session.number] = row
    }
    return changed
  }
}
