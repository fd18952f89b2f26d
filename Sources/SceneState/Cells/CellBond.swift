import Synchronization

/// Values that make sense only together: all are read as stored or, while one of them cannot be read,
/// all as their defaults.
final class CellBond: Sendable {
  /// A place in memory; gone with the objects that use it.
  private struct Member: Sendable {
    weak let cell: (any AnyCell)?
  }

  private let members: [Member]

  init(_ cells: [any AnyCell]) { members = cells.map { Member(cell: $0) } }

  private var cells: [any AnyCell] { members.compactMap(\.cell) }

  /// Whether nobody uses any of the values any more.
  var isEmpty: Bool { members.allSatisfy { $0.cell == nil } }

  /// Follows what their scenes show from now on; those that share a value are one.
  func keep() {
    var all = cells
    for handle in handles {
      let bonds = handle.state.withLock { state in
        state.bonds.removeAll(where: \.isEmpty)
        return state.bonds
      }
      for bond in bonds where bond.cells.contains(where: { cell in all.contains { $0 === cell } }) {
        all += bond.cells.filter { cell in !all.contains { $0 === cell } }
      }
    }
    CellBond(all).replaceOthers()
  }

  private func replaceOthers() {
    let cells = cells
    for handle in handles {
      handle.state.withLock { state in
        state.bonds.removeAll { bond in
          bond.cells.allSatisfy { cell in cells.contains { $0 === cell } }
        }
        state.bonds.append(self)
      }
    }
    judge()
  }

  private var handles: [SceneHandle] {
    cells.reduce(into: []) { known, cell in
      if !known.contains(where: { $0 === cell.handle }) { known.append(cell.handle) }
    }
  }

  /// Hides all of them if one cannot be read, or is hidden because of another one.
  func judge() {
    let cells = cells
    guard let first = cells.first,
      cells.contains(where: { $0.isUnreadableNow || $0.hasBond })
    else { return }
    first.home.core.tick {
      for cell in cells {
        cell.handle.state.withLock { state in
          var hidden = state.hidden ?? HiddenValues(nil)
          hidden.entries[cell.entry] = self
          hidden.written.remove(cell.entry)
          state.hidden = hidden
        }
        cell.handle.isHiding.store(true, ordering: .releasing)
        cell.storedChanged()
      }
    }
  }

  /// Removes those that are hidden still: one of them was written.
  func beginAnew() { for cell in cells { cell.resetHidden() } }
}

extension SceneScope {
  /// Reads values that make sense only together: where the stored bytes of one cannot be read, all
  /// of them read as their defaults.
  ///
  /// What is stored of the others stays until one of them is written or reset. That begins all anew,
  /// in one tick: the one is written and the others are removed, so that the next launch finds
  /// nothing of two kinds. Only what cannot be read hides the others; what was never stored does
  /// not. Call it where the keys of a window or tab are read first, as when it connects. It holds
  /// while the scene is connected and the values are used; calling it again changes nothing.
  ///
  /// ```swift
  /// scene.scope.tab("notes").readTogether(Keys.text, Keys.cursor)
  /// ```
  ///
  /// - Parameter key: The keys, each seen from this scope.
  public func readTogether<each Value>(_ key: repeat SceneKey<each Value>) {
    var cells: [any AnyCell] = []
    for key in repeat each key { cells.append(cell(for: key)) }
    CellBond(cells).keep()
  }

  /// Reads values of several scopes together.
  package static func readTogether<Value>(_ values: [(scope: SceneScope, key: SceneKey<Value>)]) {
    CellBond(values.map { $0.scope.cell(for: $0.key) }).keep()
  }
}
