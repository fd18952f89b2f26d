/// A set of numbers below a limit, one bit each.
struct PageMap {
  private var words: [UInt64]
  let limit: Int

  /// An empty set of numbers below a limit.
  init(limit: Int) {
    self.limit = max(limit, 0)
    words = [UInt64](repeating: 0, count: (self.limit + 63) / 64)
  }

  /// Adds a range of numbers.
  ///
  /// - Returns: Whether all of them are below the limit and were missing before.
  mutating func insert(_ range: Range<Int>) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= limit else { return false }
    var next = range.lowerBound
    while next < range.upperBound {
      let word = next >> 6
      let end = min(range.upperBound, (word + 1) << 6)
      let bits = (~UInt64(0) >> UInt64(64 - (end - next))) << UInt64(next & 63)
      guard words[word] & bits == 0 else { return false }
      words[word] |= bits
      next = end
    }
    return true
  }

  /// How many numbers are in the set.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Makes it empty again.
  mutating func removeAll() {
    for index in words.indices { words[index] = 0 }
  }
}
