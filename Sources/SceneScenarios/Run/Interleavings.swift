/// The orders in which the steps of several lanes can follow each other, as lists of lanes.
///
/// The first order is lane after lane. If there are no more orders than wanted, each comes once in
/// a fixed sequence; else the rest is chosen at random from a seed, without repeating any.
struct Interleavings {
  let orders: [[Int]]

  init(of counts: [Int], limit: Int, seed: Int) {
    let first = counts.enumerated().flatMap { Array(repeating: $0.offset, count: $0.element) }
    if Self.isAtMost(limit, counts) {
      orders = Self.all(counts)
      return
    }
    var random = RandomNumbers(seed: UInt64(bitPattern: Int64(seed)))
    var seen: Set<[Int]> = [first]
    var result = [first]
    while result.count < limit {
      // A shuffled list of lanes is an order: each lane's steps keep their own.
      let order = first.shuffled(using: &random)
      if seen.insert(order).inserted { result.append(order) }
    }
    orders = result
  }

  /// Whether there are at most so many orders.
  private static func isAtMost(_ limit: Int, _ counts: [Int]) -> Bool {
    var total = 0
    var orders = 1
    for count in counts {
      for step in stride(from: 1, through: count, by: 1) {
        total += 1
        // Exact at every step: the product so far is a whole number of orders.
        let (product, isTooMany) = orders.multipliedReportingOverflow(by: total)
        if isTooMany { return false }
        orders = product / step
        if orders > limit, step == count { return false }
      }
    }
    return orders <= limit
  }

  private static func all(_ counts: [Int]) -> [[Int]] {
    guard counts.contains(where: { $0 > 0 }) else { return [[]] }
    return counts.indices.filter { counts[$0] > 0 }.flatMap { lane -> [[Int]] in
      var rest = counts
      rest[lane] -= 1
      return all(rest).map { [lane] + $0 }
    }
  }
}

/// Random numbers that are the same for the same seed, on every machine.
private struct RandomNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    // SplitMix64: small, and good enough to choose orders.
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
