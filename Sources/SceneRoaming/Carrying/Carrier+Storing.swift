import LMDB
import SceneState
import StoreFormat

extension Carrier {
  /// Learns which store this is, and sees what is there.
  ///
  /// Until the cluster answers, an opening is as one that does not carry: any number of these leave
  /// one mark.
  func lookAtStore(
    _ work: inout Work, _ seen: UInt64?, _ others: Set<UInt32>, isReached: Bool = true
  ) throws(RoamingProblem) -> RowsOfScenes {
    guard isReached else { return try rows(seen, others) }
    if work.identity == nil { try beginCarrying() }
    var found = try rows(seen, others)
    if found.identity?.marks.last?.name == 0 || found.identity?.number != work.identity?.number {
      // Others went on from here, or another file stands here.
      try beginCarrying()
      found = try rows(seen, others)
    }
    guard let identity = found.identity else { return found }
    if let known = work.identity, known.number != identity.number {
      // What the other store had is nobody's: no one here answers who asks for it.
      if let lease = work.lease { try client.revokeLease(lease) }
      (work.scenes, work.behind, work.gone) = ([:], [], [:])
      (work.seen, work.lease) = (nil, nil)
      try keepLease(&work)
      found = try rows(nil, [])
    }
    (work.identity, work.storeID) = (identity, String(identity.number, radix: 16))
    return found
  }

  private func beginCarrying() throws(RoamingProblem) {
    try stored { [options] () throws(SceneProblem) in
      try store.beginCarrying { UInt128(options.makeName(), radix: 16) ?? 0 }
    }
  }

  /// A name for a right to move a head; it begins with this store's last mark, by which the store
  /// knows its own later on.
  func makeEpoch(_ work: Work) -> String {
    SceneHead.digits(of: work.identity?.lastName ?? 0) + options.makeName().dropFirst(8)
  }

  /// Whether an owner with this store's number is a copy of it that lives.
  ///
  /// - Throws: `waits-for-lease` while it may be an opening of this store that has ended and of which
  ///   no mark is left, as of one that was put back.
  private func isCopy(_ owner: SceneOwner, _ work: inout Work) throws(RoamingProblem) -> Bool {
    let mark = String(owner.epoch.prefix(8))
    let name = UInt32(mark, radix: 16)
    if work.identity?.marks.contains(where: { $0.name == name && name != 0 }) ?? true {
      return false
    }
    let now = sleeplessNow()
    guard let since = work.strangers[mark],
      // Members that have a new leader give each lease its time once more.
      now - since >= .seconds(2 * options.leaseSeconds)
    else {
      work.strangers[mark] = work.strangers[mark] ?? now
      throw RoamingProblem(.waitsForLease, detail: owner.device)
    }
    return true
  }

  /// Whether another machine has a scene, or had it last; a copy of this one's disk is another.
  func isOthers(
    _ head: SceneHead?, _ owner: SceneOwner?, _ work: inout Work
  ) throws(RoamingProblem) -> Bool {
    if [head?.store, owner?.store].contains(where: { $0 != nil && $0 != work.storeID }) {
      return true
    }
    return try owner.map { owner throws(RoamingProblem) in try isCopy(owner, &work) } ?? false
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
