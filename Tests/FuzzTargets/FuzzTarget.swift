/// Code that reads what comes from outside: it must refuse anything, and never trap.
package struct FuzzTarget: Sendable {
  package let name: String
  /// Takes an input; answers what is wrong with what was made of it, or nil.
  package let run: @Sendable (_ input: [UInt8]) -> String?
  /// Makes an input that looks like a real one, most of the time.
  package let make: @Sendable (_ random: inout FuzzRandom) -> [UInt8]

  /// Makes a target.
  package init(
    name: String, run: @escaping @Sendable (_ input: [UInt8]) -> String?,
    make: @escaping @Sendable (_ random: inout FuzzRandom) -> [UInt8]
  ) {
    self.name = name
    self.run = run
    self.make = make
  }

  package static let all: [FuzzTarget] = [.scenario, .payload, .url, .key, .envelope, .store]

  package static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// Numbers from a seed, so that an input can be had again.
package struct FuzzRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(_ seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  package mutating func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }

  package mutating func oneIn(_ count: Int) -> Bool { number(below: count) == 0 }

  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  /// Damages some bytes of an input: changed, doubled, cut, exchanged for special ones.
  package mutating func damaged(_ input: [UInt8]) -> [UInt8] {
    var bytes = input
    for _ in 0..<number(below: 4) where !bytes.isEmpty {
      let place = number(below: bytes.count)
      let end = min(bytes.count, place + 1 + number(below: 12))
      switch number(below: 6) {
      case 0: bytes[place] ^= 1 << UInt8(number(below: 8))
      case 1: bytes[place] = pick([0, 1, 0x0A, 0x20, 0x22, 0x25, 0x7F, 0x80, 0xC0, 0xFF])
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 4: bytes.replaceSubrange(place..<end, with: self.bytes(end - place))
      default: bytes.removeLast(bytes.count - place)
      }
    }
    return bytes
  }

  private static let names = [
    "", "a", "draft", "é", "e\u{301}", "a/b", "..", "%00", "\0", "\u{202E}", "🦅", "中",
    "com.example.hawknotes.character", "-", "${x}",
  ]

  /// A text that is short and often special, or long.
  package mutating func text() -> String {
    if oneIn(40) { return String(repeating: pick(Self.names), count: 1 + number(below: 3_000)) }
    return oneIn(3) ? pick(Self.names) + pick(Self.names) : pick(Self.names)
  }
}
