extension Swift.Character {
  /// How many columns of a terminal it takes.
  var columns: Int {
    guard let scalar = unicodeScalars.first else { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    let isWide =
      scalar.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
      || Self.wide.contains { $0.contains(scalar.value) }
    return isWide ? 2 : 1
  }

  /// Han, Kana, Hangul and full-width forms.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
    0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]

  /// Whether a terminal would obey it instead of showing it.
  fileprivate var isControl: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      // Direction marks turn what follows around; joiners inside emoji do not stand first.
      case .format: (0x202A...0x2069).contains(scalar.value)
      default: false
      }
    }
  }
}

extension StringProtocol {
  /// How many columns of a terminal it takes.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// The text with a dot for everything that a terminal would obey.
  var visible: String { String(map { $0.isControl ? "·" : $0 }) }

  /// As much of the end as fits, after an ellipsis if something is left out.
  func ending(columns limit: Int, ellipsis: String) -> String {
    guard columns > limit else { return String(self) }
    var rest = limit - ellipsis.columns
    var kept: [Swift.Character] = []
    for character in reversed() {
      rest -= character.columns
      if rest < 0 { break }
      kept.append(character)
    }
    return ellipsis + String(kept.reversed())
  }

  /// The text in lines of at most so many columns, broken at blanks where there are any.
  func wrapped(columns limit: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var width = 0
    for character in self {
      if width + character.columns > limit {
        let blank = line.lastIndex(of: " ")
        let next = blank.map { String(line[line.index(after: $0)...]) } ?? ""
        lines.append(blank.map { String(line[..<$0]) } ?? line)
        (line, width) = (next, next.columns)
      }
      line.append(character)
      width += character.columns
    }
    lines.append(line)
    return lines
  }
}
