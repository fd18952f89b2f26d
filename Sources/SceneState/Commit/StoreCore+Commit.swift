import LMDB
import Synchronization

extension StoreCore {
  /// Writes all whole ticks there are in one transaction; `durable` also waits for the disk.
  ///
  /// Runs on the committer's thread or on that of a flush, one at a time.
  func commit(durable: Bool) throws(SceneProblem) {
    guard !gate.isHeld else {
      // A part of a tick must never be committed: the end of the tick does it.
      pending.withLock { $0.wantsFlush = true }
      return
    }
    // What the code of a value or a hook asks for in the middle of a commit is the next one's.
    guard !commitLock.isHeld else { return committer.wake() }
    defer { deliverNews() }
    try commitLock.enter { () throws(SceneProblem) in
      let connected = try readyStore()
      // Also after a failure: what others wrote can be read even if nothing can be written.
      defer { takeOutsideChanges(connected) }
      try commitAlone(connected, durable: durable)
    }
  }

  /// The same with the lock held, and nothing but that.
  ///
  /// Ticks of other threads are waited for up to the deadline, without one for ever.
  func commitAlone(
    _ connected: Connection.Open, durable: Bool, until deadline: Duration? = nil
  ) throws(SceneProblem) {
    guard let batch = takeBatch(until: deadline) else {
      throw SceneProblem(.storeNotUsable, detail: "another thread is in a tick that does not end")
    }
    defer { inCommit.store(0, ordering: .releasing) }
    try write(batch, to: connected)
    guard durable else { return }
    do throws(LMDBError) { try connected.environment.sync() } catch {
      // Also for who did not ask for this flush: the next one may find nothing wrong any more.
      let problem = SceneProblem(error)
      problems.report(problem)
      throw problem
    }
  }

  /// The store to write to; the commit lock is held.
  ///
  /// One that comes back is looked at before anything is taken, so that unreadable bytes under a
  /// value that waits are known.
  func readyStore() throws(SceneProblem) -> Connection.Open {
    do throws(SceneProblem) {
      let connected = try connectedStore()
      keepMemory(connected)
      readAgain(connected)
      return connected
    } catch {
      problems.report(error)
      failure.stand(error)
      throw error
    }
  }

  private func connectedStore() throws(SceneProblem) -> Connection.Open {
    if let open = connection.current { return open }
    let open = try connection.open()
    problems.forget(.storeNotUsable, at: "")
    failure.end()
    // The store came back: what waits is written, what does not shows what is stored.
    for handle in liveHandles {
      for cell in handle.state.withLock({ $0.table.cells }) { cell.storedChanged() }
    }
    return open
  }

  /// The file was repaired while it was open: what is in memory is newer than what was saved.
  private func keepMemory(_ open: Connection.Open) {
    let (wasReplaced, _) = connection.wasReplaced.compareExchange(
      expected: true, desired: false, ordering: .acquiringAndReleasing)
    guard wasReplaced else { return }
    open.seen.know(open.environment.lastTransactionID ?? 0)
    gate.enter {
      for handle in liveHandles {
        for cell in handle.forgetStored() where cell.writeAgain() { markDirty(cell) }
      }
    }
  }

  private func write(_ batch: CommitBatch, to open: Connection.Open) throws(SceneProblem) {
    var batch = batch
    var encoder = BatchEncoder(options: options)
    let encoded = encoder.encode(&batch)
    guard
      !batch.changes.isEmpty || !encoded.puts.isEmpty || !batch.plain.isEmpty
        || open.reports.isOver && open.refusal == nil
    else { return }
    let hook = batch.isOnlyNotes ? nil : options.commitHook
    try transact(&batch, on: open, hook) { (batch, writer, txn) throws(LMDBError) in
      try writer.apply(&batch, encoded, &txn)
    }
  }

