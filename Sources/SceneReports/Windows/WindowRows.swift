package import SceneScenarios

/// Where windows stand on a screen of text: rows of windows that do not overlap.
package struct WindowRows: Sendable {
  /// A window with its first column and its width.
  package struct Placed: Sendable, Hashable {
    package let window: ScreenState.Window
    package let column: Int
    package let width: Int

    fileprivate var columns: Range<Int> { column..<(column + width) }
  }

  package let rows: [[Placed]]
  /// More windows beside each other leave too little room for what is in them.
  private static let mostBeside = 3

  package init(_ windows: [ScreenState.Window], width: Int) {
    var rows: [[Placed]] = []
    let free = windows.filter { Self.part($0.place) == nil }
    let freeWidth = width / max(1, min(free.count, Self.mostBeside))
    for window in windows {
      if let part = Self.part(window.place) {
        let start = width * part.lowerBound / 6
        let end = width * part.upperBound / 6
        // A window that slides over the others is drawn below them.
        let isOver = window.place == "slide-over"
        Self.add(Placed(window: window, column: start, width: end - start), to: &rows, isOver)
      } else {
        let column = Self.firstFree(in: rows.last ?? [], width: freeWidth, of: width)
        let placed = Placed(window: window, column: column ?? 0, width: freeWidth)
        Self.add(placed, to: &rows, column == nil)
      }
    }
    self.rows = rows.map { $0.sorted { $0.column < $1.column } }
  }

  /// The sixths of the screen that a place takes.
  private static func part(_ place: String?) -> Range<Int>? {
    switch place {
    case "full": 0..<6
    case "left-half": 0..<3
    case "right-half": 3..<6
    case "left-third": 0..<2
    case "right-third", "slide-over": 4..<6
    case "left-two-thirds": 0..<4
    case "right-two-thirds": 2..<6
    default: nil
    }
  }

  private static func firstFree(in row: [Placed], width: Int, of screen: Int) -> Int? {
    let column = row.map(\.columns.upperBound).max() ?? 0
    return column + width <= screen ? column : nil
  }

  private static func add(_ placed: Placed, to rows: inout [[Placed]], _ needsRow: Bool) {
    let last = rows.last ?? []
    if needsRow || rows.isEmpty || last.contains(where: { $0.columns.overlaps(placed.columns) }) {
      rows.append([placed])
    } else {
      rows[rows.count - 1].append(placed)
    }
  }
}
