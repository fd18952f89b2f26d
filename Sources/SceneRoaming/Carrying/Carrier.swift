import Dispatch
import LMDB
import SceneState
import Synchronization

/// Sends what commits changed to the cluster, on a queue of its own.
///
/// Threads that write to the store never wait for it: it reads what they committed. Everything
/// that asks the cluster runs on ``queue``, one after the other.
final class Carrier: Sendable {
  /// What only the queue touches.
  struct Work {
    var scenes: [SceneID: CarriedScene] = [:]
    /// The sequence up to which every commit was looked at.
    var seen: UInt64?
    /// The transaction that was looked at last.
    var transaction: UInt64?
    /// Scenes with something that the cluster has not.
    var behind: Set<SceneID> = []
    /// Names in the cluster of scenes that were discarded here, and may be there still.
    var gone: Set<String> = []
    var storeID = ""
    var lease: Int64?
    var leaseIsKeptUntil = Duration.zero
    var nextTry = Duration.zero

    var isBehind: Bool { !behind.isEmpty || !gone.isEmpty }
  }

  /// What others may ask at any time.
  struct Report {
    var backlog = Roaming.Backlog()
    var forks: [Roaming.Fork] = []
    var isClosed = false
  }

  let store: SceneStore
  let client: ClusterClient
  let names: ClusterNames
  let device: String
  let options: Roaming.Options
  let queue = DispatchQueue(label: "scene-roaming")
  let work = Mutex(Work())
  let report = Mutex(Report())
  let asks: AsyncStream<Roaming.Ask>
  let asking: AsyncStream<Roaming.Ask>.Continuation

  init(
    _ store: SceneStore, _ client: ClusterClient, _ names: ClusterNames, device: String,
    _ options: Roaming.Options
  ) {
    (self.store, self.client, self.names) = (store, client, names)
    (self.device, self.options) = (device, options)
    (asks, asking) = AsyncStream.makeStream()
  }

  // MARK: The clockwork

  /// Looks for new commits from now on, four times a second.
  func start() { tick() }

  private func tick() {
    queue.asyncAfter(deadline: .now() + .milliseconds(250)) { [weak self] in
      guard let self, !self.report.withLock({ $0.isClosed }) else { return }
      work.withLock { work in
        guard monotonicNow() >= work.nextTry else { return }
        // What failed is in the backlog, and tried again.
        _ = tried { () throws(RoamingProblem) in try carry(&work) }
      }
      tick()
    }
  }

  /// Runs something, and keeps what went wrong for who asks.
  func tried<Value>(
    _ body: () throws(RoamingProblem) -> Value
  ) -> Result<Value, RoamingProblem> {
    do throws(RoamingProblem) { return .success(try body()) } catch {
      report.withLock { $0.backlog.problem = error }
      return .failure(error)
    }
  }

  // MARK: Carrying

  /// Brings the cluster to what is committed now.
  func carry(_ work: inout Work) throws(RoamingProblem) {
    work.nextTry = monotonicNow() + .seconds(1)
    try keepLease(&work)
    let transaction = store.lastTransaction
    if transaction != work.transaction || work.isBehind || work.seen == nil { try look(&work) }
    work.transaction = transaction
    work.nextTry = .zero
    let waiting = work.behind.count + work.gone.count
    report.withLock { $0.backlog = Roaming.Backlog(sceneCount: waiting) }
  }

  /// The same until nothing is behind: a scene may get its name, be found elsewhere and go on as one
  /// of its own, each at a look of its own.
  func carryAll(_ work: inout Work) throws(RoamingProblem) {
    for _ in 0..<6 {
      try carry(&work)
      if !work.isBehind { return }
    }
    throw RoamingProblem(.isElsewhere, detail: "other machines take scenes of this one")
  }

  /// The same for the sake of one scene: what keeps another one back is told by the next look.
  func carryAllThatCan(_ work: inout Work) throws(RoamingProblem) {
    do throws(RoamingProblem) { try carryAll(&work) } catch {
      guard error.code.concernsOneScene else { throw error }
    }
  }

