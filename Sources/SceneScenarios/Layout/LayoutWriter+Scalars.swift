// Texts, numbers and words: their characters stay as they are, only the lines of long texts move.
extension LayoutWriter {
  /// Writes a plain or quoted scalar; the further lines of a quoted one stand in the step below.
  mutating func scalar(_ node: Node, _ gap: Gap) throws(LayoutLost) {
    let text = try scanner.text(to: node.range.end)
    guard text.utf8.contains(UInt8(ascii: "\n")) else { return append(text, gap) }
    let parts = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { part -> Substring in
        Substring(part.last == UInt8(ascii: "\r") ? part.dropLast() : part)
      }
    let indent = flowBase == 0 ? Self.step : flowBase
    append(String(parts[0]), gap)
    for part in parts.dropFirst() {
      let visible = part.drop { $0 == " " || $0 == "\t" }
      var line = LayoutLine(indent: indent)
      if !visible.isEmpty { line.pieces = [LayoutLine.Piece(text: String(visible))] }
      appendLine(line)
    }
  }

  /// Writes a `|` or `>` text: its lines keep their distance from each other.
  mutating func blockText(_ node: Node, in level: Level, _ gap: Gap) throws(LayoutLost) {
    let head = scanner.blockHead()
    append(head, gap)
    place(scanner.triviaInLine(), column: .max, indent: level.indent)
    guard scanner.passLine() else { return }
    var texts: [String] = []
    for _ in node.range.start.line..<node.range.end.line { texts.append(scanner.line()) }
    // A digit counts from the block around; without one the first line says where the text is.
    let digit = head.utf8.first { $0 >= 0x31 && $0 <= 0x39 }.map { Int($0 - 0x30) }
    let first = texts.first { $0.contains { $0 != " " } }.map(Self.blanks)
    let old = digit.map { max(level.column - 1, 0) + $0 } ?? first ?? 0
    let (end, isEnd) = textEnd(deeperThan: old, keepsAll: head.utf8.contains(UInt8(ascii: "+")))
    texts += end
    // A text that ends with the file has no line end, and must not get one.
    let endsFile = scanner.next == nil && scanner.file.bytes.last != UInt8(ascii: "\n")
    endsOpen = endsFile && isEnd && !head.utf8.contains(UInt8(ascii: "-"))
    let new = max(1, digit.map { max(level.indent, 0) + $0 } ?? level.indent + Self.step)
    for text in texts {
      let rest = text.unicodeScalars.dropFirst(min(old, Self.blanks(text)))
      appendLine(.verbatim(rest.isEmpty ? "" : String(repeating: " ", count: new) + String(rest)))
    }
  }

  /// Lines of blanks after a text: those that belong to it, and whether all do.
  private mutating func textEnd(deeperThan base: Int, keepsAll: Bool) -> ([String], Bool) {
    var lines: [String] = []
    while scanner.isAtEmptyLine { lines.append(scanner.line()) }
    let last = keepsAll ? lines.indices.last : lines.lastIndex { Self.blanks($0) > base }
    let kept = Array(lines.prefix((last ?? -1) + 1))
    if kept.count < lines.count { hold(LayoutScanner.Trivia(parts: [.blankLine])) }
    return (kept, kept.count == lines.count)
  }

  private static func blanks(_ text: String) -> Int {
    text.unicodeScalars.prefix { $0 == " " }.count
  }
}
