import Synchronization

/// What a connected scene does not show of what is stored, because something from outside decides
/// what it shows.
///
/// A hidden value reads as its default. Its bytes stay until it is written, which is always a real
/// write, or until it is shown again.
package struct HiddenValues: Sendable {
  package enum Extent: Sendable {
    /// The keys that say where the user is.
    case navigation
    case everything
  }

  let extent: Extent?
  /// Single values that are hidden, whatever the extent.
  var entries: Set<SceneHandle.EntryKey> = []
  /// The places that were written since.
  var written: Set<SceneHandle.EntryKey> = []

  package init(_ extent: Extent?) { self.extent = extent }

  func holds(_ entry: SceneHandle.EntryKey, _ options: SceneKeyOptions) -> Bool {
    if written.contains(entry) { return false }
    if entries.contains(entry) { return true }
    return extent == .everything || extent == .navigation && options.contains(.navigation)
  }
}

extension SceneScope {
  /// What is stored and not shown; nil shows everything.
  package var hidden: HiddenValues? {
    get { handle.state.withLock { $0.hidden } }
    nonmutating set {
      let cells = handle.state.withLock { state -> [any AnyCell] in
        guard newValue != nil || state.hidden != nil else { return [] }
        state.hidden = newValue
        handle.isHiding.store(newValue != nil, ordering: .releasing)
        return state.table.cells
      }
      if cells.isEmpty { return }
      store.core.tick { for cell in cells { cell.storedChanged() } }
    }
  }
}

extension SceneScope {
  /// Hides the value of a key until it is written.
  package func hide<Value>(_ key: SceneKey<Value>) {
    let cell = cell(for: key)
    var hidden = hidden ?? HiddenValues(nil)
    hidden.entries.insert(cell.home.entry)
    hidden.written.remove(cell.home.entry)
    self.hidden = hidden
  }

  /// Whether the value of a key is hidden.
  package func hides<Value>(_ key: SceneKey<Value>) -> Bool { cell(for: key).isHidden }
}

extension ValueCell {
  /// Whether what is stored here is not to be seen.
  var isHidden: Bool {
    guard home.handle.isHiding.load(ordering: .acquiring) else { return false }
    return home.handle.state.withLock { $0.hidden?.holds(home.entry, key.options) ?? false }
  }

  /// Notes that the value is written now, and so is no longer hidden.
  ///
  /// - Returns: Whether it was: what is in place may be anything then.
  func reveal() -> Bool {
    guard isHidden else { return false }
    _ = home.handle.state.withLock { $0.hidden?.written.insert(home.entry) }
    return true
  }
}