  private func look(_ work: inout Work) throws(RoamingProblem) {
    if work.storeID.isEmpty { work.storeID = try storeID() }
    let found = try rows(work.seen, work.behind)
    if work.seen == nil { findGone(found.sessions, &work) }
    work.behind.formUnion(found.scenes.map(\.session.id))
    work.seen = found.sequence
    for id in work.scenes.keys where !found.sessions.contains(id) { discard(id, &work) }
    // Of what came and went between two looks there is nothing to send.
    work.behind.formIntersection(found.sessions)
    let waiting = work.behind.count + work.gone.count
    report.withLock { $0.backlog.sceneCount = waiting }
    try removeGone(found.sessions, &work)
    var failure: RoamingProblem?
    // Of a scene and its copies the one keeps the name in the cluster that had it first.
    for rows in found.scenes.sorted(by: { CarriedRows.named($0) < CarriedRows.named($1) }) {
      // A scene that cannot be carried keeps no other one back; without a cluster none can.
      do throws(RoamingProblem) { try carry(rows, found, &work) } catch {
        guard error.code.concernsOneScene else { throw error }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// A session is gone; one that another machine has is that machine's.
  private func discard(_ local: SceneID, _ work: inout Work) {
    guard let scene = work.scenes.removeValue(forKey: local) else { return }
    if scene.standing != .elsewhere { work.gone.insert(scene.id) }
  }

  /// The store's own name, which no other store has; a new one is durable before it is used.
  private func storeID() throws(RoamingProblem) -> String {
    do throws(SceneProblem) {
      if store.app[RoamingKeys.store].isEmpty {
        try store.app.write(options.makeName(), to: RoamingKeys.store)
        try store.makeDurable()
      }
    } catch { throw RoamingProblem(.storeNotUsable, detail: error.description) }
    return store.app[RoamingKeys.store]
  }

  func rows(
    _ seen: UInt64?, _ others: Set<SceneID>
  ) throws(RoamingProblem) -> RowsOfScenes {
    do throws(SceneProblem) { return try store.rows(changedAfter: seen, and: others) } catch {
      throw RoamingProblem(.storeNotUsable, detail: error.description)
    }
  }

  private func carry(
    _ rows: SceneRows, _ found: RowsOfScenes, _ work: inout Work
  ) throws(RoamingProblem) {
    let local = rows.session.id
    // Another scene had the name on this machine, and was discarded between two looks.
    if let old = work.scenes[local], old.session != rows.session.number { discard(local, &work) }
    // A new name is a value of the scene, which the next look finds with all others.
    guard let id = try name(of: local, &work) else { return }
    // Another scene had the name on this machine, and was discarded.
    if let old = work.scenes[local], old.id != id { discard(local, &work) }
    var scene =
      work.scenes[local] ?? CarriedScene(id: id, local: local, session: rows.session.number)
    defer { work.scenes[local] = scene }
    if scene.standing == .unknown { try settle(&scene, work) }
    switch scene.standing {
    case .owned(let ownership):
      try send(&scene, ownership, rows, found, work.storeID)
      // It was taken meanwhile, perhaps by a machine that is not there any more.
      if scene.standing == .unknown { return }
    case .elsewhere:
      guard try forkIfLater(&scene, rows, work) else { break }
      // It is a scene of its own from here on, and carried at the next look.
      return
    case .unknown: return
    }
    work.behind.remove(local)
  }

  /// The name that a scene has in the cluster; nil if it had none and got one, durable, just now.
  private func name(
    of local: SceneID, _ work: inout Work
  ) throws(RoamingProblem) -> String? {
    let name = store.scene(local)[RoamingKeys.scene]
    let others = work.scenes.values.filter { $0.local != local }
    let isCopy = others.contains {
      $0.id == name && store.scene($0.local)[RoamingKeys.scene] == name
    }
    guard name.isEmpty || isCopy else { return name }
    let old = isCopy ? work.scenes[local] : nil
    if var scene = old, scene.standing == .elsewhere {
      // What was copied into another machine's scene is this one's.
      try fork(&scene, from: try SceneHead(client.pair(names.head(scene.id))))
      work.scenes[local] = scene
      return nil
    }
    // One into which another scene was copied stays what it was, if no copy of it was quicker, and
    // if it is known what the cluster has of it: by its commit the new name hides what is later.
    let isFree = old?.rows != nil && !others.contains { $0.id == old?.id }
    try rename(local, to: isFree ? old?.id ?? options.makeName() : options.makeName())
    return nil
  }

  func rename(_ local: SceneID, to name: String) throws(RoamingProblem) {
    let scope = store.scene(local)
    do throws(SceneProblem) {
      try scope.write(name, to: RoamingKeys.scene)
      try scope.write(false, to: RoamingKeys.isElsewhere)
      try store.makeDurable()
    } catch { throw RoamingProblem(.storeNotUsable, detail: error.description) }
    guard scope[RoamingKeys.scene] == name else {
      throw RoamingProblem(.storeNotUsable, detail: "'\(local)' cannot be given a name")
    }
  }

  // MARK: Sending

  private func send(
    _ scene: inout CarriedScene, _ ownership: CarriedScene.Ownership, _ rows: SceneRows,
    _ found: RowsOfScenes, _ storeID: String
  ) throws(RoamingProblem) {
    var isSnapshot = scene.rows == nil || scene.head == nil
    var (step, carried) = (scene.rows ?? CarriedRows()).step(
      to: rows, types: found.types, isSnapshot: isSnapshot)
    guard isSnapshot || !step.rows.isEmpty else { return }
    var bytes = step.bytes
    if !isSnapshot, let head = scene.head, isLong(head, with: bytes.count, rows) {
      isSnapshot = true
      (step, carried) = CarriedRows().step(to: rows, types: found.types, isSnapshot: true)
      bytes = step.bytes
    }
    scene.tick += 1
    let pieces = SceneStep.pieces(bytes, ofBytes: options.partBytes)
    let link = SceneHead.Link(
      epoch: ownership.epoch, tick: scene.tick, parts: pieces.count, bytes: bytes.count,
      checksum: crc32c(bytes))
    var head =
      scene.head
      ?? SceneHead(
        name: "", title: nil, epoch: "", store: storeID, device: device)
    head.name = rows.session.id.rawValue
    head.title = RoamingRecord.title(rows.session.record)
    (head.epoch, head.tick, head.position) = (ownership.epoch, scene.tick, found.sequence)
    (head.store, head.device) = (storeID, device)
    head.chain = isSnapshot ? [link] : head.chain + [link]
    try move(&scene, ownership, to: head, pieces, carried)
  }

  /// Whether a reader would rather have the scene than what changed in it.
  private func isLong(_ head: SceneHead, with added: Int, _ rows: SceneRows) -> Bool {
    let sizes = head.chain.dropFirst().reduce(added) { $0 + $1.bytes }
    let whole = rows.values.bytes.count + rows.setAside.bytes.count
    return head.chain.count >= options.chainLimit || sizes > max(whole, 64 << 10)
  }

  /// Writes the parts, then moves the head to them: a reader sees all of a step or none.
  private func move(
    _ scene: inout CarriedScene, _ ownership: CarriedScene.Ownership, to head: SceneHead,
    _ pieces: [[UInt8]], _ carried: CarriedRows
  ) throws(RoamingProblem) {
    let owner = names.owner(scene.id)
    let isOwned: [ClusterMessage.Compare] = [
      .created(owner, ownership.created), .value(owner, ownership.value),
    ]
    // Until the answer is there, nobody knows who has the scene.
    scene.standing = .unknown
    options.hook(.beforeParts)
    var puts: [ClusterMessage.Operation] = []
    for (number, piece) in pieces.enumerated() {
      let key = names.part(scene.id, epoch: head.epoch, tick: head.tick, number: number)
      puts.append(.put(client.put(key, piece)))
      guard pieces.count > 1 else { continue }
      let answer = try client.transact(isOwned + [.created(key, 0)], puts)
      guard answer.isDone else { return }
      puts = []
      options.hook(.afterPart)
    }
    puts.append(.put(client.put(names.head(scene.id), try head.bytes)))
    if head.chain.count == 1 { puts += removal(of: scene.id, but: head) }
    scene.attempt = CarriedScene.Attempt(head: head, rows: carried)
    options.hook(.beforeHead)
    let answer = try client.transact(
      isOwned + [.modified(names.head(scene.id), scene.headRevision)], puts)
    guard answer.isDone else { return }
    options.hook(.afterHead)
    (scene.head, scene.headRevision) = (head, answer.revision)
    (scene.rows, scene.attempt) = (carried, nil)
    scene.standing = .owned(ownership)
  }

  /// Removes every part that a head does not name, those of carriers that were killed as well.
  private func removal(of id: String, but head: SceneHead) -> [ClusterMessage.Operation] {
    let (all, kept) = (
      names.parts(id), names.parts(id, epoch: head.epoch, tick: head.tick)
    )
    return [
      .delete(ClusterMessage.DeleteRange(all.first, to: kept.first)),
      .delete(ClusterMessage.DeleteRange(kept.end, to: all.end)),
    ]
  }
}
