public import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The one place in memory of one value: all wrappers and keys of a (scope, key) share it.
///
/// A read is a load, or a lock and a load if the value is larger than a word. A write holds the
/// store's gate, compares, replaces, and puts the cell on the list of changed ones; encoding
/// happens in the commit.
@usableFromInline
final class ValueCell<Value: Sendable>: Sendable {
  // NB: in the order in which they leave no gaps; 1,000 windows have 100,000 cells.
  @usableFromInline let home: CellHome
  @usableFromInline let key: KeyDeclaration<Value>
  /// Which of the group's cells it is for Observation.
  @usableFromInline let slot: ChangeRegistrar.Slot
  @usableFromInline let word = WordCopy()
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

  /// Tells those who asked to be told.
  func sendToObservers() {
    state.withLock { $0.observers }?.send { peek() }
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
    // Who is tracked reads under the lock, so that no change falls between the note and the read.
    home.group.access(slot) ? lockedPeek() : peek()
  }

  /// The value of a type with bits, if it is known and nobody tracks; else the read is noted, and
  /// ``lockedPeek()`` has to follow.
  ///
  /// NB: in this order, with no branch between the loads: so the compiler counts no reference to a
  /// cell that is found in a variable of an object, which would take longer than all the rest.
  @inlinable
  @inline(__always)
  func readWord() -> Value? {
    let isTracked = home.group.access(slot)
    let isCurrent = word.isCurrent.load(ordering: .acquiring)
    let bits = word.bits.load(ordering: .acquiring)
    guard !isTracked, isCurrent else { return nil }
    return WordValue.value(of: bits, as: Value.self)
  }

  /// The value without saying to Observation that it is being read.
  @inlinable
  func peek() -> Value {
    if word.isCurrent.load(ordering: .acquiring),
      let value = WordValue.value(of: word.bits.load(ordering: .acquiring), as: Value.self)
    {
      return value
    }
    return lockedPeek()
  }

  @inlinable
  func lockedPeek() -> Value {
    if let value = state.withLock({ $0.isLoaded ? Optional($0.value) : nil }) { return value }
    return load()
  }

  /// Replaces the value; a refused write changes nothing and says why.
  @_specialize(where Value == Int)
  @_specialize(where Value == Bool)
  @_specialize(where Value == Double)
  @_specialize(where Value == String)
  @_specialize(where Value == Data)
  @usableFromInline
  func write(_ value: Value) throws(SceneProblem) {
    if let fixedSize = key.coding.fixedSize { try checkBudget(fixedSize(value)) }
    try home.checkUsable(place: key.place, key: key.name)
    if key.options.contains(.refusesWhenUnreadable) { try checkReadable() }
    var changed = false
    home.core.gate.enter { changed = replace(with: value) }
    if changed { tell() }
  }

  /// Tells observers now, or at the end of the tick that is under way on this thread.
  private func tell() {
    guard home.core.gate.isHeld else { return notify() }
    // What follows the selection must see it inside the tick already, as every read does.
    if isSelection, let tab = selectedName { home.handle.follow(tab) }
    home.core.notice(self)
  }

  /// Reads and writes with no other write in between; one notice.
  func modify<Result>(_ body: (inout Value) -> Result) -> Result {
    var result: Result?
    home.core.tick {
      var value = lockedPeek()
      result = body(&value)
      writeNoting(value)
    }
    guard let result else { preconditionFailure("The gate runs its body exactly once.") }
    return result
  }

  /// Removes the entry; the next read gives the default.
  func reset() {
    var changed = false
    home.core.gate.enter {
      _ = lockedPeek()
      let becameDirty = change { state -> Bool in
        changed = state.isStored || state.unreadable != nil
        // Where the store could not be asked, there may be an entry: it goes when it can.
        let isUnknown = state.source == .memory && state.problem?.code == .storeNotUsable
        guard changed || isUnknown else { return false }
        state.value = key.defaultValue
        state.isLoaded = true
        state.isStored = false
        state.source = .default
        state.problem = home.standingProblem(place: key.place)
        state.revision &+= 1
        defer { state.isDirty = true }
        return !state.isDirty
      }
      if becameDirty { home.core.markDirty(self) }
    }
    if changed { tell() }
  }

  func note(_ problem: SceneProblem) {
    change { $0.problem = problem }
    home.core.problems.report(problem)
  }

  /// Answers whether the value is a change; the gate is held.
  private func replace(with value: Value) -> Bool {
    let old = lockedPeek()
    switch key.coding.isSame(old, value) {
    case .same where !isUnreadable: return false
    case .equalCompareEncodings where !isUnreadable && sameBytes(old, value): return false
    default: break
    }
    let becameDirty = change { state -> Bool in
      state.value = value
      // A commit may have asked for a reload in between: what is written now wins over it.
      state.isLoaded = true
      state.isStored = true
      state.source = home.isConnected ? .store : .memory
      state.problem = home.standingProblem(place: key.place)
      state.revision &+= 1
      defer { state.isDirty = true }
      return !state.isDirty
    }
    if becameDirty { home.core.markDirty(self) }
    return true
  }

  private var isUnreadable: Bool { state.withLock { $0.unreadable != nil } }

  private func sameBytes(_ old: Value, _ new: Value) -> Bool {
    guard let old = try? key.coding.encode(old), let new = try? key.coding.encode(new) else {
      // NB: what cannot be encoded is a change; the commit says why it cannot be written.
      return false
    }
    return old == new
  }

  /// What unreadable bytes stand for is not given up before somebody resets the key.
  private func checkReadable() throws(SceneProblem) {
    _ = lockedPeek()
    let note = state.withLock { state in
      // After a reset the bytes are on their way out.
      state.isDirty || state.isBeingCommitted ? nil : state.unreadable
    }
    guard let note else { return }
    throw SceneProblem(
      .valueNotReadable, address: home.address, detail: note.text, declaredAt: key.place)
  }

  private func checkBudget(_ size: Int) throws(SceneProblem) {
    if let problem = home.refusal(ofSize: size, key: key.name, place: key.place) { throw problem }
  }
}
