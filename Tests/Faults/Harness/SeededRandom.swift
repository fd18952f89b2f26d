/// Numbers from a seed, so that a failure can be had again.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  /// A generator of its own for one part of a suite, whatever the others draw.
  init(_ seed: UInt64, _ part: Int) {
    state = seed ^ (UInt64(truncatingIfNeeded: part) &* 0xD6E8_FEB8_6659_FD93)
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }

  /// Whether something happens that does once in so many times.
  mutating func oneIn(_ count: Int) -> Bool { number(below: count) == 0 }
}
