/// Text inside XML 1.0 documents.
enum XMLText {
  /// The text between tags.
  static func content(_ text: String) -> String { escaped(text, inAttribute: false) }

  /// The text between quotes; line ends survive, as attributes are read with blanks for them.
  static func attribute(_ text: String) -> String { escaped(text, inAttribute: true) }

  private static func escaped(_ text: String, inAttribute: Bool) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"" where inAttribute: "&quot;"
      case "\n" where inAttribute: "&#10;"
      case "\t" where inAttribute: "&#9;"
      case "\r": "&#13;"
      case _ where isAllowed(scalar): nil
      // XML has no way at all to write these.
      default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      }
    }
  }

  /// Whether XML 1.0 knows the character; C1 controls are known but can't be told from bad bytes.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: true
    case 0x00...0x1F, 0x7F...0x9F, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
