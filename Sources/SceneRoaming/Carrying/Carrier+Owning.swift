import LMDB
import SceneState
import StoreFormat
import Synchronization

extension Carrier {
  /// The lease under which the names of owners stand; a new one if the old one has ended.
  func keepLease(_ work: inout Work) throws(RoamingProblem) {
    let now = sleeplessNow()
    if work.lease != nil, now < work.leaseIsKeptUntil { return }
    if let lease = work.lease, try client.keepLease(lease) {
      work.leaseIsKeptUntil = now + .seconds(options.leaseSeconds) / 3
      return
    }
    // Its keys went with it: every scene has to be taken again, if nobody else did.
    for id in work.scenes.keys where work.scenes[id]?.standing != .elsewhere {
      work.scenes[id]?.standing = .unknown
      work.behind.insert(id)
    }
    work.lease = try client.grantLease(seconds: options.leaseSeconds)
    work.leaseIsKeptUntil = now + .seconds(options.leaseSeconds) / 3
  }

  /// Finds out who has a scene, and takes it if it was this store's last.
  func settle(
    _ scene: inout CarriedScene, _ row: RoamingRow, _ rows: SceneRows, _ work: inout Work
  ) throws(RoamingProblem) {
    let (headKey, ownerKey) = (names.head(scene.id), names.owner(scene.id))
    let found = try client.pairs([headKey, ownerKey, names.gone(scene.id)]).pairs
    let (headPair, ownerPair) = (found[0], found[1])
    // Somebody took it meanwhile, and discarded it.
    if headPair == nil, found[2] != nil { return scene.standing = .elsewhere }
    let (head, owner) = (try SceneHead(headPair), try SceneOwner(ownerPair))
    // What there is in any case nobody loses.
    let isUnknown =
      !knows(head?.commit, work)
      && head?.digest != SceneHead.text(CarriedRows(rows).digest.scene)
    guard !row.isElsewhere, try !isOthers(head, owner, &work), !isUnknown else {
      return scene.standing = .elsewhere
    }
    scene.learn(head, at: headPair?.modified ?? 0)
    // A transaction that is still on its way compares the epoch before this one.
    let new = SceneOwner(
      epoch: makeEpoch(work), store: work.storeID, device: device, tick: head?.tick ?? 0,
      since: options.now())
    let put = client.put(ownerKey, try new.bytes, lease: work.lease)
    let answer = try client.transact(
      [
        .modified(ownerKey, ownerPair?.modified ?? 0),
        .modified(headKey, headPair?.modified ?? 0),
      ], [.put(put)] + removal(of: scene.id, but: head?.chain ?? []))
    guard answer.isDone else { return }
    scene.standing = .owned(
      CarriedScene.Ownership(
        epoch: new.epoch, created: ownerPair?.created ?? answer.revision, value: put.value,
        since: answer.revision))
  }

  /// A scene that another machine has: what was written here since goes on as one of its own.
  ///
  /// - Returns: Whether it does.
  func forkIfLater(
    _ scene: inout CarriedScene, _ rows: SceneRows, _ row: RoamingRow, _ work: Work
  ) throws(RoamingProblem) -> Bool {
    let found = try client.pairs([names.head(scene.id), names.gone(scene.id)]).pairs
    let head = try SceneHead(found[0] ?? found[1])
    let present = CarriedRows(rows).digest
    // What this process carried any successor took over, also one of which nothing is left; what is
    // left says itself what that was.
    let isCarried = head == nil && scene.rows?.digest == present
    guard !isCarried, row.hasLater(present, than: head, store: work.storeID) else {
      try noteElsewhere(row, of: rows.session.number, holding: present)
      return false
    }
    // The name is durable before anybody hears of it: a second heal makes no second fork.
    let name = options.makeName()
    try stored { () throws(SceneProblem) in
      try store.setRoaming([rows.session.number: RoamingRow(id: name)])
    }
    let fork = Roaming.Fork(
      scene: scene.local, from: Roaming.SceneName(rawValue: scene.id),
      otherDevice: head?.device ?? "")
    report.withLock { $0.forks.append(fork) }
    scene = CarriedScene(id: name, local: scene.local)
    return true
  }

  /// What this store has of a scene is a copy from now on; later is what differs from it.
  func noteElsewhere(
    _ row: RoamingRow?, of number: UInt32, holding digest: SceneDigest
  ) throws(RoamingProblem) {
    guard let row, !row.isElsewhere || row.digest != digest else { return }
    let copy = RoamingRow(id: row.id, isElsewhere: true, digest: digest)
    try stored { () throws(SceneProblem) in try store.setRoaming([number: copy]) }
  }

  // MARK: Handing over

  /// Lets a scene go: everything is carried first, and nothing after it.
  func letGo(_ id: String, _ work: inout Work) throws(RoamingProblem) {
    do throws(RoamingProblem) { try letGoOnce(id, &work) } catch {
      // It is asked for again.
      work.toldAsks[id] = nil
      throw error
    }
  }

  private func letGoOnce(_ id: String, _ work: inout Work) throws(RoamingProblem) {
    // One ask may come twice.
    if work.scenes.values.contains(where: { $0.id == id && $0.standing == .elsewhere }) { return }
    try stored { () throws(SceneProblem) in try store.flush() }
    try carryAllThatCan(&work)
    guard let number = work.number(of: id), let scene = work.scenes[number],
      case .owned(let ownership) = scene.standing, let rows = scene.rows,
      !work.behind.contains(number)
    else { throw RoamingProblem(.isElsewhere) }
    let owner = names.owner(id)
    work.scenes[number]?.standing = .unknown
    // If the answer gets lost, the next look finds out.
    work.behind.insert(number)
    let answer = try client.transact(
      [
        .created(owner, ownership.created), .value(owner, ownership.value),
        .modified(names.head(id), scene.headRevision),
      ], [.delete(ClusterMessage.DeleteRange(owner))])
    guard answer.isDone else { throw RoamingProblem(.isElsewhere) }
    work.scenes[number]?.standing = .elsewhere
    work.behind.remove(number)
    try noteElsewhere(RoamingRow(id: id), of: number, holding: rows.digest)
  }
}
