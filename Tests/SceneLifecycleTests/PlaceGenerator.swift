/// Numbers that are the same for one seed.
struct PlaceGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func element<C: Collection>(of elements: C) -> C.Element {
    elements[
      elements.index(
        elements.startIndex, offsetBy: Int.random(in: 0..<elements.count, using: &self))]
  }

  /// A text that is not empty, of everything that makes URLs hard.
  mutating func part() -> String {
    let pieces = [
      "a", "Z", "7", " ", "+", "/", "%", "%2F", "%zz", "?", "#", "{", "}", "&", "=", ":", "@", "-",
      ".", "_", "~", "..", "ü", "e\u{301}", "é", "日本", "👩‍👩‍👧", "\u{200F}", "\n", "\r\n", "\0", "\\",
      "\"",
      "\u{301}", "\u{10FFFF}",
    ]
    return (0..<Int.random(in: 1...6, using: &self)).map { _ in element(of: pieces) }.joined()
  }
}
