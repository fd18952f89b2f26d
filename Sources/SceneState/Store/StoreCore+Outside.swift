import LMDB
import Synchronization

extension StoreCore {
  /// Whether somebody else committed since the loaded scenes were read.
  var hasOutsideChanges: Bool {
    guard let open = connection.current, let last = open.environment.lastTransactionID
    else { return false }
    return last > open.seen.transaction
  }

  /// Brings what other processes committed to the cells that are in memory.
  func noticeOutsideChanges() {
    // A tick reads what it began with; its end commits, and looks.
    guard !gate.isHeld, hasOutsideChanges else { return }
    defer { deliverCommitNotices() }
    commitLock.withLock { _ in
      if let open = connection.current { takeOutsideChanges(open) }
    }
  }

  /// The same inside a commit, which holds the commit lock.
  func takeOutsideChanges(_ open: Connection.Open) {
    guard hasOutsideChanges else { return }
    var changed: [any AnyCell] = []
    var taken: [(handle: SceneHandle, generation: UInt64)] = []
    gate.enter {
      // What is about to be discarded is gone from memory but not from the file: the commit that
      // brings the two together looks again.
      guard pending.withLock({ $0.changes.isEmpty }) else { return }
      do throws(LMDBError) { (changed, taken) = try readOutsideChanges(open) } catch {
        problems.report(SceneProblem(error))
      }
    }
    lose(taken)
    for cell in changed { cell.storedChanged() }
  }

  private func readOutsideChanges(
    _ open: Connection.Open
  ) throws(LMDBError) -> ([any AnyCell], taken: [(handle: SceneHandle, generation: UInt64)]) {
    // Scans that are under way have to be made again; those that begin now see what is new.
    let handles = liveHandles
    let loaded = handles.filter { handle in
      handle.state.withLock { state in
        handle.revision.add(1, ordering: .releasing)
        return state.stored != nil
      }
    }
    var scans: [(SceneHandle, SceneHandle.Scan)] = []
    let (transaction, taken) = try open.environment.read { txn throws(LMDBError) in
      for handle in loaded {
        scans.append((handle, try Self.scan(handle, txn, open, asksForNumber: true)))
      }
      return (txn.id, try takenScenes(txn, open))
    }
    open.seen.know(transaction)
    return (scans.flatMap { handle, scan in handle.replace(with: scan) }, taken)
  }
}

extension SceneHandle {
  /// Takes what stands in the file now, and answers the cells under which it is something else.
  fileprivate func replace(with scan: Scan) -> [any AnyCell] {
    let (cells, losesSelection) = state.withLock { state -> ([any AnyCell], Bool) in
      revision.add(1, ordering: .releasing)
      let old = state.stored ?? Stored()
      let entries = Set(old.values.keys).union(scan.stored.values.keys).filter { entry in
        old.values[entry]?.sequence != scan.stored.values[entry]?.sequence
      }
      state.stored = scan.stored
      // Another process may have made the session, or have destroyed it.
      state.number = scan.number
      storedBytes.store(scan.stored.payloadBytes, ordering: .relaxed)
      let selection = EntryKey(path: .root, key: SelectedTab.keyName)
      return (
        entries.sorted { $0.sortText.lexicographicallyPrecedes($1.sortText) }
          .compactMap { state.cells[$0] },
        entries.contains(selection) && state.cells[selection] == nil
      )
    }
    // A selection that no key was declared for is looked up in the file at its next use.
    if losesSelection { select(nil) }
    return cells
  }
}

extension SceneStore {
  /// Brings what other processes committed to the values that are in memory, now.
  ///
  /// A value that waits to be written stays as it is; its later commit stands.
  package func noticeOutsideChanges() { core.noticeOutsideChanges() }

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
      let cells = handle.state.withLock { state -> [any AnyCell] in
        handle.revision.add(1, ordering: .releasing)
        state.stored = nil
        return Array(state.cells.values)
      }
      for cell in cells { cell.storedChanged() }
    }
  }
}
