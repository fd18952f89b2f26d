/// The removals that the sources of a recovery remember.
struct Removals: Sendable {
  /// The newest one of each value.
  private var ofValues: [[UInt8]: RemovalRecord] = [:]
  private var ofScopes: Set<RemovalRecord> = []

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
      ofScopes.insert(removal)
    } else if ofValues[removal.place]?.sequence ?? 0 < removal.sequence {
      ofValues[removal.place] = removal
    }
  }

  /// Whether a value that was written at a commit was removed later.
  func cover(_ key: [UInt8], writtenAt sequence: UInt64) -> Bool {
    if ofValues[key]?.covers(key, writtenAt: sequence) == true { return true }
    return ofScopes.contains { $0.covers(key, writtenAt: sequence) }
  }
}
