import Dispatch
import LMDB
import SceneState
import StoreFormat
import Synchronization

extension Carrier {
  /// Runs something on the queue, after what is under way there.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (Carrier, inout Work) throws(RoamingProblem) -> Value
  ) async throws(RoamingProblem) -> Value {
    let result: Result<Value, RoamingProblem> = await withCheckedContinuation { waiting in
      queue.async {
        guard !self.report.withLock({ $0.isClosed }) else {
          return waiting.resume(returning: .failure(RoamingProblem(.isClosed)))
        }
        waiting.resume(
          returning: self.work.withLock { work in
            self.tried { () throws(RoamingProblem) in try body(self, &work) }
          })
      }
    }
    return try result.get()
  }

  /// The last things that are sent; false if that was done already.
  func close() -> Bool {
    let isFirst = report.withLock { report in
      defer { report.isClosed = true }
      return !report.isClosed
    }
    guard isFirst else { return false }
    store.onCommit(nil)
    asking.finish()
    followers.end()
    bell?.ring()
    queue.sync {
      work.withLock { work in
        // What could not be sent waits in the store; a lease that stays ends by itself.
        _ = tried { () throws(RoamingProblem) in
          try carryAll(&work)
          if let lease = work.lease { try client.revokeLease(lease) }
        }
      }
    }
    return true
  }

  // MARK: Bringing

  /// How one try to get a scene went.
  enum Try: Sendable {
    case here(SceneID)
    /// The machine that has it was asked, or somebody was quicker.
    case asked(Holder?)
  }

  /// Another machine that has a scene, or had it last.
  struct Holder: Sendable {
    let store: String
    let device: String

    /// Nil for this machine, and for a scene that nobody has.
    init?(_ owner: SceneOwner?, _ head: SceneHead, but store: String) {
      (self.store, device) = (owner?.store ?? head.store, owner?.device ?? head.device)
      if self.store == store || self.store.isEmpty { return nil }
    }
  }

  func bring(_ id: String) async throws(RoamingProblem) -> SceneID {
    let deadline = sleeplessNow() + options.patience
    var first: Holder?
    while true {
      let now = sleeplessNow()
      let result = try await run { (carrier, work) throws(RoamingProblem) in
        try carrier.tryToBring(id, &work, takesOver: now >= deadline)
      }
      switch result {
      case .here(let scene): return scene
      case .asked(let holder):
        // Of two that ask for it one gets it; and who writes all the time cannot be waited for.
        let isTaken = holder.map { $0.store != first?.store } ?? false
        if first != nil && isTaken || now >= deadline + Self.longestTaking {
          throw RoamingProblem(.isElsewhere, detail: holder?.device ?? "")
        }
        first = first ?? holder
      }
      await sleep(.milliseconds(10))
    }
  }

  /// So long after its patience somebody tries to take a scene that others move meanwhile.
  private static let longestTaking = Duration.seconds(10)

  private func sleep(_ time: Duration) async {
    let seconds = time / .seconds(1)
    await withCheckedContinuation { waiting in
      queue.asyncAfter(deadline: .now() + seconds) { waiting.resume() }
    }
  }

  /// Takes a scene that nobody has, or asks who has it.
  func tryToBring(
    _ id: String, _ work: inout Work, takesOver: Bool
  ) throws(RoamingProblem) -> Try {
    // Also learns this store's name, and makes forks of what was written apart here.
    try carryAllThatCan(&work)
    let (headKey, ownerKey) = (names.head(id), names.owner(id))
    let found = try client.pairs([headKey, ownerKey, names.ask(id)]).pairs
    guard let headPair = found[0], let head = try SceneHead(headPair) else {
      throw RoamingProblem(.noSuchScene, detail: id)
    }
    let (number, owner) = (work.number(of: id), try SceneOwner(found[1]))
    let holder = Holder(owner, head, but: work.storeID)
    if let number, let scene = work.scenes[number], case .owned(let ownership) = scene.standing {
      if owner?.epoch == ownership.epoch { return .here(scene.local) }
      // It was taken from here, and there was nothing to send by which this had come to light.
      work.scenes[number]?.standing = .elsewhere
      work.behind.insert(number)
      try carryAllThatCan(&work)
      guard work.scenes[number]?.id == id else { return .asked(holder) }
    }
    if let owner, owner.store != work.storeID, !takesOver {
      let wish = try RoamingJSON.bytes(SceneWish(store: work.storeID, device: device))
      if found[2]?.value != wish {
        let put = client.put(names.ask(id), wish, lease: work.lease)
        _ = try client.transact([], [.put(put)])
      }
      return .asked(holder)
    }
    guard let seen = try replaceable(number, head, &work) else { return .asked(holder) }
    let new = SceneOwner(
      epoch: options.makeName(), store: work.storeID, device: device, tick: head.tick,
      since: options.now())
    let next = head.takenOver(by: new)
    let put = client.put(ownerKey, try new.bytes, lease: work.lease)
    let answer = try client.transact(
      [.modified(headKey, headPair.modified), .modified(ownerKey, found[1]?.modified ?? 0)],
      [
        .put(put), .put(client.put(headKey, try next.bytes)),
        .delete(ClusterMessage.DeleteRange(names.ask(id))),
      ])
    // Somebody was quicker, or the owner sent something: look again.
    guard answer.isDone else { return .asked(holder) }
    options.hook(.afterTaking)
    let scene = try arrive(id, next, as: number.flatMap { work.scenes[$0]?.local }, seen: seen)
    let present = try rows(.max, []).sessions.first { $0.value == scene }
    var carried = CarriedScene(id: id, local: scene)
    carried.learn(next, at: answer.revision)
    carried.standing = .owned(
      CarriedScene.Ownership(
        epoch: new.epoch, created: found[1]?.created ?? answer.revision, value: put.value))
    if let number = present?.key { work.scenes[number] = carried }
    return .here(scene)
  }

  /// The commit up to which a copy that is here may be replaced; nil if it has later values.
  private func replaceable(
    _ number: UInt32?, _ head: SceneHead, _ work: inout Work
  ) throws(RoamingProblem) -> UInt64? {
    guard let number else { return .max }
    let found = try rows(.max, [number])
    guard let row = found.roaming[number],
      let scene = found.scenes.first(where: { $0.session.number == number })
    else { return .max }
    let present = CarriedRows(scene).digest
    guard !row.hasLater(present, than: head, store: work.storeID) else {
      work.scenes[number]?.standing = .elsewhere
      work.behind.insert(number)
      return nil
    }
    // From here on a start of this app knows that it is no more than a copy.
    try noteElsewhere(row, of: number, holding: present)
    return found.sequence
  }

  /// Reads a scene as of the transaction that took it, and puts it into the store in one commit.
  private func arrive(
    _ id: String, _ head: SceneHead, as known: SceneID?, seen: UInt64
  ) throws(RoamingProblem) -> SceneID {
    var content = SceneContent()
    for (_, step) in try client.steps(of: id, head, names) { content.apply(step) }
    let found = try rows(.max, [])
    content.removeValues(named: found.staying)
    let record = RoamingRecord.arriving(content.record, now: options.now())
    let row = RoamingRow(id: id, digest: content.digest)
    let arriving = content.arriving(record: record, roaming: row)
    guard arriving.leftOut == 0 else {
      throw RoamingProblem(.notReadable, detail: "'\(head.name)' has rows of a newer version")
    }
    let name = known ?? Self.freeName(head.name, Set(found.sessions.values))
    try stored { () throws(SceneProblem) in try store.take(arriving.scene, as: name, over: seen) }
    options.hook(.afterArriving)
    return name
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
