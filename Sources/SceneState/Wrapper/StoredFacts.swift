/// Everything about an entry that is not its value.
///
/// ```swift
/// if model.$draft.stored.isStored { model.$draft.stored.reset() }
/// ```
public struct StoredFacts: Sendable {
  /// Whether there is an entry; false means that a read gives the default.
  public let isStored: Bool
  /// Why the value is what it is.
  public let source: Source
  /// Why it is not what was stored or written, if something went wrong.
  public let problem: SceneProblem?
  private let onReset: @Sendable () -> Void

  init(
    isStored: Bool, source: Source, problem: SceneProblem?,
    onReset: @escaping @Sendable () -> Void
  ) {
    self.isStored = isStored
    self.source = source
    self.problem = problem
    self.onReset = onReset
  }

  /// Whether a read gives the default because nothing is stored.
  public var isDefault: Bool { !isStored }

  /// Removes the entry; the next read gives the default.
  public func reset() { onReset() }

  /// Removes the entry; another name of ``reset()``.
  public func remove() { onReset() }

  /// Where a value came from.
  public enum Source: Sendable {
    /// Nothing is stored.
    case `default`
    /// The store.
    case store
    /// A state restoration activity.
    case activity
    /// A deep link.
    case link
    /// A typed payload.
    case payload
    /// Memory only: the scope or the store is not there.
    case memory
  }
}
