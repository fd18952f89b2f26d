import SceneState
import StoreFormat

/// A seeded generator of names and addresses that are hard on a key format.
struct FormatSamples {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64.
  mutating func number(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((bits ^ bits >> 31) % UInt64(limit))
  }

  private static let scalars: [Unicode.Scalar] = [
    "\0", "\u{1}", "\u{2}", "\u{3}", "/", ":", "%", "a", "b", "é", "e", "\u{301}", "\u{323}",
    "ß", "中", "한", "\u{1100}", "\u{1161}", "\u{11A8}", "👩", "\u{200D}", "🦅", "\u{FFFD}", "\u{7F}",
    "\u{80}", "\u{10FFFF}",
  ]

  mutating func name() -> String {
    let length = [0, 1, 2, 3, 8, 30, 60, 120][number(below: 8)]
    // A long name is often one letter repeated, so that many share their first 38 bytes.
    let repeated = number(below: 2) == 0 ? Self.scalars[number(below: Self.scalars.count)] : nil
    var name = String.UnicodeScalarView()
    for _ in 0..<length {
      name.append(repeated ?? Self.scalars[number(below: Self.scalars.count)])
    }
    if length > 3, number(below: 2) == 0 {
      name.append(Self.scalars[number(below: Self.scalars.count)])
    }
    return String(name)
  }

  mutating func path(texts limit: Int) -> ScopePath {
    var components: [ScopePath.Component] = []
    var room = number(below: limit + 1)
    while room > 0 {
      if room > 1, number(below: 2) == 0 {
        components.append(.nested(kind: name(), id: name()))
        room -= 2
      } else {
        components.append(.tab(name()))
        room -= 1
      }
    }
    return ScopePath(components)
  }

  mutating func address() -> ValueAddress {
    ValueAddress(session: UInt32(number(below: 4)), path: path(texts: 7), key: name())
  }
}
