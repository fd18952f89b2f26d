package import SceneState

/// An entry before and after; one of both may be missing.
package struct EntryChange: Sendable {
  package let old: StoredEntry?
  package let new: StoredEntry?
}

extension StoredEntry {
  /// What differs between two listings of one store, both in the order of the stored keys.
  ///
  /// Only bytes are compared, so thousands of equal entries cost next to nothing.
  package static func changes(
    from old: [StoredEntry], to new: [StoredEntry]
  ) -> [EntryChange] {
    var changes: [EntryChange] = []
    var (before, after) = (old[...], new[...])
    while let one = before.first, let other = after.first {
      switch one.keyOrder(other) {
      case 0:
        if one != other { changes.append(EntryChange(old: one, new: other)) }
        before.removeFirst()
        after.removeFirst()
      case ..<0:
        changes.append(EntryChange(old: one, new: nil))
        before.removeFirst()
      default:
        changes.append(EntryChange(old: nil, new: other))
        after.removeFirst()
      }
    }
    changes += before.map { EntryChange(old: $0, new: nil) }
    changes += after.map { EntryChange(old: nil, new: $0) }
    return changes
  }
}
