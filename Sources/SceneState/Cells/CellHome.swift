import Synchronization

/// Where a cell lives: its store, its scene, its path.
@usableFromInline
struct CellHome: Sendable {
  @usableFromInline let group: CellGroup
  let entry: SceneHandle.EntryKey

  var core: StoreCore { group.core }
  var handle: SceneHandle { group.handle }
  /// Why the cell lives in memory for good.
  var lasting: SceneProblem? { group.lasting }

  var address: String {
    Address.text(scene: handle.name, path: entry.path, key: entry.key)
  }

  /// Whether what is written here gets into the store.
  var isConnected: Bool {
    !group.isLasting && core.isUsable && (handle.isApp || handle.id != nil)
  }

  // The place of a declaration is text that is made: only for a problem, never for a write.

  /// What is wrong whatever is written, until the store can be used.
  func standingProblem(place: @autoclosure () -> String) -> SceneProblem? {
    if let lasting { return lasting }
    guard core.directory != nil else { return nil }
    let failure = core.failure.text
    guard failure != nil || !core.isUsable else { return nil }
    return SceneProblem(
      .storeNotUsable, address: address, detail: failure ?? "", declaredAt: place())
  }

  /// A late write of an object whose scene was destroyed does nothing but report.
  func checkUsable(place: @autoclosure () -> String, key: String) throws(SceneProblem) {
    guard !handle.hasLongID else {
      throw SceneProblem(
        .nameTooLong, address: address,
        detail: "the limit is \(SceneHandle.idByteLimit) bytes", declaredAt: place())
    }
    guard !handle.isTaken.load(ordering: .relaxed) else {
      throw .taken(address: address, declaredAt: place())
    }
    guard !handle.isDestroyed.load(ordering: .relaxed) else {
      throw SceneProblem(
        .noScope, address: address, detail: "the scene was discarded", declaredAt: place())
    }
  }

  /// Why a value of this size cannot be written, or nil.
  func refusal(
    ofSize size: Int, key: String, place: @autoclosure () -> String
  ) -> SceneProblem? {
    // NB: field by field; a copy of the options retains everything they hold, at each write.
    if size > core.options.valueBudget {
      return SceneProblem(
        .valueTooLarge, address: address,
        detail: "\(size) bytes, the limit is \(core.options.valueBudget)", declaredAt: place())
    }
    guard let budget = core.options.sceneBudget, !handle.isApp else { return nil }
    let total = handle.storedBytes.load(ordering: .relaxed)
    // Far from the limit no lookup is needed; near it the old value's size counts.
    guard total + size > budget else { return nil }
    let together = total + waitingGrowth - storedSize(of: entry) + size
    guard together > budget else { return nil }
    return SceneProblem(
      .sceneTooLarge, address: address,
      detail: "\(together) bytes together, the limit is \(budget)", declaredAt: place())
  }

  private func storedSize(of entry: SceneHandle.EntryKey) -> Int {
    handle.state.withLock { $0.table.payloadCount(of: entry) }
  }

  /// By how much the scene grows with what other keys of it wait to write.
  private var waitingGrowth: Int {
    let waiting = core.pending.withLock { pending in
      pending.cells.filter { $0.handle === handle && $0.entry != entry }
    }
    return waiting.reduce(0) { sum, cell in
      sum + (cell.waitingSize.map { $0 - storedSize(of: cell.entry) } ?? 0)
    }
  }
}
