package import SceneState

extension SafeText {
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
}
