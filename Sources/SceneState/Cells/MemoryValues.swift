import StoreFormat
import Synchronization

/// What a store holds in memory alone: the values of transient keys, and those of private scenes.
///
/// They go with their scope wherever the store takes its other values in this process, and
/// simulated devices go back to a moment with them.
package struct MemoryValues: Sendable {
  fileprivate let values: [MemoryValue]
}

/// One value that the file never has.
struct MemoryValue: Sendable {
  /// Writes it where it stood, in the same store or another one of the same file.
  let writeBack: @Sendable (SceneStore) -> Void
  /// Writes it under the same key of another scope; whether that could be done.
  let write: @Sendable (SceneScope) -> Bool
}

extension SceneStore {
  /// The values that were written and that the file never has.
  package var valuesInMemory: MemoryValues {
    let cells = core.liveHandles.flatMap { $0.state.withLock { $0.table.cells } }
    return MemoryValues(values: cells.compactMap(\.memoryValue))
  }

  /// Writes what another store of the same file, or this one, held in memory.
  package func write(_ values: MemoryValues) {
    for value in values.values { value.writeBack(self) }
  }
}

extension SceneScope {
  /// What was written in and below this scope and the file never has.
  package var valuesInMemory: MemoryValues {
    MemoryValues(values: cellsBelow.compactMap(\.memoryValue))
  }

  /// Writes what is in memory alone here in another scope, in and below it, as it stands here.
  func carryMemory(to other: SceneScope, removesSource: Bool) {
    let held = cellsBelow.compactMap { cell in cell.memoryValue.map { (cell, $0) } }
    // Taken away before anything is written: the two may overlap.
    if removesSource { for (cell, _) in held { cell.reset() } }
    for (cell, value) in held {
      let below = cell.entry.path.components.dropFirst(path.components.count)
      let goal = SceneScope(
        store: store, handle: other.handle, path: ScopePath(other.path.components + below))
      if value.write(goal) || !removesSource { continue }
      // What cannot go there stays here, as what the file has does.
      _ = value.write(SceneScope(store: store, handle: handle, path: cell.entry.path))
    }
  }
}

extension ValueCell {
  /// The value, as it can be written elsewhere; nil if nothing was written, or the file has it.
  var memoryValue: MemoryValue? {
    guard !isKept, !home.group.isLasting, home.handle.isApp || home.handle.id != nil else {
      return nil
    }
    let held = state.withLock { $0.isStored ? Optional.some($0.value) : nil }
    guard let held else { return nil }
    let key = SceneKey(declaration: key)
    let (id, path) = (home.handle.id, home.entry.path)
    let isPrivate = home.handle.isPrivate.load(ordering: .relaxed)
    // Also where it is the default.
    return MemoryValue { store in
      let home = id.map { store.scene($0, isPrivate: isPrivate) } ?? store.app
      let place = SceneScope(store: store, handle: home.handle, path: path)
      // What was taken once is taken again.
      try? store.core.cell(for: key, at: place).write(held, pinsDefault: true)
    } write: { place in
      guard StoredKey.canHold(place.path, key: key.name) else {
        place.store.core.problems.report(
          SceneProblem(
            .scopeTooDeep, address: place.address,
            detail: "\(key.name) cannot go there and stays where it is"))
        return false
      }
      do throws(SceneProblem) {
        try place.store.core.cell(for: key, at: place).write(held, pinsDefault: true)
        return true
      } catch {
        place.store.core.problems.report(error)
        return false
      }
    }
  }
}
