/// What a cell knows, behind its lock.
@usableFromInline
struct CellState<Value: Sendable>: Sendable {
  /// What a read gives.
  @usableFromInline var value: Value
  /// Whether the store was asked.
  @usableFromInline var isLoaded = false
  /// Whether there is an entry, committed or on its way.
  var isStored = false
  /// Whether a change waits to be committed.
  @usableFromInline var isDirty = false
  /// Whether a change was taken for a commit that has not ended.
  var isBeingCommitted = false
  /// Counts changes, so that a commit knows whether it wrote the newest.
  @usableFromInline var revision: UInt64 = 0
  /// The bytes in place could not be read.
  var unreadable: SetAsideNote?
  var problem: SceneProblem?
  var source: StoredFacts.Source = .default

  /// Whether a write only has to replace the value: it is in the store, readable, and nothing is
  /// wrong with it.
  @usableFromInline var isPlain = false

  @usableFromInline init(value: Value) { self.value = value }
}
