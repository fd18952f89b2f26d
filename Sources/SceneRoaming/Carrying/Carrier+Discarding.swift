import LMDB
import SceneState
import StoreFormat

extension Carrier {
  /// Removes what was discarded here: also in the cluster, if no other machine has it.
  func removeGone(_ work: inout Work) throws(RoamingProblem) {
    var failure: RoamingProblem?
    for (number, row) in work.gone.sorted(by: { $0.key < $1.key }) {
      do throws(RoamingProblem) {
        // What was no more than a copy is the other machine's.
        let isRemoved = row.isElsewhere ? true : try remove(row.id, &work)
        guard isRemoved else { continue }
      } catch {
        guard error.code.concernsOneScene else { throw error }
        failure = failure ?? error
        continue
      }
      try stored { () throws(SceneProblem) in try store.setRoaming([number: nil]) }
      work.gone[number] = nil
    }
    if let failure { throw failure }
  }

  /// - Returns: False if somebody was quicker; the next look finds who.
  private func remove(_ id: String, _ work: inout Work) throws(RoamingProblem) -> Bool {
    let (headKey, ownerKey, parts) = (names.head(id), names.owner(id), names.parts(id))
    let found = try client.pairs([headKey, ownerKey]).pairs
    let (head, owner) = (try SceneHead(found[0]), try SceneOwner(found[1]))
    guard try !isOthers(head, owner, &work), knows(head?.commit, work) else {
      let device = owner?.device ?? head?.device ?? ""
      work.remark = RoamingProblem(
        .isElsewhere, detail: "'\(head?.name ?? id)' was discarded here, and is on \(device)")
      return true
    }
    var operations: [ClusterMessage.Operation] = [
      .delete(ClusterMessage.DeleteRange(headKey)),
      .delete(ClusterMessage.DeleteRange(parts.first, to: parts.end)),
      .delete(ClusterMessage.DeleteRange(ownerKey)),
    ]
    if let head {
      let lease = try leaseOfGone(&work)
      operations.append(.put(client.put(names.gone(id), try head.gone.bytes, lease: lease)))
    }
    return try client.transact(
      [
        .modified(headKey, found[0]?.modified ?? 0),
        .modified(ownerKey, found[1]?.modified ?? 0),
      ], operations
    ).isDone
  }

  /// So long the cluster says of a scene that it was discarded, to machines that were away.
  private static let remembersGone = Duration.seconds(30 * 24 * 3600)

  private func leaseOfGone(_ work: inout Work) throws(RoamingProblem) -> Int64 {
    if let lease = work.leaseOfGone, sleeplessNow() < lease.isUsedUntil { return lease.id }
    let id = try client.grantLease(seconds: Int(Self.remembersGone.components.seconds))
    // One a day is enough, and the next one begins while this one has its time.
    work.leaseOfGone = (id, sleeplessNow() + .seconds(24 * 3600))
    return id
  }

  // MARK: Discarded elsewhere

  /// Takes in what other machines discarded: a copy that nobody wrote into goes here, too.
  ///
  /// Only what the cluster says counts: one that has nothing may have lost it, and then a copy is
  /// all there is.
  func forgetDiscarded(_ ids: Set<String>, _ work: inout Work) throws(RoamingProblem) {
    guard !ids.isEmpty else { return }
    let roaming = try rows(.max, []).roaming
    for (number, row) in roaming.sorted(by: { $0.key < $1.key })
    where row.isElsewhere && ids.contains(row.id) {
      let found = try rows(.max, [number])
      guard let scene = found.scenes.first(where: { $0.session.number == number }) else { continue }
      // Its window is still shown: it goes when that is closed.
      guard store.owner(of: scene.session.id) == nil else {
        work.knowsGone = false
        continue
      }
      guard CarriedRows(scene).digest.values == row.digest?.values else {
        // It was written here since: the next look makes a scene of its own of it.
        work.scenes[number]?.standing = .unknown
        work.behind.insert(number)
        continue
      }
      let empty = ArrivingScene(
        record: scene.session.record, values: [], setAside: [], types: [:], roaming: row)
      do throws(SceneProblem) {
        // First what nobody wrote since that look, then the session, which is empty.
        try store.take(empty, as: scene.session.id, over: found.sequence)
        store.destroySession(scene.session.id)
        try store.flush()
      } catch {
        // It was just written; what came in between is found by the next look.
        guard error.code != .sessionInUse else { continue }
        throw RoamingProblem(.storeNotUsable, detail: error.description)
      }
    }
  }

  /// The same for what was discarded while this machine was away.
  func forgetDiscarded(_ work: inout Work) throws(RoamingProblem) {
    let found = try client.pairs(from: names.gone.first, to: names.gone.end, keysOnly: true).pairs
    try forgetDiscarded(Set(found.map { ClusterNames.scene(of: $0.key) }), &work)
  }
}
