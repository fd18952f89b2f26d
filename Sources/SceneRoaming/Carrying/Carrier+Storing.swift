import SceneState
import StoreFormat

extension Carrier {
  /// The store's own name, which no other store has, and no copy of its folder.
  func learnStoreID(_ work: inout Work) throws(RoamingProblem) {
    guard work.identity == nil else { return }
    let identity = try stored { [options] () throws(SceneProblem) in
      try store.beginCarrying(as: UInt32(options.makeName().suffix(8), radix: 16) ?? 0) {
        UInt128(options.makeName(), radix: 16) ?? 0
      }
    }
    work.identity = identity
    work.storeID = String(identity.number, radix: 16)
  }

  /// A name for a right to move a head, by which this store knows its own later on: it begins with
  /// the start that took it.
  func makeEpoch(_ work: Work) -> String {
    let start = String(work.identity?.starts.last?.name ?? 0, radix: 16)
    return String(repeating: "0", count: 8 - start.count) + start + options.makeName().dropFirst(8)
  }

  /// Whether an epoch is of this store as it is now, and has no commit that is unknown here.
  ///
  /// One that was put back to an earlier moment has no say over what it carried since, and of two
  /// copies of a whole disk one has none over what the other carried.
  func isOwn(_ epoch: String, upTo position: UInt64?, _ work: Work) -> Bool {
    let start = UInt32(epoch.prefix(8), radix: 16)
    return work.identity?.hasCarried(position ?? 0, since: start) ?? false
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
