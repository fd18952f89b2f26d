import FoundationEssentials
public import Synchronization

/// The one place in memory of one value: all wrappers and keys of a (scope, key) share it.
///
/// A read is a lock and a load. A write holds the store's gate, compares, replaces, and puts the
/// cell on the list of changed ones; encoding happens in the commit.
///
/// It is large, in a file for each thing that is done with a value: reading, writing, loading and
/// committing change one state under one lock, and the first two have no time for an owner between.
@usableFromInline
final class ValueCell<Value: Sendable>: Sendable {
  // NB: in the order in which they leave no gaps; 1,000 windows have 100,000 cells.
  @usableFromInline let home: CellHome
  @usableFromInline let key: KeyDeclaration<Value>
  /// Which of the group's cells it is for Observation.
  @usableFromInline let slot: ChangeRegistrar.Slot
  /// Whether anybody asked to be told, ever.
  let isObserved = Atomic<Bool>(false)
  /// Whether it is the one that `.selectedTab` follows.
  let isSelection: Bool
  @usableFromInline let state: Mutex<CellState<Value>>

  init(home: CellHome, slot: ChangeRegistrar.Slot, key: KeyDeclaration<Value>) {
    self.home = home
    self.key = key
    self.slot = slot
    isSelection = !home.group.isLasting && home.entry.isSelection
    state = Mutex(CellState(value: key.defaultValue))
  }

  /// The list to add somebody to.
  func makeObservers() -> ObserverList<Value> {
    let observers = state.withLock { state in
      let observers = state.observers ?? ObserverList()
      state.observers = observers
      return observers
    }
    isObserved.store(true, ordering: .releasing)
    return observers
  }

  /// The stored value or the default; never throws, never traps.
  @inlinable
  func read() -> Value {
    // Noted before the lock is taken, so that no change falls between the note and the read.
    _ = home.group.access(slot)
    return peek()
  }

  /// The value without saying to Observation that it is being read.
  @inlinable
  func peek() -> Value {
    if let value = state.withLock({ $0.isLoaded ? Optional($0.value) : nil }) { return value }
    return firstRead()
  }

  /// The value with the number of the change that made it.
  func current() -> (value: Value, revision: UInt32) {
    while true {
      let known = state.withLock { $0.isLoaded ? ($0.value, $0.revision) : nil }
      if let known { return known }
      _ = firstRead()
    }
  }

  /// Replaces the value; a refused write changes nothing and says why.
  @_specialize(where Value == Int)
  @_specialize(where Value == Bool)
  @_specialize(where Value == Double)
  @_specialize(where Value == String)
  @_specialize(where Value == Data)
  @usableFromInline
  func write(_ value: Value, pinsDefault: Bool = false) throws(SceneProblem) {
    if let fixedSize = key.coding.fixedSize {
      try checkBudget(fixedSize(value))
    } else if let leastSize = key.coding.leastSize {
      try checkBudget(leastSize(value))
    }
    try home.checkUsable(place: key.place)
    // What begins others anew is one tick with them.
    if !home.core.gate.isHeld, bond != nil {
      return try home.core.tick { () throws(SceneProblem) in
        try write(value, pinsDefault: pinsDefault)
      }
    }
    if key.options.contains(.refusesWhenUnreadable) { try checkReadable() }
    var changed = false
    home.core.gate.enter {
      changed = replace(with: value)
      if changed, isSelection { followSelection() }
      if !changed, pinsDefault { pin() }
    }
    tell(changed)
    home.core.commitIfAtOnce()
  }

  /// Tells of a write; the first look at a selection is told too, which it may have been.
  private func tell(_ changed: Bool) {
    if changed { home.core.tellNow(self) } else if isSelection { home.core.tellNow(home.handle) }
  }

  /// Removes the entry; every read after it gives the default.
  func reset() {
    if !home.core.gate.isHeld, bond != nil { return home.core.tick { reset() } }
    var changed = false
    home.core.gate.enter {
      home.handle.stopCounting()
      _ = peek()
      let wasHidden = reveal()
      // Where nothing is stored the first value would come again: the default is stored instead.
      let isPinned = derivesAgain
      changeStored { state in
        changed = state.isStored || state.unreadable != nil
        // Where the store could not be asked, there may be an entry: it goes when it can.
        let isUnknown = state.source == .memory && state.problem?.code == .storeNotUsable
        guard changed || isUnknown || wasHidden else { return false }
        state.value = key.defaultValue
        state.isLoaded = true
        state.isStored = isPinned
        state.source = !isPinned ? .default : home.isConnected ? .store : .memory
        state.problem = home.standingProblem(place: key.place)
        return true
      }
      if wasHidden { storedChanged() }
      if changed, isSelection { followSelection() }
    }
    tell(changed)
    home.core.commitIfAtOnce()
  }

  func note(_ problem: SceneProblem) {
    change { $0.problem = problem }
    home.core.problems.report(problem)
  }

  /// Answers whether the value is a change; the gate is held.
  private func replace(with value: Value) -> Bool {
    let old = peek()
    let wasHidden = reveal()
    let isReal = wasHidden || isUnreadable
    switch key.coding.isSame(old, value) {
    case .same where !isReal: return false
    case .equalCompareEncodings where !isReal && key.coding.hasSameBytes(old, value):
      return false
    default: break
    }
    changeStored { state in
      state.value = value
      // A commit may have asked for a reload in between: what is written now wins over it.
      state.isLoaded = true
      state.isStored = true
      state.source = home.isConnected ? .store : .memory
      state.problem = home.standingProblem(place: key.place)
      return true
    }
    // Bytes that nobody has looked at may be unreadable, and are then moved, not overwritten.
    if wasHidden { storedChanged() }
    return true
  }

  /// Has the value stored that a read gives, if nothing is; the gate is held.
  private func pin() {
    changeStored { state in
      guard !state.isStored else { return false }
      state.isStored = true
      state.source = home.isConnected ? .store : .memory
      return true
    }
  }

  /// Makes a change that waits to be written, unless the body says that it is none; the gate is held.
  func changeStored(_ body: (inout CellState<Value>) -> Bool) {
    let becameDirty = change { state -> Bool in
      guard body(&state) else { return false }
      state.revision &+= 1
      defer { state.isDirty = true }
      return !state.isDirty
    }
    if becameDirty { home.core.markDirty(self) }
  }

  private var isUnreadable: Bool { state.withLock { $0.unreadable != nil } }

  var isUnreadableNow: Bool {
    _ = peek()
    return isUnreadable
  }

  var hasBond: Bool { bond != nil }

  func resetHidden() { if isHidden { reset() } }

  /// What unreadable bytes stand for is not given up before somebody resets the key.
  private func checkReadable() throws(SceneProblem) {
    _ = peek()
    let note = state.withLock { state in
      // After a reset the bytes are on their way out.
      state.isDirty || state.isBeingCommitted ? nil : state.unreadable
    }
    guard let note else { return }
    throw SceneProblem(
      .valueNotReadable, address: home.address, detail: note.text, declaredAt: key.place)
  }

  private func checkBudget(_ size: Int) throws(SceneProblem) {
    if let problem = home.refusal(ofSize: size, place: key.place) { throw problem }
  }
}
