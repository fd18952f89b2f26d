/// What a scalar without quotes means: the few words and numbers of the profile, else text.
enum PlainScalar {
  static func content(of text: String) -> Node.Content {
    switch text {
    case "", "~", "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: break
    }
    guard let first = text.utf8.first, first == minus || isDigit(first) else { return .text(text) }
    switch shape(of: text) {
    case .integer: return Int(text).map(Node.Content.int) ?? .text(text)
    case .decimal:
      guard let number = Double(text), number.isFinite else { return .text(text) }
      return .double(number)
    case .other: return .text(text)
    }
  }

  /// Whether a text is spelled like a number but too large to be one.
  static func isNumberOutOfRange(_ text: String) -> Bool {
    guard shape(of: text) != .other, case .text = content(of: text) else { return false }
    return true
  }

  private enum Shape { case integer, decimal, other }

  private static let minus = UInt8(ascii: "-")

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// Matches `-?(0|[1-9][0-9]*)`, then optionally a fraction and an exponent.
  private static func shape(of text: String) -> Shape {
    var rest = text.utf8[...]
    if rest.first == minus { rest = rest.dropFirst() }
    let whole = rest.prefix(while: isDigit)
    guard let lead = whole.first, whole.count == 1 || lead != UInt8(ascii: "0") else {
      return .other
    }
    rest = rest[whole.endIndex...]
    var shape = Shape.integer
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      guard !fraction.isEmpty else { return .other }
      rest = rest[fraction.endIndex...]
      shape = .decimal
    }
    if let mark = rest.first, mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if let sign = rest.first, sign == minus || sign == UInt8(ascii: "+") {
        rest = rest.dropFirst()
      }
      let exponent = rest.prefix(while: isDigit)
      guard !exponent.isEmpty else { return .other }
      rest = rest[exponent.endIndex...]
      shape = .decimal
    }
    return rest.isEmpty ? shape : .other
  }
}
