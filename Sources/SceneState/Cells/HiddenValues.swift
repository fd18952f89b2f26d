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
  /// Single values that are hidden, whatever the extent, with those that they belong to.
  var entries: [SceneHandle.EntryKey: CellBond] = [:]
  /// The places that were written since.
  var written: Set<SceneHandle.EntryKey> = []

  package init(_ extent: Extent?) { self.extent = extent }

  func holds(_ entry: SceneHandle.EntryKey, _ options: SceneKeyOptions) -> Bool {
    if written.contains(entry) { return false }
    if entries[entry] != nil { return true }
    return extent == .everything || extent == .navigation && options.contains(.navigation)
  }
}

extension SceneScope {
  /// What is stored and not shown; nil shows everything.
  package var hidden: HiddenValues? {
    get { handle.state.withLock { $0.hidden } }
    nonmutating set {
      let (cells, bonds) = handle.state.withLock { state -> ([any AnyCell], [CellBond]) in
        guard newValue != nil || state.hidden != nil else { return ([], []) }
        state.hidden = newValue
        handle.isHiding.store(newValue != nil, ordering: .releasing)
        // Those of a window that is not connected any more hold nothing.
        state.bonds.removeAll(where: \.isEmpty)
        return (state.table.cells, state.bonds)
      }
      if cells.isEmpty { return }
      store.core.tick {
        for cell in cells { cell.storedChanged() }
        for bond in bonds { bond.judge() }
      }
    }
  }
}

extension ValueCell {
  /// Whether what is stored here is not to be seen.
  var isHidden: Bool {
    guard home.handle.isHiding.load(ordering: .acquiring) else { return false }
    return home.handle.state.withLock { $0.hidden?.holds(home.entry, key.options) ?? false }
  }

  /// Those that the hidden value belongs to; nil for one that is shown, or hidden alone.
  var bond: CellBond? {
    guard isHidden else { return nil }
    return home.handle.state.withLock { $0.hidden?.entries[home.entry] }
  }

  /// Notes that the value is written now, and so is no longer hidden; those that it belongs to
  /// begin anew with it.
  ///
  /// - Returns: Whether it was: what is in place may be anything then.
  func reveal() -> Bool {
    guard isHidden else { return false }
    let bond = home.handle.state.withLock { state in
      _ = state.hidden?.written.insert(home.entry)
      return state.hidden?.entries.removeValue(forKey: home.entry)
    }
    bond?.beginAnew()
    return true
  }
}
