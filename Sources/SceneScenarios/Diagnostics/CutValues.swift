/// Two long values cut to the part in which they differ.
struct CutValues {
  let expected: String
  let actual: String
  /// Whether something was left out.
  let isCut: Bool
  /// The first character that differs, from 1.
  let firstDifference: Int

  /// - Parameters:
  ///   - expected: The one value, whole.
  ///   - actual: The other value, whole.
  ///   - limit: The most characters of each that stay, the marks `…` included.
  init(_ expected: String, _ actual: String, limit: Int) {
    let (wanted, found) = (Array(expected.unicodeScalars), Array(actual.unicodeScalars))
    var same = 0
    while same < min(wanted.count, found.count), wanted[same] == found[same] { same += 1 }
    firstDifference = same + 1
    isCut = max(wanted.count, found.count) > limit
    guard isCut else {
      (self.expected, self.actual) = (expected, actual)
      return
    }
    // A third of the room shows what comes before the difference.
    var start = same - limit / 3
    if start <= 2 || max(wanted.count, found.count) - start < 2 { start = 0 }
    while start > 0, start < wanted.count, Self.isJoined(wanted[start]) { start -= 1 }
    self.expected = Self.cut(wanted, from: start, limit)
    self.actual = Self.cut(found, from: start, limit)
  }

  /// The beginning of one long value.
  static func beginning(of text: String, limit: Int) -> String {
    cut(Array(text.unicodeScalars), from: 0, limit)
  }

  private static func cut(_ scalars: [Unicode.Scalar], from start: Int, _ limit: Int) -> String {
    let head = start > 0 ? "…" : ""
    let room = limit - head.count
    guard scalars.count - start > room else {
      return head + String(String.UnicodeScalarView(scalars[start...]))
    }
    var end = start + room - 1
    while end > start, Self.isJoined(scalars[end]) { end -= 1 }
    return head + String(String.UnicodeScalarView(scalars[start..<end])) + "…"
  }

  /// Whether a scalar belongs to the one before it.
  private static func isJoined(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x200D || (0xFE00...0xFE0F).contains(scalar.value)
      || [.nonspacingMark, .spacingMark, .enclosingMark].contains(
        scalar.properties.generalCategory)
  }
}
