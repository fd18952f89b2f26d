/// What a key means.
package enum Key: Equatable {
  case text(String)
  case enter, backspace, tab, backTab, up, down, left, right, escape
  /// Held with the control key.
  case control(Swift.Character)
}

/// Makes keys of the bytes that a terminal sends.
package struct KeyReader {
  /// The beginning of a letter whose other bytes are still to come.
  private var pending: [UInt8] = []

  package init() {}

  /// The keys in these bytes; pasted text is one key.
  package mutating func keys(in bytes: [UInt8]) -> [Key] {
    var rest = (pending + bytes)[...]
    pending = []
    var keys: [Key] = []
    while let first = rest.first {
      switch first {
      case 0x1B: keys += Self.escaped(&rest)
      case 0x0A, 0x0D: keys.append(Self.taking(1, of: &rest, .enter))
      case 0x09: keys.append(Self.taking(1, of: &rest, .tab))
      case 0x08, 0x7F: keys.append(Self.taking(1, of: &rest, .backspace))
      case 0x01...0x1A:
        let letter = Swift.Character(UnicodeScalar(first + 0x60))
        keys.append(Self.taking(1, of: &rest, .control(letter)))
      case 0x00, 0x1C...0x1F: rest = rest.dropFirst()
      default:
        let run = rest.prefix { $0 >= 0x20 && $0 != 0x7F }
        rest = rest.dropFirst(run.count)
        let whole = rest.isEmpty ? run.dropLast(Self.unfinished(run)) : run
        pending = Array(run.dropFirst(whole.count))
        if !whole.isEmpty { keys.append(.text(String(decoding: whole, as: UTF8.self))) }
      }
    }
    return keys
  }

  private static func taking(_ count: Int, of rest: inout ArraySlice<UInt8>, _ key: Key) -> Key {
    rest = rest.dropFirst(count)
    return key
  }

  /// An escape sequence; one that means nothing here is passed over.
  private static func escaped(_ rest: inout ArraySlice<UInt8>) -> [Key] {
    rest = rest.dropFirst()
    guard let kind = rest.first, kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O") else {
      return [.escape]
    }
    rest = rest.dropFirst()
    let parameters = rest.prefix { $0 < 0x40 }
    rest = rest.dropFirst(parameters.count)
    guard let final = rest.popFirst() else { return [] }
    switch final {
    case UInt8(ascii: "A"): return [.up]
    case UInt8(ascii: "B"): return [.down]
    case UInt8(ascii: "C"): return [.right]
    case UInt8(ascii: "D"): return [.left]
    case UInt8(ascii: "Z"): return [.backTab]
    default: return []
    }
  }

  /// How many bytes at the end begin a letter without ending it.
  private static func unfinished(_ bytes: ArraySlice<UInt8>) -> Int {
    for (index, byte) in bytes.reversed().prefix(4).enumerated() where byte & 0xC0 != 0x80 {
      let length =
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
      return length > index + 1 ? index + 1 : 0
    }
    return 0
  }
}
