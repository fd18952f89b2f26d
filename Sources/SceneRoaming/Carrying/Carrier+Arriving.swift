import Foundation
import SceneState
import StoreFormat

/// What a scene needs to come here: it is read, taken, and put into the store, in this order.
extension Carrier {
  /// A scene that goes from who had it to this machine.
  struct Taking {
    let id: String
    let headPair: ClusterPair
    let ownerPair: ClusterPair?
    let owner: SceneOwner
    let head: SceneHead
  }

  /// - Returns: The right to move the head; nil if somebody was quicker, the owner sent something, or
  ///   nobody knows what came of it: who looks again finds out.
  func take(
    _ taking: Taking, _ work: Work
  ) throws(RoamingProblem) -> CarriedScene.Ownership? {
    let (headKey, ownerKey) = (names.head(taking.id), names.owner(taking.id))
    let put = client.put(ownerKey, try taking.owner.bytes, lease: work.lease)
    let answer: ClusterClient.Transacted
    do throws(RoamingProblem) {
      answer = try client.transact(
        [
          .modified(headKey, taking.headPair.modified),
          .modified(ownerKey, taking.ownerPair?.modified ?? 0),
        ],
        [
          .put(put), .put(client.put(headKey, try taking.head.bytes)),
          .delete(ClusterMessage.DeleteRange(names.ask(taking.id))),
        ] + removal(of: taking.id, but: taking.head.chain))
    } catch {
      guard error.code == .notReachable else { throw error }
      return nil
    }
    guard answer.isDone else { return nil }
    options.hook(.afterTaking)
    return CarriedScene.Ownership(
      epoch: taking.owner.epoch, created: taking.ownerPair?.created ?? answer.revision,
      value: put.value, since: answer.revision)
  }

  /// What found no room here is nobody's, and as it was.
  func giveBack(_ taking: Taking, _ ownership: CarriedScene.Ownership) {
    let (headKey, ownerKey) = (names.head(taking.id), names.owner(taking.id))
    // If nobody hears that, the next who wants it waits for this machine's lease.
    _ = try? client.transact(
      [.created(ownerKey, ownership.created), .value(ownerKey, ownership.value)],
      [
        .put(client.put(headKey, taking.headPair.value)),
        .delete(ClusterMessage.DeleteRange(ownerKey)),
      ])
  }

  /// What is here of a scene that is brought.
  struct Copy {
    /// The commit up to which it may be replaced; nil for a scene that is not here.
    var seen: UInt64?
    var number: UInt32?
    var digest: SceneDigest?
    var record: [UInt8] = []
  }

  /// Another machine has a scene: what is later here goes on at the next look.
  func lose(_ number: UInt32, _ work: inout Work) {
    work.scenes[number]?.standing = .elsewhere
    work.behind.insert(number)
  }

  /// What may be replaced of a copy that is here; nil if it has later values.
  func replaceable(
    _ number: UInt32?, _ head: SceneHead, _ work: inout Work
  ) throws(RoamingProblem) -> Copy? {
    guard let number else { return Copy() }
    let found = try rows(.max, [number])
    guard let row = found.roaming[number],
      let scene = found.scenes.first(where: { $0.session.number == number })
    else { return Copy(seen: found.sequence) }
    let present = CarriedRows(scene).digest
    guard !row.hasLater(present, than: head, store: work.storeID) else {
      lose(number, &work)
      return nil
    }
    // From here on a start of this app knows that it is no more than a copy.
    try noteElsewhere(row, of: number, holding: present)
    return Copy(
      seen: found.sequence, number: number, digest: present, record: scene.session.record)
  }

  /// What the cluster has of a scene, if all of it can be read and stored here.
  ///
  /// - Returns: It; nil if the cluster has lost some of it, and the copy here is the same.
  func readable(
    _ id: String, _ head: SceneHead, orElse copy: Copy = Copy()
  ) throws(RoamingProblem) -> SceneContent? {
    let content: SceneContent
    do throws(RoamingProblem) { content = try client.content(of: id, head, names) } catch {
      guard error.code == .notReadable, let digest = copy.digest,
        SceneHead.text(digest.scene) == head.digest
      else { throw error }
      return nil
    }
    try check(content, head)
    return content
  }

  /// Whether this version can store all of a scene.
  func check(_ content: SceneContent, _ head: SceneHead) throws(RoamingProblem) {
    guard content.arriving(record: []).leftOut > 0 else { return }
    throw RoamingProblem(.notReadable, detail: "'\(head.name)' has rows of a newer version")
  }

  /// Puts a scene into the store in one commit; where the copy here is all there is, it stays.
  ///
  /// - Returns: Its name here; nil if somebody just wrote into the copy.
  func arrive(
    _ content: SceneContent?, _ head: SceneHead, of id: String, as known: SceneID?, over copy: Copy
  ) throws(RoamingProblem) -> SceneID? {
    let found = try rows(.max, [])
    guard var content else {
      let row = RoamingRow(id: id, digest: copy.digest)
      try stored { () throws(SceneProblem) in
        try store.setRoaming(copy.number.map { [$0: row] } ?? [:])
      }
      return copy.number.flatMap { found.sessions[$0] } ?? SceneID(rawValue: head.name)
    }
    content.removeValues(named: found.staying)
    let arriving = content.arriving(
      record: RoamingRecord.arriving(content.record, over: copy.record, now: options.now()),
      roaming: RoamingRow(id: id, digest: content.digest)
    ).scene
    var taken = Set(found.sessions.values)
    while true {
      let name = known ?? Self.freeName(head.name, taken)
      do throws(SceneProblem) {
        try store.take(arriving, as: name, over: known == nil ? nil : copy.seen ?? .max)
        options.hook(.afterArriving)
        return name
      } catch {
        guard error.code == .sessionInUse else {
          throw RoamingProblem(.storeNotUsable, detail: error.description)
        }
        if known != nil { return nil }
        // A window of that name was opened meanwhile.
        taken.insert(name)
      }
    }
  }

  /// The name that the scene had, or the next one that is free here.
  static func freeName(_ name: String, _ taken: Set<SceneID>) -> SceneID {
    var (id, number) = (SceneID(rawValue: name), 2)
    while taken.contains(id) {
      id = SceneID(rawValue: "\(name)-\(number)")
      number += 1
    }
    return id
  }
}
