import LMDB
import SceneState
import Synchronization

extension Carrier {
  /// The lease under which the names of owners stand; a new one if the old one has ended.
  func keepLease(_ work: inout Work) throws(RoamingProblem) {
    let now = monotonicNow()
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
  func settle(_ scene: inout CarriedScene, _ work: Work) throws(RoamingProblem) {
    let (headKey, ownerKey) = (names.head(scene.id), names.owner(scene.id))
    let found = try client.pairs([headKey, ownerKey]).pairs
    let (headPair, ownerPair) = (found[0], found[1])
    let (head, owner) = (try SceneHead(headPair), try SceneOwner(ownerPair))
    let isElsewhere =
      (owner.map { $0.store != work.storeID } ?? false)
      || (head.map { $0.store != work.storeID } ?? false)
      || store.scene(scene.local)[RoamingKeys.isElsewhere]
    guard !isElsewhere else { return scene.standing = .elsewhere }
    if let head, scene.rows == nil, head.position > work.seen ?? 0 {
      // The store lost commits that were carried: what it has now must not replace them.
      try fork(&scene, from: head)
      return
    }
    scene.learn(head, at: headPair?.modified ?? 0)
    // A transaction that is still on its way compares the epoch before this one.
    let new = SceneOwner(
      epoch: options.makeName(), store: work.storeID, device: device, tick: head?.tick ?? 0)
    let put = client.put(ownerKey, try new.bytes, lease: work.lease)
    let answer = try client.transact(
      [
        .modified(ownerKey, ownerPair?.modified ?? 0),
        .modified(headKey, headPair?.modified ?? 0),
      ], [.put(put)])
    guard answer.isDone else { return }
    scene.standing = .owned(
      CarriedScene.Ownership(
        epoch: new.epoch, created: ownerPair?.created ?? answer.revision, value: put.value))
    try noteOwned([scene.id])
  }

  /// A scene that another machine has: what was written here since goes on as one of its own.
  ///
  /// - Returns: Whether it does.
  func forkIfLater(
    _ scene: inout CarriedScene, _ rows: SceneRows, _ work: Work
  ) throws(RoamingProblem) -> Bool {
    let head = try SceneHead(client.pair(names.head(scene.id)))
    // Of a scene that nobody has any more, later is what was written into the copy.
    let hasLater =
      head.map { scene.hasLater(rows, than: $0, store: work.storeID) }
      ?? CarriedRows.hasValues(rows, after: CarriedRows.becameCopy(rows))
    if hasLater {
      try fork(&scene, from: head)
      return true
    }
    try noteElsewhere(scene.local)
    return false
  }

  /// The scene here goes on under a name of its own, which is durable before anybody hears of it.
  func fork(
    _ scene: inout CarriedScene, from head: SceneHead?
  ) throws(RoamingProblem) {
    let name = options.makeName()
    try noteOwned([], not: [scene.id])
    try rename(scene.local, to: name)
    let fork = Roaming.Fork(
      scene: scene.local, from: Roaming.SceneName(rawValue: scene.id),
      otherDevice: head?.device ?? "")
    report.withLock { $0.forks.append(fork) }
    scene = CarriedScene(id: name, local: scene.local, session: scene.session)
  }

  /// What this store has of a scene is a copy from now on.
  func noteElsewhere(_ local: SceneID) throws(RoamingProblem) {
    let scope = store.scene(local)
    guard !scope[RoamingKeys.isElsewhere] else { return }
    try noteOwned([], not: [scope[RoamingKeys.scene]])
    do throws(SceneProblem) {
      try scope.write(true, to: RoamingKeys.isElsewhere)
      try store.makeDurable()
    } catch { throw RoamingProblem(.storeNotUsable, detail: error.description) }
  }

  // MARK: Scenes that are gone

  /// Keeps which scenes are this store's, for a start that finds some of them discarded.
  func noteOwned(_ new: Set<String>, not old: Set<String> = []) throws(RoamingProblem) {
    let known = Set(store.app[RoamingKeys.owned])
    let owned = known.union(new).subtracting(old)
    guard owned != known else { return }
    do throws(SceneProblem) {
      try store.app.write(owned.sorted(), to: RoamingKeys.owned)
    } catch { throw RoamingProblem(.storeNotUsable, detail: error.description) }
  }

  /// What was this store's at its last end, and is not in it any more.
  func findGone(_ present: Set<SceneID>, _ work: inout Work) {
    let owned = Set(store.app[RoamingKeys.owned])
    guard !owned.isEmpty else { return }
    work.gone.formUnion(owned.subtracting(present.map { store.scene($0)[RoamingKeys.scene] }))
  }

  /// Removes what was discarded here: also in the cluster, if no other machine has it.
  func removeGone(_ present: Set<SceneID>, _ work: inout Work) throws(RoamingProblem) {
    guard !work.gone.isEmpty else { return }
    // What was moved to another session is there, by the same name.
    work.gone.subtract(present.map { store.scene($0)[RoamingKeys.scene] })
    for id in work.gone.sorted() {
      let (headKey, ownerKey, parts) = (names.head(id), names.owner(id), names.parts(id))
      let found = try client.pairs([headKey, ownerKey]).pairs
      let (head, owner) = (try SceneHead(found[0]), try SceneOwner(found[1]))
      if [head?.store, owner?.store].allSatisfy({ $0 ?? work.storeID == work.storeID }) {
        let answer = try client.transact(
          [
            .modified(headKey, found[0]?.modified ?? 0),
            .modified(ownerKey, found[1]?.modified ?? 0),
          ],
          [
            .delete(ClusterMessage.DeleteRange(headKey)),
            .delete(ClusterMessage.DeleteRange(parts.first, to: parts.end)),
            .delete(ClusterMessage.DeleteRange(ownerKey)),
          ])
        // Somebody was quicker: the next look finds who.
        guard answer.isDone else { continue }
      }
      work.gone.remove(id)
      try noteOwned([], not: [id])
    }
  }

  // MARK: Handing over

  /// Lets a scene go: everything is carried first, and nothing after it.
  func letGo(_ id: String, _ work: inout Work) throws(RoamingProblem) {
    // One ask may come twice.
    if work.scenes.values.contains(where: { $0.id == id && $0.standing == .elsewhere }) { return }
    do throws(SceneProblem) { try store.flush() } catch {
      throw RoamingProblem(.storeNotUsable, detail: error.description)
    }
    try carryAllThatCan(&work)
    guard let scene = work.scenes.values.first(where: { $0.id == id }),
      case .owned(let ownership) = scene.standing, var head = scene.head,
      !work.behind.contains(scene.local)
    else { throw RoamingProblem(.isElsewhere) }
    let owner = names.owner(id)
    work.scenes[scene.local]?.standing = .unknown
    head.position = work.seen ?? 0
    let answer = try client.transact(
      [
        .created(owner, ownership.created), .value(owner, ownership.value),
        .modified(names.head(id), scene.headRevision),
      ],
      [
        .put(client.put(names.head(id), try head.bytes)),
        .delete(ClusterMessage.DeleteRange(owner)),
      ])
    guard answer.isDone else { throw RoamingProblem(.isElsewhere) }
    work.scenes[scene.local]?.standing = .elsewhere
    try noteElsewhere(scene.local)
  }

  /// Hands on what other machines ask for.
  func hearAsks(_ work: inout Work) throws(RoamingProblem) {
    for pair in try client.pairs(from: names.asks.first, to: names.asks.end).pairs {
      let id = ClusterNames.scene(of: pair.key)
      let wish: SceneWish = try RoamingJSON.read(pair.value)
      guard wish.store != work.storeID,
        let scene = work.scenes.values.first(where: { $0.id == id }),
        case .owned = scene.standing
      else { continue }
      asking.yield(
        Roaming.Ask(scene: scene.local, device: wish.device, id: id, carrier: self))
    }
  }
}
