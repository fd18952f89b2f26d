import StoreFormat

/// The removals that the sources of a recovery remember.
struct Removals: Sendable {
  /// The newest one of each value.
  private var ofValues: [[UInt8]: UInt64] = [:]
  /// The newest one of all below a scope.
  private var ofScopes: [[UInt8]: UInt64] = [:]
  /// How long the places are that scopes have; there are few different ones.
  private var lengths: Set<Int> = []

  init(_ views: [StoreView], _ found: FoundRows) {
    for removal in found.removals { add(removal) }
    for view in views {
      for (key, bytes) in view[.info].rows where key.starts(with: RemovalRecord.keyPrefix) {
        if let removal = RemovalRecord(key: key, bytes: bytes) { add(removal) }
      }
    }
  }

  private mutating func add(_ removal: RemovalRecord) {
    if removal.isPrefix {
      ofScopes[removal.place] = max(removal.sequence, ofScopes[removal.place] ?? 0)
      lengths.insert(removal.place.count)
    } else {
      ofValues[removal.place] = max(removal.sequence, ofValues[removal.place] ?? 0)
    }
  }

  /// Whether a value that was written at a commit was removed later, and after another commit.
  func cover(_ key: [UInt8], writtenAt sequence: UInt64, after floor: UInt64 = 0) -> Bool {
    let known = max(sequence, floor)
    if let removed = ofValues[key], removed > known { return true }
    return lengths.contains { length in
      guard length <= key.count, let removed = ofScopes[Array(key.prefix(length))] else {
        return false
      }
      return removed > known
    }
  }
}
