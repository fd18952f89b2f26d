/// Finds the bytes of positions that come in the order of the file without starting each line
/// anew, so that a file of one long line is not read over and over.
struct SourceCursor {
  private var position = SourcePosition.start
  private var offset = 0

  mutating func offset(of wanted: SourcePosition, in file: SourceFile) -> Int {
    if wanted.line != position.line || wanted < position {
      position = SourcePosition(line: wanted.line, column: 1)
      offset = file.byteRange(ofLine: wanted.line).lowerBound
    }
    while position.column < wanted.column, offset < file.bytes.count {
      offset += 1
      while offset < file.bytes.count, file.bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      position.column += 1
    }
    return offset
  }
}
