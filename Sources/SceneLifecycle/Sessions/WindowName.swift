import SceneState

/// The names of windows that nobody named: `A` to `Z`, then `A2` to `Z2`, and so on.
struct WindowName: Hashable, Comparable, Sendable {
  /// The place in that order, from 0.
  var index: Int

  private static let count = 26

  init(index: Int) { self.index = index }

  /// The name, if it is one of these.
  init?(_ id: SceneID) {
    var text = Substring(id.rawValue)
    guard let letter = text.popFirst()?.asciiValue,
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter)
    else { return nil }
    let round = text.isEmpty ? 1 : Int(text) ?? 0
    // `A1` and `A02` are names somebody gave.
    guard text.isEmpty || (round > 1 && text == String(round)), round < Int.max / Self.count
    else { return nil }
    index = (round - 1) * Self.count + Int(letter - UInt8(ascii: "A"))
  }

  var id: SceneID {
    let letter = UnicodeScalar(UInt8(ascii: "A") + UInt8(index % Self.count))
    let round = index / Self.count + 1
    return SceneID(rawValue: round == 1 ? "\(letter)" : "\(letter)\(round)")
  }

  static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}
