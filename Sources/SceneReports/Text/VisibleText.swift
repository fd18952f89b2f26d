/// Makes characters visible that would move the cursor, reorder a line or hide.
///
/// Names and values come from other people's stores: printed as they are, they could draw over
/// the table (controls) or show another order than the bytes have (bidi marks).
package enum VisibleText {
  /// Whether printing the scalar could change what its neighbours look like.
  package static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }

  /// JSON's escape of a scalar: one or two `\uXXXX`.
  package static func jsonEscape(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { "\\u" + hexadecimal(UInt32($0), digits: 4) }.joined()
  }

  /// JSON text with invisible characters escaped; they can stand only inside its strings.
  package static func escapedJSON(_ json: String, asciiOnly: Bool = false) -> String {
    guard json.unicodeScalars.contains(where: { needsEscape($0) || (asciiOnly && !$0.isASCII) })
    else { return json }
    var result = ""
    for scalar in json.unicodeScalars {
      if needsEscape(scalar) || (asciiOnly && !scalar.isASCII) {
        result += jsonEscape(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Plain text for a table cell or message: `\u{202E}` instead of the character itself.
  package static func escaped(_ text: String, asciiOnly: Bool = false) -> String {
    guard text.unicodeScalars.contains(where: { needsEscape($0) || (asciiOnly && !$0.isASCII) })
    else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default:
        if needsEscape(scalar) || (asciiOnly && !scalar.isASCII) {
          result += "\\u{" + hexadecimal(scalar.value, digits: 0) + "}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// The text between isolates if it holds letters that are read from right to left.
  ///
  /// So it keeps its own order and its neighbours keep theirs; the isolates take no columns.
  package static func isolated(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isRightToLeft) else { return text }
    return "\u{2068}\(text)\u{2069}"
  }

  /// Hebrew, Arabic, Syriac, Thaana, NKo and what follows them, with their later additions.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x590: false
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF: true
    case 0x1E800...0x1EFFF: true
    default: false
    }
  }

  private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
