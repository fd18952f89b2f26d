import LMDB
import SceneState
import StoreFormat

extension Carrier {
  /// What has to be sent of a scene, as a step that its head names from then on; nil for nothing.
  func move(
    of scene: inout CarriedScene, _ ownership: CarriedScene.Ownership, _ rows: SceneRows,
    _ found: RowsOfScenes, _ storeID: String
  ) throws(RoamingProblem) -> SceneMove? {
    if scene.rows == nil, let digest = scene.head?.digest {
      // After a start, or an answer that got lost: the cluster may have all of it.
      let present = CarriedRows(rows)
      if SceneHead.text(present.digest.scene) == digest { scene.rows = present }
    }
    var isSnapshot = scene.rows == nil || scene.head == nil || scene.isChainBroken
    let old = scene.rows ?? CarriedRows()
    var (step, carried) =
      isSnapshot
      ? try snapshot(of: scene, rows, found) : old.step(to: rows, types: found.types)
    let lacks = old.hasMoreSetAside(than: carried)
    guard isSnapshot || lacks || !step.rows.isEmpty else { return nil }
    var bytes = step.bytes
    if !isSnapshot, let head = scene.head, lacks || isLong(head, with: bytes.count, rows) {
      isSnapshot = true
      (step, carried) = try snapshot(of: scene, rows, found)
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
    (head.epoch, head.tick) = (ownership.epoch, scene.tick)
    head.digest = SceneHead.text(carried.digest.scene)
    head.commit = found.identity?.commit(found.sequence)
    (head.store, head.device) = (storeID, device)
    head.chain = isSnapshot ? [link] : head.chain + [link]
    // Until the answer is there, nobody knows who has the scene.
    scene.standing = .unknown
    return SceneMove(
      number: rows.session.number, id: scene.id, ownership: ownership, before: scene.headRevision,
      head: head, headBytes: try head.bytes, pieces: pieces, carried: carried)
  }

  /// All of a scene; of what is damaged here that which the cluster has.
  private func snapshot(
    of scene: CarriedScene, _ rows: SceneRows, _ found: RowsOfScenes
  ) throws(RoamingProblem) -> (step: SceneStep, carried: CarriedRows) {
    var kept: SceneContent?
    if let head = scene.head, !CarriedRows.damaged(rows).isEmpty {
      do throws(RoamingProblem) { kept = try client.content(of: scene.id, head, names) } catch {
        // The cluster has lost it, too.
        guard error.code == .notReadable else { throw error }
      }
    }
    return CarriedRows().step(to: rows, types: found.types, isSnapshot: true, keeping: kept)
  }

  private static let longestChain = 64

  /// Whether a reader would rather have the scene than what changed in it.
  private func isLong(_ head: SceneHead, with added: Int, _ rows: SceneRows) -> Bool {
    let sizes = head.chain.dropFirst().reduce(added) { $0 + $1.bytes }
    let whole = rows.values.bytes.count + rows.setAside.bytes.count
    // The head goes with each change, and all of a large scene is much more than that.
    let limit = max(options.chainLimit, min(Self.longestChain, whole >> 14))
    return head.chain.count >= limit || sizes > max(whole, 64 << 10)
  }

  /// Moves heads to what changed: those of one commit in one transaction, of so many scenes.
  func sendAll(_ moves: [SceneMove], _ work: inout Work) throws(RoamingProblem) {
    var rest = moves[...]
    while !rest.isEmpty {
      try send(Array(rest.prefix(SceneMove.most)), &work)
      rest = rest.dropFirst(SceneMove.most)
    }
  }

  /// Writes what has no room beside the heads, then moves these: a reader sees all of a step or none.
  private func send(_ group: [SceneMove], _ work: inout Work) throws(RoamingProblem) {
    options.hook(.beforeParts)
    var (ready, room): ([SceneMove], Int) = ([], options.partBytes)
    for var move in group {
      move.isInline = move.pieces.count == 1 && move.pieces[0].count <= room
      if move.isInline {
        room -= move.pieces[0].count
      } else {
        guard try sendParts(of: move, &work) else { continue }
      }
      ready.append(move)
    }
    guard !ready.isEmpty else { return }
    options.hook(.beforeHead)
    if try moveHeads(ready, &work) { return }
    // One of them was taken: the others go on without it.
    guard ready.count > 1 else { return }
    for move in ready { _ = try moveHeads([move], &work) }
  }

  /// Writes the pieces of a step, each in a transaction of its own.
  ///
  /// - Returns: False if somebody took the scene meanwhile.
  private func sendParts(
    of move: SceneMove, _ work: inout Work
  ) throws(RoamingProblem) -> Bool {
    for (number, piece) in move.pieces.enumerated() {
      // All of it may take longer than a lease lasts.
      try keepLease(&work)
      let key = names.part(
        move.id, epoch: move.head.epoch, tick: move.head.tick, number: number)
      let answer = try client.transact(
        isOwned(move) + [.created(key, 0)], [.put(client.put(key, piece))])
      guard answer.isDone else { return false }
      options.hook(.afterPart)
    }
    return true
  }

  /// - Returns: False if one of the scenes was taken, or is not what it was.
  private func moveHeads(
    _ moves: [SceneMove], _ work: inout Work
  ) throws(RoamingProblem) -> Bool {
    var (comparisons, puts) = ([ClusterMessage.Compare](), [ClusterMessage.Operation]())
    for move in moves {
      let head = names.head(move.id)
      comparisons += isOwned(move) + [.modified(head, move.before)]
      if move.isInline {
        let key = names.part(move.id, epoch: move.head.epoch, tick: move.head.tick, number: 0)
        puts.append(.put(client.put(key, move.pieces[0])))
      }
      puts.append(.put(client.put(head, move.headBytes)))
      if move.head.chain.count == 1 { puts += removal(of: move.id, but: move.head.chain) }
    }
    let answer = try client.transact(comparisons, puts)
    guard answer.isDone else { return false }
    options.hook(.afterHead)
    for move in moves {
      work.scenes[move.number]?.moved(move, at: answer.revision)
      work.behind.remove(move.number)
    }
    return true
  }

  private func isOwned(_ move: SceneMove) -> [ClusterMessage.Compare] {
    let owner = names.owner(move.id)
    return [.created(owner, move.ownership.created), .value(owner, move.ownership.value)]
  }

  /// Removes every part that a head does not name, those of carriers that were killed as well.
  func removal(of id: String, but chain: [SceneHead.Link]) -> [ClusterMessage.Operation] {
    let all = names.parts(id)
    let kept = chain.map { names.parts(id, epoch: $0.epoch, tick: $0.tick) }
      .sorted { $0.first.utf8.lexicographicallyPrecedes($1.first.utf8) }
    return zip([all.first] + kept.map(\.end), kept.map(\.first) + [all.end]).map {
      .delete(ClusterMessage.DeleteRange($0, to: $1))
    }
  }
}

/// A step of one scene on its way, with the head that names it.
struct SceneMove {
  /// So many have room in one of etcd's transactions, of 128 operations with four for each.
  static let most = 32

  let number: UInt32
  let id: String
  let ownership: CarriedScene.Ownership
  /// The transaction that moved the head before.
  let before: Int64
  let head: SceneHead
  let headBytes: [UInt8]
  let pieces: [[UInt8]]
  let carried: CarriedRows
  /// Whether the step goes with the transaction that moves the head.
  var isInline = false
}
