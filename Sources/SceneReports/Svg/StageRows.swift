import SceneScenarios

/// Rows of windows on a screen: each where `arrange` says, the others beside each other.
struct StageRows {
  let frames: [PictureLayout.Frame]

  private static let gap = 10
  /// Narrower screens have one window in a row.
  private static let leastWidth = 480

  init(_ windows: [ScreenState.Window], in room: PictureLayout.Rect) {
    let isOver = { (window: ScreenState.Window) in window.place == "slide-over" }
    let isNarrow = room.width < Self.leastWidth
    let standing = isNarrow ? windows : windows.filter { !isOver($0) }
    let over = isNarrow ? [] : windows.filter(isOver)
    let rows = isNarrow ? standing.map { [($0, 0..<6)] } : Self.rows(standing)
    let height = rows.count + (rows.isEmpty ? over.count : 0) > 1 ? 190 : 240
    var frames: [PictureLayout.Frame] = []
    var y = room.y
    for row in rows {
      for (window, part) in row {
        frames.append(
          PictureLayout.Frame(window: window, rect: Self.rect(part, room, y, height)))
      }
      y += height + Self.gap
    }
    // Below the title of the window that it covers.
    let base = rows.isEmpty ? y : y - height - Self.gap + 40
    for (index, window) in over.enumerated() {
      var rect = Self.rect(4..<6, room, base + index * 40, rows.isEmpty ? height : height - 52)
      rect.x -= rows.isEmpty ? 0 : 8
      frames.append(PictureLayout.Frame(window: window, rect: rect))
    }
    self.frames = frames
  }

  /// The sixths of the screen that each window takes.
  private static func rows(
    _ windows: [ScreenState.Window]
  ) -> [[(ScreenState.Window, Range<Int>)]] {
    let placed = windows.filter { $0.place != nil }
    var rows = WindowRows(placed, width: 6).rows.map { row in
      row.map { ($0.window, $0.column..<($0.column + $0.width)) }
    }
    var free = windows.filter { $0.place == nil }[...]
    // Four stand two by two, more in rows of three.
    let columns = free.count == 4 ? 2 : min(3, max(1, free.count))
    while !free.isEmpty {
      let row = free.prefix(columns)
      free = free.dropFirst(columns)
      let part = 6 / columns
      rows.append(row.enumerated().map { ($1, ($0 * part)..<(($0 + 1) * part)) })
    }
    return rows
  }

  private static func rect(
    _ part: Range<Int>, _ room: PictureLayout.Rect, _ y: Int, _ height: Int
  ) -> PictureLayout.Rect {
    let start = (room.width + gap) * part.lowerBound / 6
    let end = (room.width + gap) * part.upperBound / 6 - gap
    return PictureLayout.Rect(x: room.x + start, y: y, width: end - start, height: height)
  }
}
