import Synchronization

/// By how much a scene that is near its budget grows with what waits to be written.
///
/// It is counted from the first write that comes near the budget to the next commit: each value
/// that waits is looked at once and noted again when it is written, so that many writes of one tick
/// do not look at each other. Only sizes that are known without encoding count; the commit, which
/// encodes, judges the others.
struct WaitingGrowth: Sendable {
  /// Which batch of values it counts.
  let batch: Int
  /// How many of those that wait were looked at.
  fileprivate(set) var lookedAt = 0
  private var total = 0
  private var ofEntry: [SceneHandle.EntryKey: Int] = [:]

  fileprivate init(batch: Int) { self.batch = batch }

  fileprivate mutating func note(_ entry: SceneHandle.EntryKey, _ growth: Int) {
    total += growth - (ofEntry.updateValue(growth, forKey: entry) ?? 0)
  }

  fileprivate func without(_ entry: SceneHandle.EntryKey) -> Int {
    total - (ofEntry[entry] ?? 0)
  }
}

extension SceneHandle {
  /// Whether each write has to be noted, since the scene was near its budget in this batch.
  func isCounting(_ core: StoreCore) -> Bool {
    guard countsWaiting.load(ordering: .relaxed) else { return false }
    let batch = core.pending.withLock { $0.batch }
    if state.withLock({ $0.waiting?.batch }) == batch { return true }
    stopCounting()
    return false
  }

  /// Something else than a write changed what waits: the next write near the budget counts anew.
  func stopCounting() {
    guard countsWaiting.exchange(false, ordering: .relaxed) else { return }
    state.withLock { $0.waiting = nil }
  }
}

extension CellHome {
  /// By how much the scene grows with what other keys of it wait to write; notes what this one is
  /// about to write if that has room.
  func waitingGrowth(room: Int, for growth: Int) -> Int {
    // Taken out while it is changed: who comes meanwhile counts for himself.
    let known = handle.state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting
    }
    let (batch, count, new) = core.pending.withLock { pending in
      let start = known?.batch == pending.batch ? known?.lookedAt ?? 0 : 0
      return (
        pending.batch, pending.cells.count,
        pending.cells[start...].filter { $0.handle === handle }
      )
    }
    var waiting = known.flatMap { $0.batch == batch ? $0 : nil } ?? WaitingGrowth(batch: batch)
    waiting.lookedAt = count
    for cell in new {
      if let size = cell.waitingSize { waiting.note(cell.entry, size - storedSize(of: cell.entry)) }
    }
    let others = waiting.without(entry)
    if others + growth <= room { waiting.note(entry, growth) }
    handle.state.withLock { $0.waiting = waiting }
    handle.countsWaiting.store(true, ordering: .relaxed)
    return others
  }
}
