// Where things end or begin that the parser does not mark.
extension SourceFile {
  /// The end of a `|` or `>` text: its last line that is not empty.
  func endOfBlockText(_ range: SourceRange) -> SourcePosition {
    var line = range.end.line
    if range.end.column == 1 { line -= 1 }
    while line > range.start.line, byteRange(ofLine: line).allSatisfy({ bytes[$0] == 0x20 }) {
      line -= 1
    }
    return end(ofLine: max(line, range.start.line))
  }

  /// The `?` of an explicit key in a map by indentation, where usual keys stand in its column.
  func questionMarkInBlock(before key: SourcePosition, column: Int) -> SourcePosition? {
    guard key.column != column else { return nil }
    for line in stride(from: key.line, through: 1, by: -1) {
      let place = SourcePosition(line: line, column: column)
      if byte(at: place) == UInt8(ascii: "?") { return place }
    }
    return nil
  }

  /// The `?` of an explicit key in brackets or braces, before the byte where the key begins.
  func questionMarkInBraces(before key: Int) -> SourcePosition? {
    var offset = key - 1
    while offset >= 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset -= 1 }
    let isMark = offset >= 0 && bytes[offset] == UInt8(ascii: "?")
    return isMark && offset < key - 1 ? position(of: offset) : nil
  }

  /// The column of the first character of a line that is no blank.
  func indentColumn(ofLine line: Int) -> Int {
    1 + byteRange(ofLine: line).prefix { bytes[$0] == 0x20 }.count
  }

  /// Whether a line's first visible character is a dash of a list.
  func beginsWithDash(line: Int) -> Bool {
    let range = byteRange(ofLine: line)
    guard let dash = range.first(where: { bytes[$0] != 0x20 }), bytes[dash] == UInt8(ascii: "-")
    else { return false }
    return dash + 1 == range.upperBound || bytes[dash + 1] == 0x20
  }
}
