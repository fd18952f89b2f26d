import Synchronization

/// What a wrapper holds: its key, the scope it was made in, and the cell once it is found.
@usableFromInline
final class StorageAnchor<Value: Sendable>: Sendable {
  let key: SceneKey<Value>
  private let made: SceneScope?
  /// Set at the first access, unless the place follows the selected tab.
  @usableFromInline let fixed = OnceReference<ValueCell<Value>>()
  private let place = Mutex<Place?>(nil)

  /// Where the property lives, once known; it keeps the store alive.
  private struct Place {
    let scope: SceneScope?
    var revision = -1
    var cell: ValueCell<Value>?
  }

  @usableFromInline init(key: SceneKey<Value>) {
    self.key = key
    made = SceneScope.current
  }

  /// The cell for an access by this owner; the owner counts only the first time.
  ///
  /// It is published atomically: several threads may be the first to read a property.
  @inlinable
  @inline(__always)
  func found(owner: AnyObject?) -> ValueCell<Value> { fixed.load() ?? cell(owner: owner) }

  @usableFromInline
  func cell(owner: AnyObject?) -> ValueCell<Value> {
    let scope = scope(for: owner)
    guard let scope else { return fixed.storeIfNil(.detached(key, .noScope)) }
    guard key.scope.followsSelectedTab else { return fixed.storeIfNil(scope.cell(for: key)) }
    // The tab is part of what is read: who tracks the property tracks the selection too.
    scope.handle.accessSelection()
    _ = scope.selectedTab
    let revision = scope.handle.selectionRevision.load(ordering: .acquiring)
    let known = place.withLock { $0?.revision == revision ? $0?.cell : nil }
    if let known { return known }
    let cell = scope.cell(for: key)
    place.withLock { place in
      place?.revision = revision
      place?.cell = cell
    }
    return cell
  }

  func binding(owner: AnyObject?) -> SceneBinding<Value> {
    let scope = scope(for: owner)
    if let scope, key.scope.followsSelectedTab { return SceneBinding(key, in: scope) }
    return SceneBinding(cell: cell(owner: owner), scope: scope)
  }

  /// The owner's scope, else the one the wrapper was made in; what is found first stays.
  private func scope(for owner: AnyObject?) -> SceneScope? {
    if let place = place.withLock({ $0 }) { return place.scope }
    let scope = (owner as? any SceneScoped)?.sceneScope ?? made
    return place.withLock { place in
      if let place { return place.scope }
      place = Place(scope: scope)
      return scope
    }
  }
}
