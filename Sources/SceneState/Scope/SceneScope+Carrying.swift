import StoreFormat
import Synchronization

/// A value that is seen in a place before the file has it there.
struct CarriedValue {
  /// Where it stood; nil for one that stands nowhere now.
  let origin: SceneHandle.EntryKey?
  let entry: SceneHandle.EntryKey
  let envelope: Envelope
}

extension SceneScope {
  /// Shows what goes from here to another scope over there at once, and no more here if it is moved.
  ///
  /// The file has it after the commit, which then has both scenes read again. Until then a read gives
  /// what came, and a write is compared with it: the default written over it is a real write. What
  /// cannot go stays here, and the commit says why. The gate is held.
  func carryStored(to other: SceneScope, removesSource: Bool) {
    guard store.core.know(handle), store.core.know(other.handle) else { return }
    let values = store.core.values(of: handle, below: path).compactMap { entry, envelope in
      let below = entry.path.components.dropFirst(path.components.count)
      let goal = ScopePath(other.path.components + below)
      return StoredKey.canHold(goal, key: entry.key)
        ? CarriedValue(
          origin: entry, entry: SceneHandle.EntryKey(path: goal, key: entry.key),
          envelope: envelope) : nil
    }
    // Taken away before anything is put: the two may overlap.
    let left = removesSource ? handle.hide(values, below: path) : []
    for cell in left + other.handle.show(values) { cell.replaced() }
  }

  /// Shows what stood in this scene once, before the file has it again; the gate is held.
  func carryBack(_ entries: [StoredEntry]) {
    guard store.core.know(handle) else { return }
    let values = entries.compactMap { entry in
      entry.envelope.map {
        CarriedValue(
          origin: nil, entry: SceneHandle.EntryKey(path: entry.path, key: entry.key), envelope: $0)
      }
    }
    for cell in handle.show(values) { cell.replaced() }
  }

  /// Whether anything in and below this scope has a value, as the tick under way has it.
  package var holdsValues: Bool {
    guard store.core.know(handle) else { return false }
    return handle.rows(inside: path).contains(where: \.holdsValue)
  }
}

extension StoreCore {
  /// The values in and below a scope that can be read, as the tick under way has them.
  fileprivate func values(
    of handle: SceneHandle, below path: ScopePath
  ) -> [(entry: SceneHandle.EntryKey, envelope: Envelope)] {
    handle.rows(inside: path).compactMap { row in
      switch row.cell?.onItsWay ?? .nothing {
      case .value(let envelope): return (row.entry, envelope)
      case .removal: return nil
      case .nothing:
        // What cannot be read stays, and the commit says so.
        let envelope = try? bytes(of: row.entry, in: handle)?.envelope()
        return envelope.map { (row.entry, $0) }
      }
    }
  }
}

extension SceneHandle {
  func rows(inside path: ScopePath) -> [ValueTable.Row] {
    state.withLock { $0.table.rows.filter { $0.entry.path.isInside(path) } }
  }

  /// Takes values out of what is known to be stored, and answers the cells that showed them.
  fileprivate func hide(_ values: [CarriedValue], below path: ScopePath) -> [any AnyCell] {
    stopCounting()
    return state.withLock { state in
      revision.add(1, ordering: .releasing)
      // What was set aside goes along.
      state.table.setAside = state.table.setAside.filter { !$0.key.path.isInside(path) }
      return values.compactMap { value in
        guard let origin = value.origin else { return nil }
        storedBytes.subtract(state.table.replace(origin, with: nil), ordering: .relaxed)
        return state.table[origin]?.cell
      }
    }
  }

  /// Adds values to what is known to be stored, and answers the cells that have to show them.
  fileprivate func show(_ values: [CarriedValue]) -> [any AnyCell] {
    stopCounting()
    return state.withLock { state in
      revision.add(1, ordering: .releasing)
      return values.compactMap { value in
        storedBytes.add(
          state.table.carry(value.envelope, to: value.entry), ordering: .relaxed)
        return state.table[value.entry]?.cell
      }
    }
  }
}

extension ValueTable.Row {
  /// Whether there is a value, a change that waits counted; no lock is held.
  var holdsValue: Bool {
    guard let cell else { return isStored }
    return switch cell.onItsWay {
    case .value: true
    case .removal: false
    case .nothing: isStored || cell.memoryValue != nil
    }
  }
}
