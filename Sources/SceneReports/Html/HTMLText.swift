import SceneState

/// Texts of people inside HTML: always text, never markup.
enum HTMLText {
  /// The text between tags, with characters that hide or reorder made visible.
  static func content(_ text: String) -> String {
    let visible = SafeText.escaped(text)
    return isPlain(visible) ? visible : XMLText.content(visible)
  }

  /// Text over many lines, as a terminal shows it.
  static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { content(String($0)) }.joined(separator: "\n")
  }

  /// JSON inside a `script`: nothing in it can end that.
  static func json(_ json: JSON) -> String {
    json.line.replacing("<", with: "\\u003C").replacing(">", with: "\\u003E")
      .replacing("&", with: "\\u0026")
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&")
        && $0 != UInt8(ascii: ">")
    }
  }
}
