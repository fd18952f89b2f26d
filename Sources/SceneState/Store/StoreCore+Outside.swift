import LMDB
import StoreFormat
import Synchronization

extension StoreCore {
  /// Whether somebody else committed since the loaded scenes were read.
  var hasOutsideChanges: Bool {
    guard let open = connection.current, let last = open.environment.lastTransactionID
    else { return false }
    return last > open.seen.transaction
  }

  /// How the committer hears of them; asked each time before it sleeps.
  var outsideHearing: OutsideHearing {
    let environment = connection.current?.environment
    guard watch.isWanted else {
      environment?.endWatching()
      return .notWanted
    }
    // In this order: what is committed from here on is told.
    guard let file = environment?.watchedFile(), !hasOutsideChanges else { return .looking }
    return .told(by: file)
  }

  /// Brings what other processes committed to the cells that are in memory.
  ///
  /// - Returns: Whether there was something.
  @discardableResult
  func noticeOutsideChanges() -> Bool {
    // A tick reads what it began with; its end commits, and looks.
    guard !gate.isHeld, !commitLock.isHeld, hasOutsideChanges else { return false }
    defer { deliverNews() }
    commitLock.enter {
      if let open = connection.current { takeOutsideChanges(open) }
    }
    return true
  }

  /// The same inside a commit, which holds the commit lock.
  func takeOutsideChanges(_ open: Connection.Open) {
    guard hasOutsideChanges else { return }
    let outside: OutsideChanges
    do throws(LMDBError) { outside = try readOutsideChanges(open) } catch {
      return problems.report(SceneProblem(error))
    }
    var changed: [any AnyCell] = []
    var taken = outside.taken
    // Nobody who writes waits while the file is read.
    gate.enter {
      // What is about to be discarded is gone from memory but not from the file: the commit that
      // brings the two together looks again.
      guard pending.withLock({ $0.changes.isEmpty }) else { return taken = [] }
      changed = outside.scans.flatMap { handle, scan in handle.replace(with: scan) }
      for (handle, _) in outside.scans where handle.hasUntoldSelection {
        pending.withLock { $0.commitNotices.add(handle) }
      }
      open.seen.know(outside.transaction)
    }
    lose(taken)
    commitListener.withLock { $0 }?.call(false)
    for cell in changed { cell.storedChanged() }
  }

  /// What stands in the file of scenes that others changed.
  private struct OutsideChanges: Sendable {
    let transaction: UInt64
    let scans: [(SceneHandle, SceneHandle.Scan)]
    let taken: [(handle: SceneHandle, generation: UInt64)]
  }

  private func readOutsideChanges(
    _ open: Connection.Open
  ) throws(LMDBError) -> OutsideChanges {
    try open.environment.read { txn throws(LMDBError) in
      var scans: [(SceneHandle, SceneHandle.Scan)] = []
      // Scans that are under way have to be made again; those that begin now see what is new.
      let handles = handles(changedIn: try Self.changedPlaces(txn, open))
      for handle in handles.loaded {
        scans.append((handle, try Self.scan(handle, txn, open, asksForNumber: true)))
      }
      for handle in handles.numbered { try Self.checkNumber(of: handle, txn, open) }
      return OutsideChanges(
        transaction: txn.id, scans: scans, taken: try takenScenes(txn, open))
    }
  }

  /// The places of sessions of which others changed something; all if they did not say.
  private static func changedPlaces(
    _ txn: borrowing ReadTransaction, _ open: Connection.Open
  ) throws(LMDBError) -> UInt64 {
    let recent = try txn.get(InfoKey.recentSessions, in: open.info).flatMap { RecentSessions($0) }
    let (seen, last) = (open.seen.transaction &+ open.epoch, txn.id &+ open.epoch)
    return recent?.changed(after: seen, upTo: last) ?? .max
  }

  /// The scenes of some places, in the order of their names.
  ///
  /// Those that are loaded, and those of which only the number is known. Whoever reads one of them
  /// meanwhile reads it again.
  private func handles(
    changedIn places: UInt64
  ) -> (loaded: [SceneHandle], numbered: [SceneHandle]) {
    var changed: (loaded: [SceneHandle], numbered: [SceneHandle]) = ([], [])
    for handle in unsortedHandles {
      handle.state.withLock { state in
        // A scene without a number is one that the file did not know: it may have come.
        if let number = state.number, places & RecentSessions.place(of: number) == 0 { return }
        handle.revision.add(1, ordering: .releasing)
        if state.table.isKnown {
          changed.loaded.append(handle)
        } else if state.number != nil, !handle.isApp {
          changed.numbered.append(handle)
        }
      }
    }
    changed.loaded.sort { ($0.id?.rawValue ?? "") < ($1.id?.rawValue ?? "") }
    return changed
  }

  /// Another process may have destroyed the session, or have made another of the same name.
  private static func checkNumber(
    of handle: SceneHandle, _ txn: borrowing ReadTransaction, _ open: Connection.Open
  ) throws(LMDBError) {
    guard let id = handle.id else { return }
    let number = try txn.sessionNumber(of: id, open)
    handle.state.withLock { if !$0.table.isKnown { $0.number = number } }
  }
}

extension SceneHandle {
  /// Has what is stored read again when somebody asks, unless it is known to be nothing, which is
  /// asked with the lock held; answers the cells that have to know.
  func forgetStored(isEmptied: () -> Bool = { false }) -> [any AnyCell] {
    state.withLock { state in
      revision.add(1, ordering: .releasing)
      if isEmptied() { state.table.becomeEmpty() } else { state.table.forget() }
      return state.table.cells
    }
  }

  /// Takes what stands in the file now, and answers the cells under which it is something else;
  /// the gate is held.
  fileprivate func replace(with scan: Scan) -> [any AnyCell] {
    let (cells, losesSelection) = state.withLock { state -> ([any AnyCell], Bool) in
      revision.add(1, ordering: .releasing)
      let entries = state.table.take(scan.stored)
      // Another process may have made the session, or have destroyed it.
      state.number = scan.number
      storedBytes.store(scan.stored.payloadBytes, ordering: .relaxed)
      let selection = EntryKey(path: .root, key: SelectedTab.keyName)
      return (
        entries.sorted { $0.name.texts.lexicographicallyPrecedes($1.name.texts) }
          .compactMap { state.table[$0]?.cell },
        entries.contains(selection) && state.table[selection]?.cell == nil
      )
    }
    // A selection that no key was declared for is looked up in the file at its next use.
    if losesSelection { follow(nil) }
    return cells
  }
}

extension SceneStore {
  /// Reads a scene anew, as at its next connect: whatever happened to its bytes is noticed.
  ///
  /// What waits is committed first; inside a tick that changes whole scopes nothing is read.
  package func reread(_ id: SceneID) {
    do throws(SceneProblem) { try core.commit(durable: false) } catch {
      core.problems.report(error)
    }
    let handle = core.handle(for: id)
    core.tick {
      guard core.pending.withLock({ $0.changes.isEmpty }) else { return }
      for cell in handle.forgetStored() { cell.storedChanged() }
    }
  }
}
