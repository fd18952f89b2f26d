/// Columns of text, fitted to a width.
package struct TextTable: Sendable {
  /// A column's heading and how it may be laid out.
  package struct Column: Sendable {
    package let title: String
    package let isRightAligned: Bool
    package let minimumWidth: Int
    /// What the column can be cut down to; nil = never cut.
    package let cutWidth: Int?

    package init(
      _ title: String, isRightAligned: Bool = false, minimumWidth: Int = 0, cutWidth: Int? = nil
    ) {
      self.title = title
      self.isRightAligned = isRightAligned
      self.minimumWidth = minimumWidth
      self.cutWidth = cutWidth
    }
  }

  private static let gap = "  "
  private let columns: [Column]
  private var rows: [[String]] = []

  package init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row; cells must be free of control characters.
  package mutating func add(_ cells: [String]) {
    precondition(cells.count == columns.count, "a row has one cell per column")
    rows.append(cells)
  }

  /// The lines: a heading, then the rows.
  package func lines(width: Int?, ellipsis: String, paint: Paint) -> [String] {
    let widths = fittedWidths(width)
    let lines = ([columns.map(\.title)] + rows).map { row in
      let text = line(row, widths: widths, ellipsis: ellipsis)
      // Where not even the least widths fit, a cut line is easier to read than a wrapped one.
      return width.map { DisplayWidth.cut(text, to: $0, mark: ellipsis) } ?? text
    }
    return lines.prefix(1).map(paint.strong) + lines.dropFirst()
  }

  /// Cuts the last columns first: in our tables what identifies a row stands left.
  private func fittedWidths(_ width: Int?) -> [Int] {
    var widths = columns.indices.map { index in
      rows.reduce(max(columns[index].minimumWidth, DisplayWidth.of(columns[index].title))) {
        max($0, DisplayWidth.of($1[index]))
      }
    }
    guard let width else { return widths }
    let gaps = Self.gap.utf8.count * max(0, columns.count - 1)
    for index in columns.indices.reversed() {
      guard let least = columns[index].cutWidth else { continue }
      let excess = widths.reduce(gaps, +) - width
      if excess <= 0 { break }
      widths[index] = max(min(widths[index], least), widths[index] - excess)
    }
    return widths
  }

  private func line(_ cells: [String], widths: [Int], ellipsis: String) -> String {
    var parts: [String] = []
    for (index, cell) in cells.enumerated() {
      let text = DisplayWidth.cut(cell, to: widths[index], mark: ellipsis)
      let isLast = index == cells.count - 1
      if columns[index].isRightAligned {
        parts.append(DisplayWidth.rightAligned(text, to: widths[index]))
      } else {
        parts.append(isLast ? text : DisplayWidth.padded(text, to: widths[index]))
      }
    }
    return parts.joined(separator: Self.gap)
  }
}
