import SceneState

/// Text for a terminal that cannot show more than ASCII.
package enum ASCIIText {
  /// The marks of our own messages by their plain twins, everything else as `\u{…}`.
  package static func of(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "·", "–", "—": result += "-"
      case "…": result += "..."
      case "→": result += "->"
      case "✓": result += "ok"
      case "✗": result += "FAIL"
      case "│": result += "|"
      case "“", "”", "„": result += "\""
      case "‘", "’": result += "'"
      case "\n": result += "\n"
      default:
        result +=
          scalar.isASCII ? String(scalar) : SafeText.escaped(String(scalar), asciiOnly: true)
      }
    }
    return result
  }
}
