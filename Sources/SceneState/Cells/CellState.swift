/// What a cell knows, behind its lock.
@usableFromInline
struct CellState<Value: Sendable>: Sendable {
  /// What hardly any value has; a box of its own.
  private var rare: RareFacts<Value>?
  /// Counts changes, so that a commit knows whether it wrote the newest.
  ///
  /// It begins anew after the last number: seven minutes of nothing but writes.
  @usableFromInline var revision: UInt32 = 0
  @usableFromInline var flags: CellFlags = []
  var source = StoredFacts.Source.default
  /// What a read gives.
  @usableFromInline var value: Value

  @usableFromInline init(value: Value) { self.value = value }
}

/// The yes-or-no parts of a cell's state, in one byte.
@usableFromInline
struct CellFlags: OptionSet, Sendable {
  @usableFromInline let rawValue: UInt8
  @inlinable init(rawValue: UInt8) { self.rawValue = rawValue }

  @inlinable static var loaded: Self { Self(rawValue: 1) }
  @inlinable static var stored: Self { Self(rawValue: 2) }
  @inlinable static var dirty: Self { Self(rawValue: 4) }
  @inlinable static var committing: Self { Self(rawValue: 8) }
  @inlinable static var plain: Self { Self(rawValue: 16) }

  @inlinable
  subscript(flag: Self) -> Bool {
    get { contains(flag) }
    set { if newValue { formUnion(flag) } else { subtract(flag) } }
  }
}

extension CellState {
  /// Takes a value that is another one than before; answers whether nothing waited so far.
  @inlinable
  @inline(__always)
  mutating func replace(_ value: Value) -> Bool {
    self.value = value
    revision &+= 1
    defer { isDirty = true }
    return !isDirty
  }

  /// Has the next read ask the store; answers what the last one gave, nil if there was none.
  mutating func forget() -> (value: Value, problem: SceneProblem?)? {
    guard isLoaded else { return nil }
    isLoaded = false
    revision &+= 1
    return (value, problem)
  }

  /// Whether the store was asked.
  @inlinable var isLoaded: Bool {
    get { flags[.loaded] }
    set { flags[.loaded] = newValue }
  }

  /// Whether there is an entry, committed or on its way.
  var isStored: Bool {
    get { flags[.stored] }
    set { flags[.stored] = newValue }
  }

  /// Whether a change waits to be committed.
  @inlinable var isDirty: Bool {
    get { flags[.dirty] }
    set { flags[.dirty] = newValue }
  }

  /// Whether a change was taken for a commit that has not ended.
  var isBeingCommitted: Bool {
    get { flags[.committing] }
    set { flags[.committing] = newValue }
  }

  /// Whether a write only has to replace the value: it is in the store, readable, and nothing is
  /// wrong with it.
  @inlinable var isPlain: Bool {
    get { flags[.plain] }
    set { flags[.plain] = newValue }
  }

  /// Why the bytes in place could not be read.
  var unreadable: SetAsideNote? {
    get { rare?.unreadable }
    set { if rare != nil || newValue != nil { keep(newValue, problem, observers) } }
  }

  var problem: SceneProblem? {
    get { rare?.problem }
    set { if rare != nil || newValue != nil { keep(unreadable, newValue, observers) } }
  }

  /// Those who asked to be told; nil while nobody did.
  var observers: ObserverList<Value>? {
    get { rare?.observers }
    set { keep(unreadable, problem, newValue) }
  }

  private mutating func keep(
    _ unreadable: SetAsideNote?, _ problem: SceneProblem?, _ observers: ObserverList<Value>?
  ) {
    let isNothing = unreadable == nil && problem == nil && observers == nil
    rare = isNothing ? nil : RareFacts(unreadable, problem, observers)
  }

  /// Whether nothing is wrong with the value.
  var isSound: Bool { rare.map { $0.unreadable == nil && $0.problem == nil } ?? true }
}

/// What is wrong with a value, and who listens to it.
final class RareFacts<Value: Sendable>: Sendable {
  let unreadable: SetAsideNote?
  let problem: SceneProblem?
  let observers: ObserverList<Value>?

  init(
    _ unreadable: SetAsideNote?, _ problem: SceneProblem?, _ observers: ObserverList<Value>?
  ) {
    (self.unreadable, self.problem, self.observers) = (unreadable, problem, observers)
  }
}
