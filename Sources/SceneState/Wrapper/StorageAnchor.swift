public import Synchronization

/// What a wrapper holds: its key, the scope it was made in, and the cell once it is found.
@usableFromInline
final class StorageAnchor<Value: Sendable>: Sendable {
  let key: SceneKey<Value>
  private let made: SceneScope?
  /// Set at the first access, unless the place follows the selected tab.
  private let fixed = AtomicLazyReference<ValueCell<Value>>()
  /// The cell of the scope the wrapper was made in; right for owners without a scope of their own.
  @usableFromInline let early: ValueCell<Value>?
  /// Whether the first access found that very cell; then no access needs to look again.
  @usableFromInline let isEarlyRight = Atomic<Bool>(false)
  private let found = Mutex<Found?>(nil)

  /// Where the property lives, once known; it keeps the store alive.
  private struct Found {
    let scope: SceneScope?
    var revision = -1
    var cell: ValueCell<Value>?
  }

  @usableFromInline init(key: SceneKey<Value>) {
    self.key = key
    made = SceneScope.current
    early = key.scope.followsSelectedTab ? nil : made?.knownCell(for: key)
  }

  /// Finds the cell for an access by this owner; the owner counts only the first time.
  @usableFromInline
  func cell(owner: AnyObject?) -> ValueCell<Value> {
    if let cell = fixed.load() { return cell }
    let scope = scope(for: owner)
    guard let scope else { return fixed.storeIfNil(.detached(key, .noScope)) }
    guard key.scope.followsSelectedTab else {
      let cell = fixed.storeIfNil(scope.cell(for: key))
      if cell === early { isEarlyRight.store(true, ordering: .releasing) }
      return cell
    }
    // The tab is part of what is read: who tracks the property tracks the selection too.
    scope.handle.accessSelection()
    _ = scope.selectedTab
    let revision = scope.handle.selectionRevision.load(ordering: .acquiring)
    let known = found.withLock { $0?.revision == revision ? $0?.cell : nil }
    if let known { return known }
    let cell = scope.cell(for: key)
    found.withLock { found in
      found?.revision = revision
      found?.cell = cell
    }
    return cell
  }

  /// The cell if it stays the same for this property, else nil.
  @usableFromInline
  var lastingCell: ValueCell<Value>? { fixed.load() }

  func binding(owner: AnyObject?) -> SceneBinding<Value> {
    let cell = cell(owner: owner)
    return SceneBinding(cell: cell, scope: scope(for: owner))
  }

  /// The owner's scope, else the one the wrapper was made in; what is found first stays.
  private func scope(for owner: AnyObject?) -> SceneScope? {
    if let found = found.withLock({ $0 }) { return found.scope }
    let scope = (owner as? any SceneScoped)?.sceneScope ?? made
    return found.withLock { found in
      if let found { return found.scope }
      found = Found(scope: scope)
      return scope
    }
  }
}
