/// The bytes of one scenario file with a table of its lines.
///
/// Lines end at LF or CR LF. One leading byte order mark belongs to no line. Nothing of it changes,
/// so whoever has read something of a file holds the file.
///
/// Long, since what is read of a file has its place in it: the files beside this one hold functions
/// of it for one kind of value each, and no state.
package final class SourceFile: Sendable, Hashable {
  /// The path of what somebody types, step by step, and no file has yet.
  package static let typed = "(typed)"
  /// The path as the user gave it; messages repeat it.
  package let path: String
  /// Where the file stands that includes this one: `line 4`; nil for any other.
  let includer: String?
  /// The bytes without a leading byte order mark; none of a file that is too long to be read.
  package let bytes: [UInt8]
  /// How many bytes the file has.
  package let size: Int
  /// Where each line begins in `bytes`; never empty.
  private let lineStarts: [Int]
  /// Whether each byte is a scalar.
  private let isASCII: Bool

  package convenience init(path: String, bytes: [UInt8]) {
    self.init(path: path, bytes: bytes, size: nil)
  }

  /// A file; one that is too long is given by its size alone.
  init(path: String, bytes: [UInt8], size: Int?, includer: String? = nil) {
    (self.path, self.size, self.includer) = (path, size ?? bytes.count, includer)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    var starts = [0]
    for (offset, byte) in self.bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    lineStarts = starts
    isASCII = self.bytes.allSatisfy { $0 < 0x80 }
  }

  package convenience init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  package static func == (left: SourceFile, right: SourceFile) -> Bool {
    left === right
      || left.path == right.path && left.size == right.size && left.bytes == right.bytes
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(bytes)
  }

  /// The whole text; bytes that are no UTF-8 appear as U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The number of lines; a line end at the end of the file begins a last, empty one.
  package var lineCount: Int { lineStarts.count }

  /// The lines without their ends.
  package var lines: [String] { (1...lineCount).map { text(ofLine: $0) } }

  /// The text of a line without its end; empty for a line the file does not have.
  package func text(ofLine line: Int) -> String {
    String(decoding: bytes[byteRange(ofLine: line)], as: UTF8.self)
  }

  /// A part of a line behind so many scalars: so many bytes, and the rest of the last scalar.
  func text(ofLine line: Int, behind skipped: Int, bytes count: Int) -> String {
    let start = offset(of: SourcePosition(line: line, column: skipped + 1))
    let limit = byteRange(ofLine: line).upperBound
    var end = min(limit, start + count)
    while end < limit, Self.isContinuation(bytes[end]) { end += 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The text of a range, line ends included.
  package func text(in range: SourceRange) -> String {
    let start = offset(of: range.start)
    return String(decoding: bytes[start..<max(start, offset(of: range.end))], as: UTF8.self)
  }

  /// The position of a byte; columns count the scalars before it.
  package func position(of offset: Int) -> SourcePosition {
    let line = line(of: offset)
    let start = lineStarts[line - 1]
    let column = bytes[start..<offset].reduce(1) { $0 + (Self.isContinuation($1) ? 0 : 1) }
    return SourcePosition(line: line, column: column)
  }

  /// The byte at a position; a column beyond the line's end gives the line's end.
  package func offset(of position: SourcePosition) -> Int {
    let range = byteRange(ofLine: position.line)
    if isASCII, position.column >= 1 {
      return min(range.lowerBound + position.column - 1, range.upperBound)
    }
    var offset = range.lowerBound
    var column = 1
    while offset < range.upperBound {
      if !Self.isContinuation(bytes[offset]) {
        if column == position.column { return offset }
        column += 1
      }
      offset += 1
    }
    return range.upperBound
  }

  /// The byte at a position, or nil at the end of a line.
  package func byte(at position: SourcePosition) -> UInt8? {
    let offset = offset(of: position)
    return offset < byteRange(ofLine: position.line).upperBound ? bytes[offset] : nil
  }

  /// The position after the last character of a line.
  package func end(ofLine line: Int) -> SourcePosition {
    let column = bytes[byteRange(ofLine: line)].reduce(1) { $0 + (Self.isContinuation($1) ? 0 : 1) }
    return SourcePosition(line: line, column: column)
  }

  /// The bytes of a line without LF or CR LF.
  func byteRange(ofLine line: Int) -> Range<Int> {
    guard line >= 1, line <= lineCount else { return bytes.count..<bytes.count }
    let start = lineStarts[line - 1]
    guard line < lineCount else { return start..<bytes.count }
    let end = lineStarts[line] - 1
    let hasCarriageReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
    return start..<(hasCarriageReturn ? end - 1 : end)
  }

  private func line(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
