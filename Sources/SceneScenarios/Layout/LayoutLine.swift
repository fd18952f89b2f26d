/// A line of a file in its new layout, its columns not yet fixed.
struct LayoutLine {
  /// A value, a key or a mark with the blanks before it.
  struct Piece {
    var text: String
    var gap = 0
    /// Whether more than one blank before it may stay, because it stands in a column with others.
    var isAlignable = false
  }

  /// A comment behind the line's last piece, or below another such comment.
  struct Comment {
    var text: String
    /// Where it stood.
    var column: Int
    var gap: Int
  }

  var indent: Int
  var pieces: [Piece] = []
  var comment: Comment?

  static let blank = LayoutLine(indent: 0)

  /// A line that is already as it should be.
  static func verbatim(_ text: String) -> LayoutLine {
    LayoutLine(indent: 0, pieces: text.isEmpty ? [] : [Piece(text: text)])
  }

  /// Whether a comment is all there is; it does not part a table.
  var isComment: Bool {
    pieces.isEmpty ? comment != nil : pieces.count == 1 && pieces[0].text.hasPrefix("#")
  }

  /// The columns it takes, without its comment.
  var width: Int {
    pieces.reduce(pieces.isEmpty ? 0 : indent) { $0 + $1.gap + $1.text.unicodeScalars.count }
  }

  /// The line with its comment in a column, counted from 0.
  func text(commentAt column: Int) -> String {
    var text = pieces.isEmpty ? "" : String(repeating: " ", count: indent)
    for piece in pieces { text += String(repeating: " ", count: piece.gap) + piece.text }
    guard let comment else { return text }
    return text + String(repeating: " ", count: max(0, column - width)) + comment.text
  }
}

/// Decides which blanks inside the lines stay.
///
/// Values of neighbouring lines that stand below each other are a table, which stays one;
/// everything else has one blank.
struct LayoutColumns {
  /// More rounds than any table a person writes needs; then all gaps are closed.
  private static let roundLimit = 40
  /// The fewest blanks before a comment.
  private static let commentGap = 2

  private var lines: [LayoutLine]

  init(_ lines: [LayoutLine]) { self.lines = lines }

  /// The finished lines.
  mutating func texts() -> [String] {
    var rounds = 0
    while closesGaps() {
      rounds += 1
      if rounds > Self.roundLimit {
        for line in lines.indices {
          for piece in lines[line].pieces.indices where lines[line].pieces[piece].isAlignable {
            lines[line].pieces[piece].gap = 1
          }
        }
        break
      }
    }
    let columns = commentColumns()
    return lines.indices.map { lines[$0].text(commentAt: columns[$0]) }
  }

  private struct Place { let line, piece: Int }

  /// Narrows what stands neither above nor below another piece; false if nothing was to be done.
  private mutating func closesGaps() -> Bool {
    var runs: [[Place]] = []
    // The tables that are open, those further in behind those further out.
    var open: [(indent: Int, columns: [Int: [Place]])] = []
    for line in lines.indices where !lines[line].isComment {
      let indent = lines[line].indent
      // An empty line ends all tables, a line further out those that are further in.
      while let last = open.last, lines[line].pieces.isEmpty || last.indent > indent {
        runs += last.columns.values
        open.removeLast()
      }
      if open.last?.indent != indent { open.append((indent, [:])) }
      var column = indent
      for (index, piece) in lines[line].pieces.enumerated() {
        column += piece.gap
        if piece.isAlignable {
          open[open.count - 1].columns[column, default: []].append(Place(line: line, piece: index))
        }
        column += piece.text.unicodeScalars.count
      }
    }
    for table in open { runs += table.columns.values }
    var hasChanged = false
    for run in runs where narrow(run) { hasChanged = true }
    return hasChanged
  }

  /// Closes the gap of a piece that stands alone.
  private mutating func narrow(_ run: [Place]) -> Bool {
    guard run.count == 1, let place = run.first,
      lines[place.line].pieces[place.piece].gap > 1
    else { return false }
    lines[place.line].pieces[place.piece].gap = 1
    return true
  }

  /// The column of each line's comment: comments below each other stay so.
  private func commentColumns() -> [Int] {
    var columns = [Int](repeating: 0, count: lines.count)
    var start = 0
    while start < lines.count {
      guard let first = lines[start].comment else {
        start += 1
        continue
      }
      var end = start + 1
      while end < lines.count, lines[end].comment?.column == first.column { end += 1 }
      let column = lines[start..<end].map { line in
        line.pieces.isEmpty ? 0 : line.width + max(Self.commentGap, line.comment?.gap ?? 0)
      }
      for line in start..<end { columns[line] = column.max() ?? 0 }
      start = end
    }
    return columns
  }
}