  /// Runs a transaction that writes a batch, and tells everybody concerned how it went.
  func transact(
    _ batch: inout CommitBatch, on open: Connection.Open, _ hook: CommitHook?,
    _ body: (inout CommitBatch, inout CommitWriter, inout WriteTransaction) throws(LMDBError) ->
      Void
  ) throws(SceneProblem) {
    let options = optionsOfCommit
    let outcome: CommitOutcome
    do throws(LMDBError) {
      try open.requireWritable()
      try hook?(.beforeWrite)
      outcome = try open.environment.write { txn throws(LMDBError) in
        var writer = CommitWriter(self, open, options, sequence: txn.id)
        try body(&batch, &writer, &txn)
        try writer.finish(&txn)
        try hook?(.commit)
        return writer.outcome
      }
    } catch {
      let problem = SceneProblem(error)
      problems.report(problem)
      failure.stand(problem)
      putBack(batch, problem)
      throw problem
    }
    problems.forget(.storeNotUsable, at: "")
    failure.end()
    open.seen.committed(outcome.transaction)
    open.reports.removed()
    open.mark.noted()
    backupClock?.committed()
    if batch.destroysScene { backupClock?.want() }
    finish(outcome, batch)
    commitListener.withLock { $0 }?.call(false)
    do throws(LMDBError) { try hook?(.afterCommit) } catch {
      let problem = SceneProblem(error)
      problems.report(problem)
      throw problem
    }
  }

  /// The same without a batch; locks, and looks at what others wrote.
  func transactAlone(
    _ body: (inout CommitWriter, inout WriteTransaction) throws(LMDBError) -> Void
  ) throws(SceneProblem) {
    try commitLock.enter { () throws(SceneProblem) in
      let open = try readyStore()
      defer { takeOutsideChanges(open) }
      var batch = CommitBatch(PlainPuts(isWanted: false, valueBudget: 0))
      try transact(&batch, on: open, options.commitHook) { (_, writer, txn) throws(LMDBError) in
        try body(&writer, &txn)
      }
    }
  }

  /// Takes the changed values out while the gate is held, and nothing else.
  private func takeBatch(until deadline: Duration?) -> CommitBatch? {
    guard let deadline else { return takeBatch() }
    var batch: CommitBatch?
    _ = gate.enter(until: deadline) { batch = takeBatch() }
    return batch
  }

  /// The same, however long ticks of other threads take.
  func takeBatch() -> CommitBatch {
    // What a log or a rule of retention needs of each value is looked up value by value.
    let isPlain = options.retention.isEmpty && !isLogging
    var batch = CommitBatch(PlainPuts(isWanted: isPlain, valueBudget: options.valueBudget))
    gate.enter {
      let (cells, changes) = pending.withLock { pending in
        let (cells, changes) = (pending.cells, pending.changes)
        (pending.cells, pending.changes) = ([], [])
        pending.batch += 1
        return (cells, changes)
      }
      inCommit.store(cells.count, ordering: .releasing)
      batch.plain.reserve(cells.count)
      for index in cells.indices { cells[index].takePending(index, into: &batch) }
      (batch.cells, batch.changes) = (cells, changes)
    }
    batch.plain.sort()
    return batch
  }

  /// A commit that failed leaves everything waiting, in the old order.
  private func putBack(_ batch: CommitBatch, _ problem: SceneProblem) {
    gate.enter {
      var cells: [any AnyCell] = []
      // In the order in which they were changed, which decides who finds a scene full.
      var revisions = batch.plain.puts.map { ($0.cell, $0.revision) }
      revisions += batch.puts.map { ($0.cell, $0.put.revision) }
      revisions.sort { $0.0 < $1.0 }
      for (index, revision) in revisions
      where batch.cells[index].commitFailed(revision, problem) {
        cells.append(batch.cells[index])
      }
      pending.withLock { pending in
        pending.cells.insert(contentsOf: cells, at: 0)
        pending.batch += 1
        pending.changes.insert(contentsOf: batch.changes, at: 0)
      }
    }
  }

