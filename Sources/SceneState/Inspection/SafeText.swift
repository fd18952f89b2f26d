/// Makes characters visible that would move the cursor, reorder a line or hide.
///
/// Names and values come from other people's stores and files: printed as they are, they could draw
/// over a table (controls), show another order than the bytes have (direction marks), or look like
/// other names (characters without width). This is the one table of what is unsafe to print.
package enum SafeText {
  /// Whether printing the scalar changes nothing but its own place.
  ///
  /// The joiners U+200C and U+200D are harmless: emoji and Persian are written with them.
  package static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: true
    case 0x00...0x1F, 0x7F...0x9F: false
    case 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F: false
    case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: false
    default: true
    }
  }

  /// Text for a table cell, a message or a line: `\n`, and `\u{202E}` instead of the character.
  package static func escaped(_ text: String, asciiOnly: Bool = false) -> String {
    replaced(text, asciiOnly) { shown($0, asciiOnly: asciiOnly) }
  }

  /// One scalar as it is printed: itself, or `\n`, `\u{202E}`.
  package static func shown(_ scalar: Unicode.Scalar, asciiOnly: Bool = false) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\t": return "\\t"
    case "\r": return "\\r"
    default:
      if isHarmless(scalar), !asciiOnly || scalar.isASCII { return String(scalar) }
      return "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
  }

  /// A text on one line of a trace: `\n`, and JSON's escapes.
  package static func line(_ text: String) -> String {
    replaced(text, false) { ["\n", "\t", "\r"].contains($0) ? shown($0) : jsonEscape($0) }
  }

  /// JSON text with unsafe characters escaped; they can stand only inside its strings.
  package static func escapedJSON(_ json: String, asciiOnly: Bool = false) -> String {
    replaced(json, asciiOnly) { jsonEscape($0, uppercase: true) }
  }

  /// JSON's escape of a scalar: one or two `\uXXXX`.
  package static func jsonEscape(_ scalar: Unicode.Scalar, uppercase: Bool = false) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16, uppercase: uppercase)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  private static func replaced(
    _ text: String, _ asciiOnly: Bool, _ escape: (Unicode.Scalar) -> String
  ) -> String {
    func isKept(_ scalar: Unicode.Scalar) -> Bool {
      isHarmless(scalar) && (!asciiOnly || scalar.isASCII)
    }
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
    guard !text.unicodeScalars.allSatisfy(isKept) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isKept(scalar) { result.unicodeScalars.append(scalar) } else { result += escape(scalar) }
    }
    return result
  }
}
