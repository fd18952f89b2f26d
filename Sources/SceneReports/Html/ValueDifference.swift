/// What was expected and what was found, as HTML, each with the part marked in which they differ.
package struct ValueDifference {
  package let expected: String
  package let found: String

  /// More of a value is in the message above it.
  private static let limit = 300
  /// So many characters around the difference are shown of a long value.
  private static let around = 40

  package init(_ expected: String, _ found: String) {
    let (left, right) = (Array(expected), Array(found))
    let start = zip(left, right).prefix { $0 == $1 }.count
    let rest = min(left.count, right.count) - start
    let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.prefix(rest).count
    // Where only the quotes are the same, a mark over everything says nothing.
    let isMarked = start > 1 || end > 1
    self.expected = Self.text(left, start, isMarked ? left.count - end : start)
    self.found = Self.text(right, start, isMarked ? right.count - end : start)
  }

  private static func text(_ value: [Character], _ start: Int, _ end: Int) -> String {
    let isShort = value.count <= limit
    let first = start == end || isShort ? 0 : max(0, start - around)
    let last = isShort ? value.count : min(value.count, max(end + around, first + limit))
    let marked = start == end ? "" : "<b>\(cut(value[start..<end]))</b>"
    let before = start == end ? "" : HTMLText.content(String(value[first..<start]))
    let after = start == end ? value[...] : value[end..<last]
    return (first > 0 ? "…" : "") + before + marked + cut(after)
      + (start < end && last < value.count ? "…" : "")
  }

  private static func cut(_ part: ArraySlice<Character>) -> String {
    HTMLText.content(String(part.prefix(limit))) + (part.count > limit ? "…" : "")
  }
}
