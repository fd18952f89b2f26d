/// Random numbers that are the same for the same seed, on every machine.
///
/// Written out, and not the standard library's: an order that somebody noted must stay the same
/// order with every version of Swift.
package struct RandomNumbers: Sendable, Codable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// Swaps each element with itself or one behind it.
  package mutating func shuffle(_ elements: inout [Int]) {
    for place in elements.indices.dropLast() {
      elements.swapAt(place, place + Int(number(below: UInt64(elements.count - place))))
    }
  }

  /// A number from 0 on, each as likely as the others: the upper half of a product, whose lower
  /// half tells the few cases that would come once more often.
  package mutating func number(below limit: UInt64) -> UInt64 {
    let unfair = (0 &- limit) % limit
    while true {
      let product = next().multipliedFullWidth(by: limit)
      if product.low >= unfair { return product.high }
    }
  }

  package mutating func next() -> UInt64 {
    // SplitMix64: small, and good enough to choose orders.
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
