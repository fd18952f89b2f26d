import LMDB
import StoreFormat
import Synchronization

extension SceneStore {
  /// Claims sessions for a process, in one transaction that looks and writes: of two processes
  /// that ask in the same moment one gets them.
  ///
  /// A new session costs no transaction of its own: its name is locked until its first commit, which
  /// writes the claim too.
  ///
  /// In a store that cannot be used every claim is made in memory; the first commit of the session
  /// makes it in the store, or finds that the session is lost.
  ///
  /// - Parameters:
  ///   - ids: The sessions.
  ///   - owner: The name of the process.
  ///   - kind: What the claim is for.
  ///   - sweeps: Whether claims of processes that run no more are removed on the way.
  /// - Returns: One outcome for each session.
  package func claim(
    _ ids: [SceneID], as owner: String, _ kind: ClaimKind, sweeps: Bool = false
  ) -> [ClaimOutcome] {
    core.claim(ids.map { SceneID(rawValue: $0.rawValue.normalFormC) }, owner, kind, sweeps)
  }

  /// Makes a claim, whose row is still to be written, that of one who takes over.
  package func takeOver(_ id: SceneID) {
    core.claims.takeOver(SceneID(rawValue: id.rawValue.normalFormC))
  }

  /// Gives a session free; part of the tick, in whose transaction the row goes.
  package func release(_ id: SceneID) {
    let handle = core.handle(for: id)
    guard let id = handle.id, let claim = core.claims[id] else { return }
    core.tick { core.enqueue(.release(handle, claim.generation)) }
  }

  /// Which process has a session open, as committed now or about to be; nil if none does.
  package func owner(of id: SceneID) -> String? {
    guard let open = core.connection.current else { return nil }
    let id = SceneID(rawValue: id.rawValue.normalFormC)
    if let claim = core.claims[id], !claim.isMade { return claim.owner }
    let key = InfoKey.owner(id.rawValue)
    // A store that cannot be read tells so at the next commit; here nothing is known.
    let row = try? open.environment.get(key, in: open.info)
    return row.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The same for all sessions that are open somewhere.
  package var owners: [SceneID: String] {
    guard let open = core.connection.current else { return [:] }
    var owners: [SceneID: String] = [:]
    // As above; the claims of this process are known without the store.
    try? open.environment.read { txn throws(LMDBError) in
      try txn.forEach(in: open.info, prefix: InfoKey.ownerPrefix) { key, bytes in
        owners[InfoKey.ownedScene(of: key)] = String(decoding: bytes, as: UTF8.self)
        return true
      }
    }
    for (id, claim) in core.claims.waiting { owners[id] = claim.owner }
    return owners
  }

  /// Commits a claim as the process itself would that is named; for simulations of it.
  /// - Throws: `store-not-usable`.
  package func claimAsForeigner(_ id: SceneID, owner: String) throws(SceneProblem) {
    let open = try core.connection.open()
    do throws(LMDBError) {
      try open.environment.write { txn throws(LMDBError) in
        try txn.put(
          InfoKey.owner(id.rawValue.normalFormC), Array(owner.utf8), in: open.info)
        try open.writeRecord(&txn)
      }
    } catch { throw SceneProblem(error) }
  }

  /// How many sessions other processes have taken away from this one so far.
  package var lossCount: Int { core.claims.losses.load(ordering: .acquiring) }

  /// Whether another process has taken the scene away from those who use this scope.
  package func isTaken(_ scope: SceneScope) -> Bool {
    scope.handle.isTaken.load(ordering: .acquiring)
  }
}

extension StoreCore {
  fileprivate func claim(
    _ ids: [SceneID], _ owner: String, _ kind: ClaimKind, _ sweeps: Bool
  ) -> [ClaimOutcome] {
    // What is on its way into the file belongs to the claims before this one.
    if !gate.isHeld, connection.isOpen { try? commit(durable: false) }
    let storable = ids.filter { !$0.isTooLong }
    let generations = storable.map { claims.begin($0, owner: owner, takesOver: kind == .takeover) }
    var outcomes: [SceneID: ClaimOutcome] = [:]
    if let open = connection.current {
      do throws(LMDBError) {
        // Where the system has no such locks, a claim is a transaction.
        let locked = kind == .new ? try? lock(storable, owner, open) : nil
        if let locked {
          outcomes = locked
        } else {
          outcomes = try write(storable, owner, kind, sweeps, open)
        }
        for (id, generation) in zip(storable, generations) {
          if case .made = outcomes[id] { claims.made(id, generation) }
        }
      } catch { problems.report(SceneProblem(error)) }
    }
    for (id, generation) in zip(storable, generations) {
      switch outcomes[id] {
      case .made, .waiting, nil: renew(id)
      case .inUse, .exists: claims.end(id, generation)
      }
    }
    return ids.map { outcomes[$0] ?? .waiting }
  }

