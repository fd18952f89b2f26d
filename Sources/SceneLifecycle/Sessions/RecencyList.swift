package import SceneState

/// Windows in the order of their last activation, the latest last.
///
/// Each window has an activation count of its own, so that one is found, added and taken away by
/// binary search, however many there are.
package struct RecencyList: Sendable {
  package struct Entry: Hashable, Sendable, Comparable {
    package let activation: Int64
    /// Breaks the tie of windows that were never active: the older one is the more recent.
    package let number: UInt32
    package let id: SceneID

    package static func < (left: Self, right: Self) -> Bool {
      if left.activation != right.activation { return left.activation < right.activation }
      return left.number > right.number
    }
  }

  private(set) var entries: [Entry] = []

  package init() {}

  package var latest: SceneID? { entries.last?.id }

  /// From the most recently active one to the oldest.
  package var latestFirst: some Sequence<SceneID> { entries.reversed().lazy.map(\.id) }

  package var isEmpty: Bool { entries.isEmpty }

  package mutating func insert(_ session: SceneSession) {
    let entry = Entry(session)
    let index = place(of: entry)
    if index < entries.count, entries[index] == entry { return }
    entries.insert(entry, at: index)
  }

  package mutating func remove(_ session: SceneSession) {
    let entry = Entry(session)
    let index = place(of: entry)
    if index < entries.count, entries[index] == entry { entries.remove(at: index) }
  }

  private func place(of entry: Entry) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle] < entry { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension RecencyList.Entry {
  init(_ session: SceneSession) {
    self.init(activation: session.record.activation, number: session.number, id: session.id)
  }
}
