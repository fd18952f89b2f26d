/// The orders in which the steps of several lanes can follow each other, as lists of lanes.
///
/// The first order is lane after lane. If there are no more orders than wanted, each comes once in
/// a fixed sequence; else the rest is chosen at random from a seed, without repeating any.
struct Interleavings: Sequence, IteratorProtocol {
  /// How many orders there are to try.
  let count: Int
  /// Whether all orders are tried, one after another.
  private let isComplete: Bool
  /// The order that comes next; nil after the last one.
  private var upcoming: [Int]?
  private var made = 0
  private var random: RandomNumbers
  private var seen: Set<[Int]> = []

  init(of counts: [Int], limit: Int, seed: Int) {
    let first = counts.enumerated().flatMap { Array(repeating: $0.offset, count: $0.element) }
    let total = Self.total(counts, limit: limit)
    isComplete = total != nil
    count = total ?? limit
    upcoming = first
    random = RandomNumbers(seed: UInt64(bitPattern: Int64(seed)))
  }

  mutating func next() -> [Int]? {
    guard made < count, let order = upcoming else { return nil }
    made += 1
    upcoming = isComplete ? Self.following(order) : unseen(order)
    return order
  }

  /// How many orders there are; nil for more than the limit.
  private static func total(_ counts: [Int], limit: Int) -> Int? {
    var total = 0
    var orders = 1
    for count in counts {
      for step in stride(from: 1, through: count, by: 1) {
        total += 1
        // Exact at every step: the product so far is a whole number of orders.
        let (product, isTooMany) = orders.multipliedReportingOverflow(by: total)
        if isTooMany { return nil }
        orders = product / step
        if orders > limit, step == count { return nil }
      }
    }
    return orders <= limit ? orders : nil
  }

  /// The next order as words are ordered, lanes being letters; nil after the last.
  private static func following(_ order: [Int]) -> [Int]? {
    guard let rise = order.indices.dropLast().last(where: { order[$0] < order[$0 + 1] }),
      let larger = order.indices.last(where: { order[$0] > order[rise] })
    else { return nil }
    var next = order
    next.swapAt(rise, larger)
    next[(rise + 1)...].reverse()
    return next
  }

  /// A shuffled list of lanes is an order: each lane's steps keep their own.
  private mutating func unseen(_ order: [Int]) -> [Int]? {
    seen.insert(order)
    guard made < count else { return nil }
    var next = order
    repeat { random.shuffle(&next) } while seen.contains(next)
    return next
  }
}
