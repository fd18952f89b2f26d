/// The parts of a table that could not be read, as ranges between keys that could.
///
/// What is in no gap and was not read is not there: it was removed.
package struct KeyGaps: Sendable {
  private struct Gap {
    /// nil for the beginning of the table.
    let after: [UInt8]?
    /// nil for its end.
    var before: [UInt8]?
    var isOpen = true
  }

  private var gaps: [Gap] = []

  package init() {}

  /// No part could be read.
  static let everything: KeyGaps = {
    var gaps = KeyGaps()
    gaps.begin(after: nil)
    return gaps
  }()

  var isEmpty: Bool { gaps.isEmpty }

  /// Something is missing after the last key that was read.
  package mutating func begin(after key: [UInt8]?) {
    if let last = gaps.last, last.isOpen { return }
    gaps.append(Gap(after: key))
  }

  /// A key was read: a gap that is open ends before it.
  package mutating func end(before key: [UInt8]) {
    guard let last = gaps.last, last.isOpen else { return }
    gaps[gaps.count - 1].before = key
    gaps[gaps.count - 1].isOpen = false
  }

  /// Whether the key may have been where nothing could be read.
  package func contains(_ key: [UInt8]) -> Bool {
    var (low, high) = (0, gaps.count)
    while low < high {
      let middle = (low + high) / 2
      if let after = gaps[middle].after, !after.lexicographicallyPrecedes(key) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    guard low > 0 else { return false }
    return gaps[low - 1].before.map { key.lexicographicallyPrecedes($0) } ?? true
  }
}
