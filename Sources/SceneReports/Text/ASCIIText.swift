import SceneState

/// Text for a terminal that cannot show more than ASCII.
package enum ASCIIText {
  /// The marks of our own messages by their plain twins, everything else as `\u{…}`.
  package static func of(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.replacingScalars { scalar in
      switch scalar {
      case "·", "–", "—": "-"
      case "…": "..."
      case "→": "->"
      case "✓": "ok"
      case "✗": "FAIL"
      case "│": "|"
      case "“", "”", "„": "\""
      case "‘", "’": "'"
      default: scalar.isASCII ? nil : SafeText.escaped(String(scalar), asciiOnly: true)
      }
    }
  }
}
