/// Checks bytes against the grammar of JSON (RFC 8259), strictly.
///
/// The platform's decoder forgives some mistakes (a comma too many); what we show as JSON must
/// be readable by other tools. Recurses with the document: check its depth first.
package struct JSONSyntax {
  private let bytes: [UInt8]
  private var index = 0

  package static func isDocument(_ bytes: [UInt8]) -> Bool {
    var syntax = JSONSyntax(bytes: bytes)
    guard syntax.value() else { return false }
    syntax.skipBlanks()
    return syntax.index == bytes.count
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while let next, [0x20, 0x09, 0x0A, 0x0D].contains(next) { index += 1 }
  }

  private mutating func value() -> Bool {
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): return list(open: "{", close: "}") { $0.member() }
    case UInt8(ascii: "["): return list(open: "[", close: "]") { $0.value() }
    case UInt8(ascii: "\""): return text()
    case UInt8(ascii: "t"): return word("true")
    case UInt8(ascii: "f"): return word("false")
    case UInt8(ascii: "n"): return word("null")
    default: return number()
    }
  }

  private mutating func list(
    open: Unicode.Scalar,
    close: Unicode.Scalar,
    _ item: (inout JSONSyntax) -> Bool
  ) -> Bool {
    guard take(open) else { return false }
    skipBlanks()
    if take(close) { return true }
    repeat {
      guard item(&self) else { return false }
      skipBlanks()
    } while take(",")
    return take(close)
  }

  private mutating func member() -> Bool {
    skipBlanks()
    guard text() else { return false }
    skipBlanks()
    return take(":") && value()
  }

  private mutating func text() -> Bool {
    guard take("\"") else { return false }
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"): guard escape() else { return false }
      case 0..<0x20: return false
      default: break
      }
    }
    return false
  }

  private mutating func escape() -> Bool {
    guard let byte = next else { return false }
    index += 1
    guard byte == UInt8(ascii: "u") else { return Array(#""\/bfnrt"#.utf8).contains(byte) }
    for _ in 0..<4 {
      guard let digit = next, Character(Unicode.Scalar(digit)).isHexDigit else { return false }
      index += 1
    }
    return true
  }

  private mutating func word(_ word: StaticString) -> Bool {
    for byte in word.description.utf8 {
      guard next == byte else { return false }
      index += 1
    }
    return true
  }

  private mutating func digits() -> Bool {
    let start = index
    while let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { index += 1 }
    return index > start
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0"), !digits() { return false }
    if take("."), !digits() { return false }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      return digits()
    }
    return true
  }
}
