import SceneState
import SceneScenarios

/// Where everything stands on a picture of what the devices show; all numbers are whole.
struct PictureLayout {
  struct Rect: Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    var right: Int { x + width }
    var bottom: Int { y + height }
  }

  struct Frame {
    let window: ScreenState.Window
    let rect: Rect
  }

  /// A window that is away.
  struct Chip {
    let name: String
    let isClosed: Bool
    let rect: Rect

    var text: String { "\(name) \(isClosed ? "closed" : "disconnected")" }
  }

  struct Device {
    let screen: ScreenState
    /// The glass, in which the windows stand.
    let glass: Rect
    let frames: [Frame]
    /// Where the word `shelf` begins; nil if nothing is away.
    let shelf: (x: Int, y: Int)?
    let chips: [Chip]
  }

  let devices: [Device]
  let width: Int
  let height: Int

  /// The width of a picture for wide and for narrow pages.
  static let wide = 640
  static let narrow = 320
  private static let gap = 10
  private static let titleHeight = 26

  /// Devices stand beside each other where there is room.
  init(_ screens: [ScreenState], width: Int) {
    let isWide = width > Self.narrow
    let beside = isWide ? max(1, screens.count) : 1
    let room = (width - 16 * (beside - 1)) / beside
    var devices: [Device] = []
    var (x, y, bottom) = (0, 0, 0)
    for screen in screens {
      let own = screen.kind == "iphone" ? min(room, Self.narrow) : room
      let device = Self.device(screen, x, y, own)
      devices.append(device)
      let end = (device.chips.last?.rect.bottom ?? device.glass.bottom) + 2
      bottom = max(bottom, end)
      if isWide { x += own + 16 } else { y = end + 12 }
    }
    self.devices = devices
    self.width = isWide ? max(1, x - 16) : width
    height = max(1, bottom)
  }

  private static func device(_ screen: ScreenState, _ x: Int, _ y: Int, _ width: Int) -> Device {
    let top = y + (screen.device.isEmpty ? 0 : titleHeight)
    let inner = Rect(x: x + gap, y: top + gap, width: width - 2 * gap, height: 0)
    let frames = StageRows(screen.windows, in: inner).frames
    let last = frames.map(\.rect.bottom).max() ?? inner.y + 110
    let glass = Rect(x: x, y: top, width: width, height: last + gap - top)
    let away =
      screen.disconnected.map { ($0, false) } + screen.closed.map { ($0, true) }
    let chips = Self.chips(away, x: x, y: glass.bottom + 12, width: width)
    return Device(
      screen: screen, glass: glass, frames: frames,
      shelf: chips.isEmpty ? nil : (x + 4, glass.bottom + 12), chips: chips)
  }

  private static func chips(
    _ away: [(name: String, isClosed: Bool)], x: Int, y: Int, width: Int
  ) -> [Chip] {
    var chips: [Chip] = []
    var (left, top) = (x + 50, y)
    for (name, isClosed) in away {
      let words = "\(name) \(isClosed ? "closed" : "disconnected")"
      let room = min(width - 50, PictureText.width(words) + 24)
      if left + room > x + width, left > x + 50 { (left, top) = (x + 50, top + 36) }
      chips.append(
        Chip(
          name: name, isClosed: isClosed,
          rect: Rect(x: left, y: top, width: room, height: 28)))
      left += room + 8
    }
    return chips
  }
}

/// How wide texts are drawn, roughly and on the safe side: fonts differ.
enum PictureText {
  private static let columnWidth = 8

  static func width(_ text: String) -> Int { DisplayWidth.of(text) * columnWidth }

  /// The text as it can be seen, cut to a width.
  static func cut(_ text: String, to width: Int) -> String {
    // Whatever does not fit need not be looked at.
    let head = String(text.prefix(200))
    return DisplayWidth.cut(
      SafeText.escaped(head), to: max(1, width / columnWidth), mark: "…")
  }
}