  /// The commit is in the store: handles and cells learn what stands there now.
  private func finish(_ outcome: CommitOutcome, _ batch: CommitBatch) {
    if let log = outcome.log { keep(log) }
    for (handle, number) in outcome.numbers {
      handle.state.withLock { ($0.number, $0.promisedNumber) = (number, nil) }
    }
    for (handle, path) in outcome.discarded { handle.forget(path) }
    for id in outcome.shared { connection.remarks.add(.sceneInUse(id)) }
    keepStored(outcome.stored[...])
    keepStored(outcome, batch)
    for (handle, entry, records) in outcome.setAside {
      handle.state.withLock { state in
        handle.revision.add(1, ordering: .releasing)
        if state.table.isKnown { state.table.setAside[entry] = records.isEmpty ? nil : records }
      }
    }
    for put in outcome.committed { put.cell.committed(put.revision) }
    for (_, puts) in outcome.plain {
      for put in batch.plain.puts[puts] { batch.cells[put.cell].committed(put.revision) }
    }
    for (id, generation) in outcome.claimed { claims.made(id, generation) }
    for (id, generation) in outcome.released { claims.end(id, generation) }
    // The last window is gone: a good moment for a backup.
    if !outcome.released.isEmpty, claims.isEmpty { backupClock?.want() }
    lose(outcome.lost)
    for put in outcome.notOurs { put.cell.refused(put.revision, Self.taken(put.cell)) }
    for puts in outcome.plainNotOurs {
      for put in batch.plain.puts[puts] {
        let cell = batch.cells[put.cell]
        cell.refused(put.revision, Self.taken(cell))
      }
    }
    for problem in outcome.problems { problems.report(problem) }
    for handle in outcome.reread {
      // The name of a destroyed scene may be another one's by now.
      let cells = handle.forgetStored { handle.isDestroyed.load(ordering: .relaxed) }
      for cell in cells { cell.storedChanged() }
    }
  }

  /// What stands in the store now, a scene at a time: a batch has its values in scenes' order.
  private func keepStored(_ stored: ArraySlice<CommitOutcome.Stored>) {
    var rest = stored
    while let handle = rest.first?.handle {
      let ofScene = rest.prefix { $0.handle === handle }
      rest = rest.dropFirst(ofScene.count)
      handle.state.withLock { state in
        handle.revision.add(1, ordering: .releasing)
        var growth = 0
        for (_, entry, value) in ofScene {
          growth += (value?.payloadCount ?? 0) - state.table.replace(entry, with: value)
        }
        handle.storedBytes.add(growth, ordering: .relaxed)
      }
    }
  }

  /// The same for the plain puts.
  private func keepStored(_ outcome: CommitOutcome, _ batch: CommitBatch) {
    for (handle, indices) in outcome.plain {
      handle.state.withLock { state in
        handle.revision.add(1, ordering: .releasing)
        var growth = 0
        for put in batch.plain.puts[indices] {
          growth += state.table.replace(
            batch.cells[put.cell].entry, sequence: outcome.sequence,
            payloadCount: put.payloadCount)
        }
        state.table.tidy()
        handle.storedBytes.add(growth, ordering: .relaxed)
      }
    }
  }

  /// Whether somebody wants to hear of each change.
  private var isLogging: Bool {
    options.recordsCommits || commitObserver.withLock { $0 != nil }
  }

  /// Changes are noted only while somebody wants to hear of them.
  private var optionsOfCommit: SceneStore.Options {
    var options = options
    options.recordsCommits = isLogging
    return options
  }

  /// Keeps the notes of a commit for those who asked for them.
  private func keep(_ log: CommitLog) {
    if options.recordsCommits { commitLog.withLock { $0.append(log) } }
    let entries = log.entries
    if !entries.isEmpty, commitObserver.withLock({ $0 != nil }) { commitNews.add(entries) }
  }
}
