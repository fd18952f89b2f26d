/// How many terminal columns a text takes.
package enum DisplayWidth {
  /// Columns of a whole text.
  package static func of(_ text: String) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.reduce(0) { $0 + of($1) }
  }

  /// Columns of one character: 2 if wide or emoji, 0 for a mark with nothing to sit on.
  package static func of(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.isASCII && character.unicodeScalars.count == 1 { return 1 }
    if character.unicodeScalars.contains(where: isWide) { return 2 }
    // U+FE0F asks for the emoji picture of a character that is narrow text otherwise.
    if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return 1
    }
  }

  /// The text cut to `columns`, with the mark at its end if something was left out.
  package static func cut(_ text: String, to columns: Int, mark: String) -> String {
    let room = max(0, columns - of(mark))
    // Of a long text only the beginning is looked at.
    let start = text.utf8.prefix(columns + 1)
    if start.count > columns, room < columns, start.allSatisfy({ 0x20..<0x7F ~= $0 }) {
      return String(text[..<text.utf8.index(text.startIndex, offsetBy: room)]) + mark
    }
    if of(text) <= columns { return text }
    var used = 0
    var result = ""
    for character in text {
      let width = of(character)
      if used + width > room { break }
      used += width
      result.append(character)
    }
    return result + mark
  }

  /// The text followed by blanks up to `columns`.
  package static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - of(text)))
  }

  /// The text after blanks up to `columns`.
  package static func rightAligned(_ text: String, to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - of(text))) + text
  }

  /// Unicode's East Asian Wide and Fullwidth blocks, and characters that are emoji by default.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x1100: false
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF: true
    case 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF: true
    case 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18D08: true
    case 0x1B000...0x1B2FB, 0x1F1E6...0x1F1FF, 0x1F200...0x1F265, 0x20000...0x3FFFD: true
    default: scalar.properties.isEmojiPresentation
    }
  }
}