  /// Claims new sessions by their names alone.
  ///
  /// Whoever claimed one of them before had its name until the row was there, so the look comes
  /// after the lock.
  private func lock(
    _ ids: [SceneID], _ owner: String, _ open: Connection.Open
  ) throws(LMDBError) -> [SceneID: ClaimOutcome] {
    let gone = ids.filter { isGone($0) }
    var outcomes: [SceneID: ClaimOutcome] = [:]
    for id in ids {
      guard try open.environment.lockName(id.rawValue) else {
        outcomes[id] = .inUse
        continue
      }
      claims.lock(id, in: open.environment)
      outcomes[id] = try open.environment.read { txn throws(LMDBError) -> ClaimOutcome in
        let row = try txn.get(InfoKey.owner(id.rawValue), in: open.info)
        if let row, row != Array(owner.utf8), CommitWriter.isRunning(row) { return .inUse }
        let isKnown = try txn.get(InfoKey.session(id.rawValue), in: open.info) != nil
        return isKnown && !gone.contains(id) ? .exists : .waiting
      }
    }
    return outcomes
  }

  /// Whether a session is to be destroyed in a commit that is still to come.
  private func isGone(_ id: SceneID) -> Bool {
    let handle = handle(for: id)
    return handle.isSuccessor && handle.number == nil
  }

  private func write(
    _ ids: [SceneID], _ owner: String, _ kind: ClaimKind, _ sweeps: Bool, _ open: Connection.Open
  ) throws(LMDBError) -> [SceneID: ClaimOutcome] {
    let gone = ids.filter { isGone($0) }
    // Who is about to open a new window has its name, and no row yet.
    let taken = kind == .existing ? othersNames(among: ids, open) : []
    let (outcomes, transaction) = try open.environment.write { txn throws(LMDBError) in
      var writer = CommitWriter(self, open, options, sequence: txn.id)
      if sweeps { try writer.removeStaleOwners(&txn) }
      var outcomes: [SceneID: ClaimOutcome] = [:]
      for id in taken { outcomes[id] = .inUse }
      for id in ids where outcomes[id] == nil {
        outcomes[id] = try writer.claim(id, owner, kind, isGone: gone.contains(id), &txn)
      }
      try writer.finish(&txn)
      return (outcomes, txn.id)
    }
    open.seen.committed(transaction)
    return outcomes
  }

  /// The sessions whose names another process has locked; none where there are no such locks.
  private func othersNames(among ids: [SceneID], _ open: Connection.Open) -> [SceneID] {
    ids.filter { id in
      // Where no such lock can be had, the rows of the store alone tell who has a session.
      guard !claims.hasLock(id), let isOurs = try? open.environment.lockName(id.rawValue) else {
        return false
      }
      if isOurs { open.environment.unlockName(id.rawValue) }
      return !isOurs
    }
  }

  /// A scene that was taken away and comes back is another one in memory: objects of the time
  /// before stay without effect.
  private func renew(_ id: SceneID) {
    problems.forget(.sessionInUse, at: Address.escaped(id.rawValue))
    scenes.withLock { scenes in
      guard let handle = scenes[id], handle.isTaken.load(ordering: .acquiring) else { return }
      scenes.set(SceneHandle(id: id), for: id)
    }
  }

  /// Gives everything free that this process has open: nobody shows it any more.
  func releaseClaims() {
    guard !claims.isEmpty else { return }
    tick {
      for handle in liveHandles {
        guard let id = handle.id, let claim = claims[id] else { continue }
        enqueue(.release(handle, claim.generation))
      }
    }
  }

  /// Ends scenes that another process has taken away: nothing of them is written any more.
  ///
  /// What waits is dropped. No lock is held.
  func lose(_ lost: [(handle: SceneHandle, generation: UInt64)]) {
    for (handle, generation) in lost {
      guard let id = handle.id else { continue }
      var puts: [PendingPut] = []
      gate.enter {
        // It may have been claimed anew since the look at its row.
        guard claims[id]?.generation == generation else { return }
        puts = handle.sortedCells().compactMap { $0.takePending() }
        handle.isTaken.store(true, ordering: .releasing)
        handle.isDestroyed.store(true, ordering: .relaxed)
        claims.end(id, generation)
        claims.losses.add(1, ordering: .releasing)
      }
      for put in puts { put.cell.refused(put.revision, Self.taken(put.cell)) }
      if handle.isTaken.load(ordering: .relaxed) { problems.report(.taken(id)) }
    }
  }

  static func taken(_ cell: any AnyCell) -> SceneProblem {
    .taken(address: cell.home.address, declaredAt: cell.place)
  }

  /// The scenes whose rows name another process by now.
  func takenScenes(
    _ txn: borrowing ReadTransaction, _ open: Connection.Open
  ) throws(LMDBError) -> [(handle: SceneHandle, generation: UInt64)] {
    guard !claims.isEmpty else { return [] }
    var taken: [(SceneHandle, UInt64)] = []
    for handle in liveHandles {
      guard let id = handle.id, let claim = claims[id], claim.isMade else { continue }
      let row = try txn.get(InfoKey.owner(id.rawValue), in: open.info)
      if row != Array(claim.owner.utf8) { taken.append((handle, claim.generation)) }
    }
    return taken
  }
}

extension SceneProblem {
  /// What is said of a scene that another process has taken over.
  package static func taken(_ id: SceneID) -> SceneProblem {
    taken(address: Address.escaped(id.rawValue))
  }

  /// What is said of a value of such a scene.
  static func taken(address: String, declaredAt place: String? = nil) -> SceneProblem {
    SceneProblem(
      .sessionInUse, address: address, detail: "another process has taken the scene over",
      declaredAt: place)
  }
}

extension InfoKey {
  static func ownedScene(of key: [UInt8]) -> SceneID {
    SceneID(rawValue: String(decoding: key.dropFirst(ownerPrefix.count), as: UTF8.self))
  }
}
