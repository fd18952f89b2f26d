import LMDB
import SceneState

extension Carrier {
  /// Sends what changed of a scene, as a step that its head names from then on.
  func send(
    _ scene: inout CarriedScene, _ ownership: CarriedScene.Ownership, _ rows: SceneRows,
    _ found: RowsOfScenes, _ storeID: String
  ) throws(RoamingProblem) {
    if scene.rows == nil, let digest = scene.head?.digest {
      // After a start, or an answer that got lost: the cluster may have all of it.
      let present = CarriedRows(rows)
      if SceneHead.text(present.digest) == digest { scene.rows = present }
    }
    var isSnapshot = scene.rows == nil || scene.head == nil
    let old = scene.rows ?? CarriedRows()
    var (step, carried) = old.step(to: rows, types: found.types, isSnapshot: isSnapshot)
    let lacks = old.hasMoreSetAside(than: carried)
    guard isSnapshot || lacks || !step.rows.isEmpty else { return }
    var bytes = step.bytes
    if !isSnapshot, let head = scene.head, lacks || isLong(head, with: bytes.count, rows) {
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
    (head.epoch, head.tick) = (ownership.epoch, scene.tick)
    head.digest = SceneHead.text(carried.digest)
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
    options.hook(.beforeHead)
    let answer = try client.transact(
      isOwned + [.modified(names.head(scene.id), scene.headRevision)], puts)
    guard answer.isDone else { return }
    options.hook(.afterHead)
    (scene.head, scene.headRevision) = (head, answer.revision)
    (scene.rows, scene.standing) = (carried, .owned(ownership))
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
