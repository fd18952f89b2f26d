import SceneState

/// One part of an address: a text with `*` for any characters.
struct AddressPart: Hashable, Sendable {
  /// The texts between the wildcards; one text = no wildcard.
  private let pieces: [String]

  /// Undoes the percent escapes; only a `*` that is not escaped is a wildcard.
  init(_ escaped: some StringProtocol) throws(CommandFailure) {
    var pieces: [String] = []
    for piece in escaped.split(separator: "*", omittingEmptySubsequences: false) {
      pieces.append(try Self.unescaped(String(piece)))
    }
    self.pieces = pieces
  }

  /// The text itself, or nil if there are wildcards.
  var literal: String? { pieces.count == 1 ? pieces[0] : nil }

  func matches(_ text: String) -> Bool {
    if let literal { return literal == text }
    guard let first = pieces.first, let last = pieces.last, text.hasPrefix(first) else {
      return false
    }
    var rest = text.dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let end = Self.end(of: piece, in: rest) else { return false }
      rest = rest[end...]
    }
    return rest.hasSuffix(last)
  }

  /// What stands for a scene whose name is empty: an address begins with something.
  static let nameless = "%"

  /// The text as a part of an address; parsing it gives the text back.
  static func escaped(_ text: String, isFirst: Bool = false) -> String {
    if isFirst, text.isEmpty { return nameless }
    var result = ""
    for scalar in text.unicodeScalars {
      let isMark = scalar == "%" || scalar == "/" || scalar == "*"
      let isApp = isFirst && result.isEmpty && scalar == "?"
      if isMark || isApp || !SafeText.isHarmless(scalar) {
        for byte in String(scalar).utf8 {
          let digits = String(byte, radix: 16, uppercase: true)
          result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
        }
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func unescaped(_ text: String) throws(CommandFailure) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(digits, radix: 16)
      else {
        throw .usage(
          "two hexadecimal digits must follow '%' in '\(text)'", hint: "write '%25' for '%'",
          next: "scenesim help addresses")
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    guard let result = String(validating: bytes, as: UTF8.self) else {
      throw .usage("the escapes in '\(text)' are not UTF-8", next: "scenesim help addresses")
    }
    return result
  }

  private static func end(of piece: String, in text: Substring) -> Substring.Index? {
    var start = text.startIndex
    while start < text.endIndex {
      if text[start...].hasPrefix(piece) { return text.index(start, offsetBy: piece.count) }
      start = text.index(after: start)
    }
    return nil
  }
}
