import SceneState

/// The lines of source in a message: the line before, the line itself, carets under the text.
struct SourceFrame {
  /// The most columns of a line that are shown; a longer one is cut around the carets.
  private static let widthLimit = 120
  /// The bytes of a line from which on only the surroundings of what is marked are laid out, and
  /// how many scalars before it: a thousand mistakes may stand on one line of a mebibyte.
  private static let longLine = 2_000
  private static let scalarsBefore = 500
  /// The most bytes of a scalar.
  private static let scalarBytes = 4
  /// The columns of `     12 | `.
  private static let gutter = 10

  private let frame: Diagnostic.Frame
  private let source: SourceFile
  private let paint: Paint
  private let room: Int

  /// - Parameters:
  ///   - frame: What to show.
  ///   - source: The text.
  ///   - width: The columns of the whole frame; nil is as many as are useful.
  ///   - paint: The colours.
  init(_ frame: Diagnostic.Frame, in source: SourceFile, width: Int?, paint: Paint) {
    self.frame = frame
    self.source = source
    self.paint = paint
    room = max(10, min(Self.widthLimit, (width ?? .max) - Self.gutter))
  }

  var lines: [String] {
    let line = frame.range.start.line
    guard line >= 1, line <= source.lineCount else { return [] }
    let isLong = source.byteRange(ofLine: line).count > Self.longLine
    let skipped = isLong ? max(0, frame.range.start.column - 1 - Self.scalarsBefore) : 0
    let cells = SourceCells(
      isLong
        ? text(ofLine: line, behind: skipped, scalars: Self.scalarsBefore + room + 1)
        : source.text(ofLine: line))
    let isOneLine = frame.range.end.line == line
    let marked = cells.columns(
      from: frame.range.start.column - 1 - skipped,
      to: isOneLine ? frame.range.end.column - 1 - skipped : Int.max)
    let first = cells.width > room ? start(marked, width: cells.width) : 0
    var result: [String] = []
    if line > 1, source.byteRange(ofLine: line - 1).contains(where: { !isBlank(at: $0) }) {
      let before = SourceCells(
        text(ofLine: line - 1, behind: skipped, scalars: first + room + 1))
      result.append(numbered(line - 1, before.cut(from: first, room: room)))
    }
    result.append(numbered(line, cells.cut(from: first, room: room)))
    result.append(carets(marked, from: first))
    return result
  }

  private func isBlank(at offset: Int) -> Bool { [0x20, 0x09].contains(source.bytes[offset]) }

  /// At least so many scalars of a line behind others, if it has them.
  private func text(ofLine line: Int, behind skipped: Int, scalars: Int) -> String {
    source.text(ofLine: line, behind: skipped, bytes: scalars * Self.scalarBytes)
  }

  /// The first column that is shown of a line that is too long.
  private func start(_ marked: Range<Int>, width: Int) -> Int {
    // All that is marked, if there is room; else its beginning.
    let before = max(min(room / 3, room - marked.count - 4), min(8, room / 3))
    return max(0, min(marked.lowerBound - before, width - room))
  }

  private func numbered(_ line: Int, _ text: String) -> String {
    let number = String(line)
    let gap = String(repeating: " ", count: max(1, 7 - number.count))
    let gutter = paint.faint("\(gap)\(number) |")
    return text.isEmpty ? gutter : "\(gutter) \(text)"
  }

  private func carets(_ marked: Range<Int>, from first: Int) -> String {
    let lead = marked.lowerBound - first
    let count = max(1, min(marked.count, room - lead))
    var text = String(repeating: " ", count: max(0, lead))
    text += paint.caret(String(repeating: "^", count: count))
    if let resolved = frame.resolved {
      text += "  = " + SafeText.escaped(CutValues.beginning(of: resolved, limit: 60))
    }
    if let remark = frame.remark { text += " " + SafeText.escaped(remark) }
    return paint.faint("        |") + " " + text
  }
}

/// A line of source as it is printed: characters with the columns they take.
private struct SourceCells {
  private struct Cell {
    let text: String
    /// The first column of the cell, from 0.
    let column: Int
    let width: Int
    /// How many scalars of the line come before it.
    let scalar: Int
  }

  private let cells: [Cell]
  private let scalarCount: Int
  let width: Int

  init(_ line: String) {
    var cells: [Cell] = []
    var (column, scalar) = (0, 0)
    for character in line {
      var text = ""
      for scalar in character.unicodeScalars {
        // A tab has no width of its own; a blank keeps the words apart.
        text += scalar == "\t" ? " " : SafeText.shown(scalar)
      }
      let width = DisplayWidth.of(text)
      cells.append(Cell(text: text, column: column, width: width, scalar: scalar))
      column += width
      scalar += character.unicodeScalars.count
    }
    self.cells = cells
    scalarCount = scalar
    width = column
  }

  /// The columns that the scalars of a range take, whole characters only.
  func columns(from start: Int, to end: Int) -> Range<Int> {
    let lower = start < scalarCount ? cells.last { $0.scalar <= start }?.column ?? 0 : width
    let upper = cells.first { $0.scalar >= end }?.column ?? width
    return lower..<max(lower, upper)
  }

  /// The cells between two columns, with marks where something was left out.
  func cut(from first: Int, room: Int) -> String {
    let end = first + room
    guard first > 0 || width > end else { return cells.map(\.text).joined() }
    var text = ""
    var column = first
    if first > 0, first < width {
      text = "…"
      column += 1
    }
    let hasMore = width > end
    for cell in cells where cell.column >= column {
      if cell.column + cell.width > (hasMore ? end - 1 : end) { break }
      // A wide character that begins before the cut leaves a gap.
      text += String(repeating: " ", count: cell.column - column)
      text += cell.text
      column = cell.column + cell.width
    }
    return hasMore ? text + "…" : text
  }
}
