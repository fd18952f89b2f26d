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
      && !handle.isPrivate.load(ordering: .relaxed)
  }

  // The place of a declaration is text that is made: only for a problem, never for a write.

  /// What is wrong whatever is written, until the store can be used.
  func standingProblem(place: @autoclosure () -> String) -> SceneProblem? {
    if let lasting { return lasting }
    guard core.location.keepsValues else { return nil }
    let failure = core.failure.text
    guard failure != nil || !core.isUsable else { return nil }
    return SceneProblem(
      .storeNotUsable, address: address, detail: failure ?? "", declaredAt: place())
  }

  /// What is said of a value whose scene was destroyed; nil of every other one.
  func endProblem(place: @autoclosure () -> String) -> SceneProblem? {
    guard handle.isDestroyed.load(ordering: .relaxed), !handle.isTaken.load(ordering: .relaxed)
    else { return nil }
    return SceneProblem(
      .noScope, address: address, detail: "the scene was discarded", declaredAt: place())
  }

  /// A late write of an object whose scene was destroyed does nothing but report.
  func checkUsable(place: @autoclosure () -> String) throws(SceneProblem) {
    guard !handle.hasLongID else {
      throw SceneProblem(
        .nameTooLong, address: address,
        detail: "the limit is \(SceneID.byteLimit) bytes", declaredAt: place())
    }
    guard !handle.isTaken.load(ordering: .relaxed) else {
      throw .taken(address: address, declaredAt: place())
    }
    if let problem = endProblem(place: place()) { throw problem }
  }

  /// Why a value of this size cannot be written, or nil.
  ///
  /// - Parameters:
  ///   - size: How many bytes the value has.
  ///   - place: Where it is declared.
  ///   - growth: By how much the scene grows with what is not counted as stored yet; by default
  ///     with what waits.
  /// - Returns: The problem, or nil if the value can be written.
  func refusal(
    ofSize size: Int, place: @autoclosure () -> String,
    with growth: (() -> Int)? = nil
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
    guard growth != nil || handle.isCounting(core) || total + size > budget else { return nil }
    let own = size - storedSize(of: entry)
    let others = growth?() ?? waitingGrowth(room: budget - total, for: own)
    guard total + others + own > budget else { return nil }
    return SceneProblem(
      .sceneTooLarge, address: address,
      detail: "\(total + others + own) bytes together, the limit is \(budget)",
      declaredAt: place())
  }

  func storedSize(of entry: SceneHandle.EntryKey) -> Int {
    handle.state.withLock { $0.table.payloadCount(of: entry) }
  }
}
