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
  var isDirty = false
  /// Whether a change was taken for a commit that has not ended.
  var isBeingCommitted = false
  /// Counts changes, so that a commit knows whether it wrote the newest.
  var revision: UInt64 = 0
  /// The bytes in place could not be read.
  var unreadable: SetAsideNote?
  var problem: SceneProblem?
  var source: StoredFacts.Source = .default

  @usableFromInline init(value: Value) { self.value = value }
}
