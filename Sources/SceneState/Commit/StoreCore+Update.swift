import LMDB
import StoreFormat
import Synchronization

extension StoreCore {
  /// Reads, changes and writes one value in one transaction, after everything that waits.
  ///
  /// The writer's lock is taken first and the gate inside it: nobody in this process waits for
  /// another process that writes. Both are held while the body runs, so that no write of any
  /// process can come between what it is given and what is written.
  func update<Value>(
    _ cell: ValueCell<Value>, _ body: (inout Value) -> Void
  ) throws(SceneProblem) {
    try cell.checkUpdate()
    // What an older version stored, or under another name, is among what waits from here on.
    _ = cell.peek()
    var end = TickEnd()
    defer {
      deliverNews()
      finish(end)
    }
    var refusal: SceneProblem?
    try commitLock.enter { () throws(SceneProblem) in
      let open = try readyStore()
      defer {
        inCommit.store(0, ordering: .releasing)
        takeOutsideChanges(open)
      }
      var update = ValueUpdate(cell)
      var batch: CommitBatch?
      var written = CommitBatch(PlainPuts(isWanted: false, valueBudget: 0))
      var encoded = BatchEncoder.Encoded()
      do throws(SceneProblem) {
        try transact(&written, on: open, options.commitHook) {
          (written, writer, txn) throws(LMDBError) in
          try gate.enter { () throws(LMDBError) in
            defer { end.add(takeTickEnd()) }
            // A transaction that found no room may be run once more.
            if batch == nil {
              written = takeBatch()
              var encoder = BatchEncoder(options: options)
              encoded = encoder.encode(&written)
              batch = written
            }
            try writer.apply(&written, encoded, &txn)
            try update.run(&writer, written, &txn, body)
          }
        }
      } catch {
        gate.enter { update.takeBack() }
        throw error
      }
      if update.isChange { pending.withLock { $0.commitNotices.add(cell) } }
      refusal = update.refusal
    }
    if let refusal { throw refusal }
  }
}

extension StoreCore.TickEnd {
  fileprivate mutating func add(_ other: Self) {
    notices += other.notices
    wantsFlush = wantsFlush || other.wantsFlush
    wantsClose = wantsClose || other.wantsClose
  }
}

extension ValueCell {
  /// Whether the value can be changed in the file.
  fileprivate func checkUpdate() throws(SceneProblem) {
    if home.core.gate.isHeld || home.core.commitLock.isHeld {
      throw SceneProblem(.nestedWrite, address: home.address, declaredAt: key.place)
    }
    if let lasting = home.lasting { throw lasting }
    try home.checkUsable(place: key.place)
    guard home.handle.isApp || home.handle.id != nil, !key.options.contains(.transient),
      !home.handle.livesInMemory
    else {
      throw SceneProblem(
        .noScope, address: home.address, detail: "the value has no place in the file",
        declaredAt: key.place)
    }
  }
}

/// The change of one value inside a transaction; the gate is held in all that it does.
private struct ValueUpdate<Value: Sendable> {
  private let cell: ValueCell<Value>
  /// What the cell knew before it took the new value.
  private var before: CellState<Value>?
  /// Why the new value is not written.
  private(set) var refusal: SceneProblem?

  init(_ cell: ValueCell<Value>) { self.cell = cell }

  /// Whether a new value is written.
  var isChange: Bool { before != nil }

  /// Everything that waited is in the transaction; a refusal keeps nothing of it from the file.
  mutating func run(
    _ writer: inout CommitWriter, _ batch: CommitBatch, _ txn: inout WriteTransaction,
    _ body: (inout Value) -> Void
  ) throws(LMDBError) {
    takeBack()
    // NB: somebody wrote it between two runs of one transaction.
    guard !cell.isWaiting else { throw .busy(pid: nil) }
    guard try writer.mayWrite(cell.handle, &txn) else {
      refusal = StoreCore.taken(cell)
      return
    }
    let stored = try writer.bytes(of: cell.handle, cell.entry, txn)
    let old = stored.map(cell.loaded) ?? ValueCell.Loaded(value: cell.key.defaultValue)
    if old.unreadable != nil, cell.key.options.contains(.refusesWhenUnreadable) {
      refusal = old.problem
      return
    }
    let (value, _) = cell.work(on: old.value, body)
    if old.unreadable == nil, cell.key.coding.isEqual(old.value, value) { return }
    let encoded: EncodedValue
    do throws(SceneProblem) {
      encoded = try encode(value, growth(writer.outcome, batch))
    } catch {
      refusal = error
      return
    }
    let put = PendingPut(
      cell: cell, revision: take(value), home: cell.home, change: .remove,
      keyVersion: cell.key.version, typeName: cell.typeName,
      typeNumber: cell.key.coding.typeNumber, movesAside: old.unreadable, skipsEqualBytes: false)
    try writer.apply([EncodedPut(put: put, value: encoded)], &txn)
  }

  private func encode(_ value: Value, _ growth: Int) throws(SceneProblem) -> EncodedValue {
    let encoded: EncodedValue
    do throws(CodingProblem) { encoded = try cell.encoded(value) } catch {
      throw SceneProblem(
        .valueNotEncodable, address: cell.home.address, detail: SetAsideNote(error).text,
        declaredAt: cell.place)
    }
    let refusal = cell.home.refusal(
      ofSize: encoded.payload.count, place: cell.place, with: { growth })
    if let refusal { throw refusal }
    return encoded
  }

  /// By how much the transaction has made the scene larger, the value itself not counted.
  private func growth(_ outcome: CommitOutcome, _ batch: CommitBatch) -> Int {
    var growth = 0
    func add(_ entry: SceneHandle.EntryKey, _ size: Int) {
      if entry != cell.entry { growth += size - cell.home.storedSize(of: entry) }
    }
    for (handle, entry, value) in outcome.stored where handle === cell.handle {
      add(entry, value?.payloadCount ?? 0)
    }
    for (handle, indices) in outcome.plain where handle === cell.handle {
      for put in batch.plain.puts[indices] { add(batch.cells[put.cell].entry, put.payloadCount) }
    }
    return growth
  }

  private mutating func take(_ value: Value) -> UInt32 {
    let (before, revision) = cell.change { state in
      let before = state
      state.value = value
      (state.isLoaded, state.isStored, state.source) = (true, true, .store)
      state.problem = nil
      state.revision &+= 1
      state.isBeingCommitted = true
      return (before, state.revision)
    }
    self.before = before
    if cell.isSelection { cell.followSelection() }
    return revision
  }

  /// Shows the old value again, unless the new one is in the file or was replaced since.
  mutating func takeBack() {
    guard let before else { return }
    self.before = nil
    cell.change { state in
      guard state.isBeingCommitted, state.revision == before.revision &+ 1 else { return }
      let (observers, revision) = (state.observers, state.revision)
      state = before
      state.observers = observers
      state.revision = revision &+ 1
    }
    if cell.isSelection { cell.followSelection() }
  }
}

extension CommitWriter {
  /// What stands in the file under an entry.
  fileprivate mutating func bytes(
    of handle: SceneHandle, _ entry: SceneHandle.EntryKey, _ txn: borrowing WriteTransaction
  ) throws(LMDBError) -> StoredBytes? {
    guard let number = try knownNumber(of: handle, txn),
      let key = entry.template.bytes(inSession: number)
    else { return nil }
    return try txn.get(key, in: open.values).map { .fetched($0, key: key) }
  }
}
