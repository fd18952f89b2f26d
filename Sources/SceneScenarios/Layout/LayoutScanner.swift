/// Reads what stands between the values of a file: blanks, comments and marks.
///
/// The YAML library tells nothing of comments; but whoever knows where each value ends needs no
/// more than this to find them.
struct LayoutScanner {
  /// What stands before the next value or mark.
  struct Trivia {
    enum Part: Equatable {
      /// One or several empty lines.
      case blankLine
      /// `column` is the comment's own, `gap` counts the blanks before one that ends a line.
      case comment(String, column: Int, gap: Int, isOwnLine: Bool)
    }

    var parts: [Part] = []
    var hasLineEnd = false
    /// The blanks before what comes next, if they stand in one line.
    var blanks = 0

    var hasComments: Bool { parts.contains { $0 != .blankLine } }

    /// The same without an empty line before the first comment of its own line: nothing parts a
    /// key from what stands below it.
    var closeToKey: Trivia {
      var result = self
      let first = parts.firstIndex { part in
        if case .comment(_, _, _, isOwnLine: true) = part { true } else { false }
      }
      let head = parts[..<(first ?? parts.endIndex)].filter { $0 != .blankLine }
      result.parts = head + parts[(first ?? parts.endIndex)...]
      return result
    }

    /// This, and then another one.
    func followed(by other: Trivia) -> Trivia {
      Trivia(
        parts: parts + other.parts, hasLineEnd: hasLineEnd || other.hasLineEnd,
        blanks: other.hasLineEnd ? other.blanks : blanks + other.blanks)
    }
  }

  let file: SourceFile
  private(set) var offset = 0
  /// All comments so far, for the proof that none was lost.
  private(set) var comments: [String] = []
  /// Whether the line has neither a value nor a comment so far.
  private var isFresh = true
  private var cursor = SourceCursor()

  init(_ file: SourceFile) { self.file = file }

  var next: UInt8? { offset < file.bytes.count ? file.bytes[offset] : nil }

  mutating func trivia() -> Trivia {
    var trivia = Trivia()
    while let byte = next {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): trivia.blanks += 1
      case UInt8(ascii: "\r"): break
      case UInt8(ascii: "\n"):
        if isFresh, trivia.parts.last != .blankLine { trivia.parts.append(.blankLine) }
        isFresh = true
        trivia.hasLineEnd = true
        trivia.blanks = 0
      case UInt8(ascii: "#"):
        trivia.parts.append(comment(after: trivia.blanks))
        continue
      default: return trivia
      }
      offset += 1
    }
    return trivia
  }

  /// What stands in the rest of the line.
  mutating func triviaInLine() -> Trivia {
    var trivia = Trivia()
    while next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") {
      trivia.blanks += 1
      offset += 1
    }
    if next == UInt8(ascii: "#") { trivia.parts.append(comment(after: trivia.blanks)) }
    return trivia
  }

  /// Whether a line of nothing but blanks begins here.
  var isAtEmptyLine: Bool {
    let visible = file.bytes[offset...].first {
      $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r")
    }
    return visible.map { $0 == UInt8(ascii: "\n") } ?? (next != nil)
  }

  private mutating func comment(after gap: Int) -> Trivia.Part {
    let start = offset
    while let byte = next, byte != UInt8(ascii: "\n") { offset += 1 }
    var end = offset
    while [0x20, 0x09, 0x0D].contains(file.bytes[end - 1]) { end -= 1 }
    let text = String(decoding: file.bytes[start..<end], as: UTF8.self)
    let column = file.position(of: start).column
    defer { isFresh = false }
    comments.append(text)
    return .comment(text, column: column, gap: gap, isOwnLine: isFresh)
  }

  /// Passes a mark that has to be here.
  mutating func pass(_ mark: UInt8) throws(LayoutLost) {
    guard next == mark else { throw lost }
    offset += 1
    isFresh = false
  }

  /// Passes `---` or `...` alone at the start of a line, if it is here.
  mutating func passesMarker(_ marker: String) -> Bool {
    let rest = file.bytes[offset...]
    guard offset == 0 || file.bytes[offset - 1] == UInt8(ascii: "\n"),
      rest.starts(with: marker.utf8),
      rest.count == 3 || rest[offset + 3] <= 0x20
    else { return false }
    offset += 3
    while next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") { offset += 1 }
    // A comment behind it takes its place; the end of its line is no empty line.
    if next != UInt8(ascii: "#"), !passLine() { return true }
    isFresh = true
    return true
  }

  /// The text from here to a position.
  mutating func text(to end: SourcePosition) throws(LayoutLost) -> String {
    let end = cursor.offset(of: end, in: file)
    guard end > offset else { throw lost }
    defer {
      offset = end
      isFresh = false
    }
    return String(decoding: file.bytes[offset..<end], as: UTF8.self)
  }

  /// The rest of the line up to a comment, without blanks: the head of a `|` or `>` text.
  mutating func blockHead() -> String {
    let start = offset
    while let byte = next, byte > 0x20, byte != UInt8(ascii: "#") { offset += 1 }
    isFresh = false
    return String(decoding: file.bytes[start..<offset], as: UTF8.self)
  }

  /// Goes to the start of the line after this one; false if there is none.
  mutating func passLine() -> Bool {
    while let byte = next, byte != UInt8(ascii: "\n") { offset += 1 }
    guard next != nil else { return false }
    offset += 1
    isFresh = true
    return true
  }

  /// The text of this line, which is passed with its end.
  mutating func line() -> String {
    let start = offset
    var end = start
    while end < file.bytes.count, file.bytes[end] != UInt8(ascii: "\n") { end += 1 }
    offset = min(end + 1, file.bytes.count)
    isFresh = true
    if end > start, file.bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return String(decoding: file.bytes[start..<end], as: UTF8.self)
  }

  var lost: LayoutLost { LayoutLost(position: file.position(of: offset)) }
}

/// The layout was not understood at a place; the file stays as it is.
struct LayoutLost: Error {
  let position: SourcePosition
}
