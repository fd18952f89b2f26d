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
        // What could not be sent waits in the store; a lease that stays ends by itself. Who ends does
        // not wait for a cluster that did not answer a moment ago.
        guard report.withLock({ $0.backlog.problem?.code }) != .notReachable else { return }
        _ = tried { () throws(RoamingProblem) in
          try carryAllThatCan(&work)
          if let lease = work.lease { try client.revokeLease(lease) }
        }
      }
    }
    return true
  }

  // MARK: Bringing

  /// How far a try to get a scene goes.
  enum Urgency: Int, Comparable {
    /// Who has it is asked, if nobody else has asked.
    case asks
    /// A wish of others may be that of somebody who gave up.
    case insists
    case takes
    /// It is read once it is taken, as its owner writes all the time.
    case takesUnread

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

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
    do throws(RoamingProblem) { return try await get(id) } catch {
      // Who has it is not to let it go for somebody who gave up; if that is not heard, the lease of
      // this machine ends it.
      try? await run { (carrier, work) throws(RoamingProblem) in try carrier.withdraw(id, work) }
      throw error
    }
  }

  /// Says that a scene is wanted here, once; what cannot be read here nobody lets go of for it.
  private func ask(
    for id: String, _ headPair: ClusterPair, _ head: SceneHead, _ asked: ClusterPair?,
    insists: Bool, _ work: Work
  ) throws(RoamingProblem) {
    var wish = SceneWish(store: work.storeID, device: device)
    // What cannot be read is no wish of ours, and gives way to it.
    if let asked, let known: SceneWish = try? RoamingJSON.read(asked.value) {
      // Of two that want it one gets it, and the other hears of that.
      let isOthers = known.store != wish.store && known.lacksParts == nil
      if known == wish || isOthers && !insists { return }
      // Of what was lost nothing was sent again yet.
      let isWaiting = known.store == wish.store && headPair.modified < asked.modified
      if known.lacksParts == true, isWaiting { return }
    }
    var content: SceneContent?
    do throws(RoamingProblem) { content = try client.content(of: id, head, names) } catch {
      guard error.code == .notReadable else { throw error }
      // Who sends all of it meanwhile removes what was there before; it lets go of it all the same.
      if try !hasBegunAnew(id, head) { wish.lacksParts = true }
    }
    if let content { try check(content, head) }
    let put = client.put(names.ask(id), try RoamingJSON.bytes(wish), lease: work.lease)
    _ = try client.transact([], [.put(put)])
  }

  /// Whether parts may be gone since the head that named them was read, as all was sent again.
  private func hasBegunAnew(_ id: String, _ head: SceneHead) throws(RoamingProblem) -> Bool {
    try SceneHead(client.pair(names.head(id)))?.chain.first != head.chain.first
  }

  /// Wants a scene no more.
  private func withdraw(_ id: String, _ work: Work) throws(RoamingProblem) {
    let key = names.ask(id)
    guard let ask = try client.pair(key),
      (try RoamingJSON.read(ask) as SceneWish).store == work.storeID
    else { return }
    _ = try client.transact(
      [.modified(key, ask.modified)], [.delete(ClusterMessage.DeleteRange(key))])
  }

  private func get(_ id: String) async throws(RoamingProblem) -> SceneID {
    let deadline = sleeplessNow() + options.patience
    var (first, urgency, hasInsisted): (Holder?, Urgency, Bool) = (nil, .asks, false)
    while true {
      let (now, asked) = (sleeplessNow(), first?.store)
      if now >= deadline {
        urgency = urgency < .takes ? .takes : .takesUnread
      } else if now >= deadline - options.patience / 2 {
        // Once: two that insist would take turns.
        (urgency, hasInsisted) = (hasInsisted ? .asks : .insists, true)
      }
      let result = try await run { [urgency] (carrier, work) throws(RoamingProblem) in
        try carrier.tryToBring(id, &work, urgency, from: asked)
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

  /// Takes a scene that nobody has, or asks who has it: one store, and not who got it from that one.
  func tryToBring(
    _ id: String, _ work: inout Work, _ urgency: Urgency, from asked: String? = nil
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
      lose(number, &work)
      try carryAllThatCan(&work)
      guard work.scenes[number]?.id == id else { return .asked(holder) }
    }
    if let owner, owner.store != work.storeID {
      // Whoever asked first got it, and keeps it.
      guard asked ?? owner.store == owner.store else { return .asked(holder) }
      if urgency < .takes {
        try ask(for: id, headPair, head, found[2], insists: urgency == .insists, work)
        return .asked(holder)
      }
    }
    if let number, work.scenes[number]?.standing == .unknown {
      // As long as it waits for a lease, what is here is no copy, and no scene of its own.
      _ = try isOthers(head, owner, &work)
    }
    guard let copy = try replaceable(number, head, &work) else { return .asked(holder) }
    let new = SceneOwner(
      epoch: makeEpoch(work), store: work.storeID, device: device, tick: head.tick,
      since: options.now())
    let taking = Taking(
      id: id, headPair: headPair, ownerPair: found[1], owner: new,
      head: head.takenOver(by: new, at: work.identity?.commit(work.seen)))
    let known = number.flatMap { work.scenes[$0]?.local }
    let scene = try bring(taking, as: known, over: copy, readsFirst: urgency < .takesUnread, &work)
    return scene.map { .here($0) } ?? .asked(holder)
  }

  /// Takes a scene and puts it into the store; nil if somebody was quicker, or wrote into the copy.
  ///
  /// Of an owner who writes all the time it cannot be read first, but once that one can write no more.
  private func bring(
    _ taking: Taking, as known: SceneID?, over copy: Copy, readsFirst: Bool, _ work: inout Work
  ) throws(RoamingProblem) -> SceneID? {
    let id = taking.id
    var content: SceneContent?
    if readsFirst {
      do throws(RoamingProblem) { content = try readable(id, taking.head, orElse: copy) } catch {
        guard error.code == .notReadable, try hasBegunAnew(id, taking.head) else { throw error }
        return nil
      }
    }
    guard let ownership = try take(taking, work) else { return nil }
    let arrived: SceneID?
    do throws(RoamingProblem) {
      if !readsFirst { content = try readable(id, taking.head, orElse: copy) }
      arrived = try arrive(content, taking.head, of: id, as: known, over: copy)
    } catch {
      giveBack(taking, ownership)
      throw error
    }
    guard let scene = arrived else {
      giveBack(taking, ownership)
      return nil
    }
    let present = try rows(.max, []).sessions.first { $0.value == scene }
    var carried = CarriedScene(id: id, local: scene)
    carried.learn(taking.head, at: ownership.since)
    carried.standing = .owned(ownership)
    carried.isChainBroken = content == nil
    if let number = present?.key {
      work.scenes[number] = carried
      if content == nil { work.behind.insert(number) }
    }
    return scene
  }
}
