package import SceneScenarios
import SceneState

/// Columns of text, fitted to a width.
package struct TextTable: Sendable {
  /// A column's heading and how it may be laid out.
  package struct Column: Sendable {
    package let title: String
    package let isRightAligned: Bool
    package let minimumWidth: Int
    /// What the column can be cut down to; nil = never cut.
    package let cutWidth: Int?
    /// Whether the column is left out where there is no room for all.
    package let isOptional: Bool

    package init(
      _ title: String, isRightAligned: Bool = false, minimumWidth: Int = 0, cutWidth: Int? = nil,
      isOptional: Bool = false
    ) {
      self.isOptional = isOptional
      self.title = title
      self.isRightAligned = isRightAligned
      self.minimumWidth = minimumWidth
      self.cutWidth = cutWidth
    }
  }

  private static let gap = "  "
  private(set) var columns: [Column]
  private(set) var rows: [[String]] = []

  package init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row; cells must be free of control characters.
  package mutating func add(_ cells: [String]) {
    precondition(cells.count == columns.count, "a row has one cell per column")
    rows.append(cells)
  }

  /// The lines: a heading, then the rows.
  package func lines(width: Int?, ellipsis: String, paint: Paint) -> [String] {
    if let width, leastWidth > width, let narrower = narrower() {
      return narrower.lines(width: width, ellipsis: ellipsis, paint: paint)
    }
    let widths = fittedWidths(width)
    let lines = ([columns.map(\.title)] + rows).map { row in
      let text = line(row, widths: widths, ellipsis: ellipsis)
      // Where not even the least widths fit, a cut line is easier to read than a wrapped one.
      return width.map { DisplayWidth.cut(text, to: $0, mark: ellipsis) } ?? text
    }
    return lines.prefix(1).map(paint.strong) + lines.dropFirst()
  }

  /// The width below which not all columns fit, however much they are cut.
  private var leastWidth: Int {
    let gaps = Self.gap.utf8.count * max(0, columns.count - 1)
    return columns.indices.reduce(gaps) { $0 + (columns[$1].cutWidth ?? naturalWidth($1)) }
  }

  /// The table without its last optional column; nil if it has none.
  private func narrower() -> TextTable? {
    guard let index = columns.lastIndex(where: \.isOptional) else { return nil }
    var table = self
    table.columns.remove(at: index)
    for row in table.rows.indices { table.rows[row].remove(at: index) }
    return table
  }

  private func naturalWidth(_ index: Int) -> Int {
    rows.reduce(max(columns[index].minimumWidth, DisplayWidth.of(columns[index].title))) {
      max($0, DisplayWidth.of($1[index]))
    }
  }

  /// Cuts the last columns first: in our tables what identifies a row stands left.
  private func fittedWidths(_ width: Int?) -> [Int] {
    var widths = columns.indices.map(naturalWidth)
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
      let blanks = String(repeating: " ", count: max(0, widths[index] - DisplayWidth.of(text)))
      let isolated = SafeText.isolated(text)
      if columns[index].isRightAligned {
        parts.append(blanks + isolated)
      } else {
        parts.append(isLast ? isolated : isolated + blanks)
      }
    }
    return parts.joined(separator: Self.gap)
  }
}
