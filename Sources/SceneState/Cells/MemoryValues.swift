import Synchronization

/// What a store holds in memory alone: the values of transient keys, and those of private scenes.
///
/// Simulated devices go back to a moment with them.
package struct MemoryValues: Sendable {
  fileprivate let writes: [@Sendable (SceneStore) -> Void]
}

extension SceneStore {
  /// The values that were written and that the file never has.
  package var valuesInMemory: MemoryValues {
    let cells = core.liveHandles.flatMap { $0.state.withLock { $0.table.cells } }
    return MemoryValues(writes: cells.compactMap(\.writeOfMemory))
  }

  /// Writes what another store of the same file held in memory.
  package func write(_ values: MemoryValues) { for write in values.writes { write(self) } }
}

extension ValueCell {
  /// Writes the value in another store; nil if nothing was written, or the file has it.
  var writeOfMemory: (@Sendable (SceneStore) -> Void)? {
    guard !isKept, !home.group.isLasting, home.handle.isApp || home.handle.id != nil else {
      return nil
    }
    let held = state.withLock { $0.isStored ? Optional.some($0.value) : nil }
    guard let held else { return nil }
    let key = SceneKey(declaration: key)
    let (id, path) = (home.handle.id, home.entry.path)
    let isPrivate = home.handle.isPrivate.load(ordering: .relaxed)
    return { store in
      let home = id.map { store.scene($0, isPrivate: isPrivate) } ?? store.app
      let place = SceneScope(store: store, handle: home.handle, path: path)
      // What was taken once is taken again, also where it is the default.
      try? store.core.cell(for: key, at: place).write(held, pinsDefault: true)
    }
  }
}
