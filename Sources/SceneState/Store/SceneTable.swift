/// The live scenes of a store by their identifiers.
///
/// A dictionary with keys of a type of ours costs a tenth of a millisecond when the first one of a
/// process is filled: the runtime looks through all conformances of all libraries for the one to
/// `Hashable`. Opening a store and showing a window is to take less than that.
struct SceneTable {
  private var entries: [(id: SceneID, handle: SceneHandle)] = []
  /// Where an identifier's hash leads: an index into `entries`, or -1; a power of two of them, at
  /// most half of them used.
  private var slots: [Int32] = []

  subscript(id: SceneID) -> SceneHandle? {
    slots.isEmpty ? nil : slots[slot(of: id)].entry.map { entries[$0].handle }
  }

  /// In the order in which they were met first.
  var handles: [SceneHandle] { entries.map(\.handle) }

  var sortedHandles: [SceneHandle] {
    entries.sorted { $0.id.rawValue < $1.id.rawValue }.map(\.handle)
  }

  /// Adds a scene, or puts it in the place of the one that had the identifier.
  mutating func set(_ handle: SceneHandle, for id: SceneID) {
    if entries.count * 2 >= slots.count { grow() }
    let slot = slot(of: id)
    if let entry = slots[slot].entry {
      entries[entry].handle = handle
    } else {
      slots[slot] = Int32(truncatingIfNeeded: entries.count)
      entries.append((id, handle))
    }
  }

  /// Where the identifier stands, or would.
  private func slot(of id: SceneID) -> Int {
    let mask = slots.count - 1
    var slot = id.rawValue.hashValue & mask
    while let entry = slots[slot].entry, entries[entry].id.rawValue != id.rawValue {
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: max(16, slots.count * 2))
    for index in entries.indices {
      slots[slot(of: entries[index].id)] = Int32(truncatingIfNeeded: index)
    }
  }
}

extension Int32 {
  fileprivate var entry: Int? { self < 0 ? nil : Int(self) }
}
