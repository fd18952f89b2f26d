/// A key of a terminal, or what is pasted.
enum EditorKey: Hashable {
  case text(String)
  case left, right, up, down, home, end, wordLeft, wordRight
  case backspace, delete, cutToEnd, cutToStart, cutWord, paste
  case tab, enter, interrupt, suspend, clearScreen
  /// Ctrl-D: the end on an empty line, else the same as delete.
  case endOrDelete
}

/// Makes keys of the bytes that a terminal sends, in whatever pieces they come.
struct EditorKeys {
  private var rest: [UInt8] = []

  /// The keys that are complete now; what is only begun waits for its end.
  mutating func keys(after bytes: [UInt8]) -> [EditorKey] {
    rest += bytes
    var keys: [EditorKey] = []
    while let (key, length) = next() {
      rest.removeFirst(length)
      guard let key else { continue }
      if case .text(let text) = key, case .text(let before)? = keys.last {
        keys[keys.count - 1] = .text(before + text)
      } else {
        keys.append(key)
      }
    }
    return keys
  }

  /// The first key and how many bytes it has; no key for bytes that mean nothing.
  private func next() -> (key: EditorKey?, length: Int)? {
    guard let first = rest.first else { return nil }
    if first == 0x1B { return escape() }
    if let key = Self.controls[first] { return (key, 1) }
    if first < 0x20 { return (nil, 1) }
    let length = Self.length(startingWith: first)
    if rest.count < length { return nil }
    guard let text = String(validating: rest[..<length], as: UTF8.self) else { return (nil, 1) }
    return (.text(text), length)
  }

  private static func length(startingWith byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  private static let controls: [UInt8: EditorKey] = [
    0x01: .home, 0x02: .left, 0x03: .interrupt, 0x04: .endOrDelete, 0x05: .end, 0x06: .right,
    0x08: .backspace, 0x09: .tab, 0x0A: .enter, 0x0B: .cutToEnd, 0x0C: .clearScreen, 0x0D: .enter,
    0x0E: .down, 0x10: .up, 0x15: .cutToStart, 0x17: .cutWord, 0x19: .paste, 0x1A: .suspend,
    0x7F: .backspace,
  ]

  // MARK: Escape sequences

  private func escape() -> (key: EditorKey?, length: Int)? {
    guard rest.count > 1 else { return nil }
    switch rest[1] {
    case UInt8(ascii: "["): return sequence()
    case UInt8(ascii: "O"):
      return rest.count < 3 ? nil : (Self.letters[rest[2]], 3)
    case UInt8(ascii: "b"): return (.wordLeft, 2)
    case UInt8(ascii: "f"): return (.wordRight, 2)
    case 0x1B: return (nil, 1)
    default: return (nil, 2)
    }
  }

  /// `ESC [ numbers letter`.
  private func sequence() -> (key: EditorKey?, length: Int)? {
    guard let end = rest.indices.dropFirst(2).first(where: { (0x40...0x7E).contains(rest[$0]) })
    else { return nil }
    let numbers = String(decoding: rest[2..<end], as: UTF8.self)
    let length = end + 1
    // With Control or Alt held, arrows go by words.
    let isHeld = numbers.hasSuffix(";5") || numbers.hasSuffix(";3")
    switch (rest[end], isHeld) {
    case (UInt8(ascii: "D"), true): return (.wordLeft, length)
    case (UInt8(ascii: "C"), true): return (.wordRight, length)
    case (UInt8(ascii: "~"), _): return (Self.numbered[numbers], length)
    default: return (Self.letters[rest[end]], length)
    }
  }

  private static let letters: [UInt8: EditorKey] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
  ]
  private static let numbered: [String: EditorKey] = [
    "1": .home, "7": .home, "4": .end, "8": .end, "3": .delete,
  ]
}
