public import Synchronization

/// What a wrapper holds: its key, the scope it was made in, and the cell once it is found.
@usableFromInline
final class StorageAnchor<Value: Sendable>: Sendable {
  let key: SceneKey<Value>
  private let made: SceneScope?
  /// Set at the first access, unless the place follows the selected tab.
  @usableFromInline let fixed = AtomicLazyReference<ValueCell<Value>>()
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
  }

  /// The cell for an access by this owner; the owner counts only the first time.
  @inlinable
  func cell(owner: AnyObject?) -> ValueCell<Value> {
    if let cell = fixed.load() { return cell }
    return find(owner: owner)
  }

  @usableFromInline
  func find(owner: AnyObject?) -> ValueCell<Value> {
    let scope = scope(for: owner)
    guard let scope else { return fixed.storeIfNil(.detached(key, .noScope)) }
    guard key.scope.followsSelectedTab else { return fixed.storeIfNil(scope.cell(for: key)) }
    // The tab is part of what is read: who tracks the property tracks the selection too.
    scope.handle.selection.access()
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
