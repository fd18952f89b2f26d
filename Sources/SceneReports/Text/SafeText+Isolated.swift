package import SceneState

extension SafeText {
  /// The text between isolates if it holds letters that are read from right to left.
  ///
  /// So it keeps its own order and its neighbours keep theirs; the isolates take no columns.
  package static func isolated(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isRightToLeft) else { return text }
    return "\u{2068}\(text)\u{2069}"
  }

  /// The same for what stands inside of a line: each text in quotes as a whole, each other run of
  /// such letters.
  package static func isolatingRuns(_ line: String) -> String {
    guard line.unicodeScalars.contains(where: isRightToLeft) else { return line }
    let quoted = line.matches(of: /"(?:[^"\\]|\\.)*"/)
    var (result, rest) = ("", line[...])
    for match in quoted {
      result += runs(rest[..<match.range.lowerBound])
      result += "\"\(isolated(String(match.0.dropFirst().dropLast())))\""
      rest = rest[match.range.upperBound...]
    }
    return result + runs(rest)
  }

  private static func runs(_ text: Substring) -> String {
    var (result, run, gap) = ("", "", "")
    func end() -> String { run.isEmpty ? gap : "\u{2068}\(run)\u{2069}\(gap)" }
    for scalar in text.unicodeScalars {
      if isRightToLeft(scalar) {
        run += gap + String(scalar)
        gap = ""
      } else if !run.isEmpty, scalar == " " || scalar == "-" || scalar.properties.numericType != nil
      {
        gap.unicodeScalars.append(scalar)
      } else {
        result += end() + String(scalar)
        (run, gap) = ("", "")
      }
    }
    return result + end()
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
