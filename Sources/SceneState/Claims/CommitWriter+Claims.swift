import LMDB
import StoreFormat
import Synchronization

extension CommitWriter {
  /// Looks who has a session open and takes it if that is allowed.
  mutating func claim(
    _ id: SceneID, _ owner: String, _ kind: ClaimKind, isGone: Bool, _ txn: inout WriteTransaction
  ) throws(LMDBError) -> ClaimOutcome {
    if kind != .takeover, try isOwned(id, besides: owner, txn) { return .inUse }
    // What is to be destroyed in a commit that is still to come counts no more.
    let session = isGone ? nil : try storedSession(id, txn)
    if kind == .new, session != nil { return .exists }
    let (key, row) = (InfoKey.owner(id.rawValue), Array(owner.utf8))
    let wasOurs = try txn.get(key, in: open.info) == row
    if !wasOurs { try txn.put(key, row, in: open.info) }
    return .made(session, wasOurs: wasOurs)
  }

  /// Whether the scene may be written, which is looked up once in each commit.
  mutating func mayWrite(
    _ handle: SceneHandle, _ txn: inout WriteTransaction
  ) throws(LMDBError) -> Bool {
    if handle.isTaken.load(ordering: .acquiring) { return false }
    guard let id = handle.id else { return true }
    guard let claim = claims[id] else {
      // Once is enough, and cheap: whoever writes without a host should know of the other.
      if !handle.isOwnerKnown.exchange(true, ordering: .relaxed),
        try isOwned(id, besides: ProcessIdentity.current, txn)
      {
        outcome.shared.append(id)
      }
      return true
    }
    if let known = held[ObjectIdentifier(handle)] { return known }
    let isHeld = try holds(claim, id, &txn)
    held[ObjectIdentifier(handle)] = isHeld
    if !isHeld { outcome.lost.append((handle, claim.generation)) }
    return isHeld
  }

  /// Whether all scenes that a change writes may be written.
  mutating func mayMake(
    _ change: StoreChange, _ txn: inout WriteTransaction
  ) throws(LMDBError) -> Bool {
    if case .copy(let source, _, _, _, removesSource: true) = change,
      try !mayWrite(source, &txn)
    {
      return false
    }
    guard let handle = change.handle else { return true }
    if try mayWrite(handle, &txn) { return true }
    // What was to go there is shown where it stands again.
    if case .copy(let source, _, _, _, removesSource: true) = change {
      outcome.reread.append(source)
    }
    return false
  }

  private mutating func holds(
    _ claim: SessionClaims.Claim, _ id: SceneID, _ txn: inout WriteTransaction
  ) throws(LMDBError) -> Bool {
    let key = InfoKey.owner(id.rawValue)
    if claim.isMade { return try txn.get(key, in: open.info) == Array(claim.owner.utf8) }
    // The session is new, or the store could not be used when the scene connected: now it tells who
    // was first.
    if !claim.takesOver, try isOwned(id, besides: claim.owner, txn) { return false }
    try txn.put(key, Array(claim.owner.utf8), in: open.info)
    outcome.claimed.append((id, claim.generation))
    return true
  }

  /// Ends a claim, unless the session was claimed anew meanwhile.
  mutating func release(
    _ handle: SceneHandle, _ generation: UInt64, _ txn: inout WriteTransaction
  ) throws(LMDBError) {
    guard let id = handle.id, claims[id]?.generation == generation else { return }
    _ = try txn.delete(InfoKey.owner(id.rawValue), in: open.info)
    outcome.released.append((id, generation))
  }

  /// Removes what processes left behind that ended with windows open.
  func removeStaleOwners(_ txn: inout WriteTransaction) throws(LMDBError) {
    var isRunning: [[UInt8]: Bool] = [:]
    var stale: [[UInt8]] = []
    try txn.forEach(in: open.info, prefix: InfoKey.ownerPrefix) { key, bytes in
      let known = isRunning[bytes] ?? Self.isRunning(bytes)
      isRunning[bytes] = known
      if !known { stale.append(key) }
      return true
    }
    for key in stale { _ = try txn.delete(key, in: open.info) }
  }

  /// Whether a process that still runs has the session open, and not the one that asks.
  private func isOwned(
    _ id: SceneID, besides owner: String, _ txn: borrowing WriteTransaction
  ) throws(LMDBError) -> Bool {
    guard let row = try txn.get(InfoKey.owner(id.rawValue), in: open.info) else { return false }
    return row != Array(owner.utf8) && Self.isRunning(row)
  }

  static func isRunning(_ row: [UInt8]) -> Bool {
    ProcessIdentity.isRunning(String(decoding: row, as: UTF8.self))
  }

  private func storedSession(
    _ id: SceneID, _ txn: borrowing WriteTransaction
  ) throws(LMDBError) -> StoredSession? {
    guard let number = try txn.sessionNumber(of: id, open) else { return nil }
    let record = try txn.session(number, open)
    return StoredSession(
      number: number, id: id, alias: record?.alias ?? "", record: record?.record ?? [])
  }
}
