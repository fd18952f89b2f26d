import SceneScenarios

/// Draws a drag: what is held at the row it comes from, and an arrow to where it is let go.
struct PictureDrag {
  private let drag: PlayedStep.Drag
  private let device: PictureLayout.Device

  /// Nil if the window it comes from is not on this device.
  init?(_ drag: PlayedStep.Drag, on device: PictureLayout.Device) {
    guard device.frames.contains(where: { $0.window.name == drag.from }) else { return nil }
    (self.drag, self.device) = (drag, device)
  }

  /// The last word of the type and what the payload names: `character tala`.
  static func label(_ drag: PlayedStep.Drag) -> String {
    let type = drag.item.prefix { $0 != " " }
    let name = type.split(separator: ".").last.map(String.init) ?? String(type)
    guard let brace = drag.item.firstIndex(of: "{"),
      let colon = drag.item[brace...].firstIndex(of: ":")
    else { return name }
    let value = drag.item[colon...].dropFirst(2).prefix { $0 != "," && $0 != "}" }
    return "\(name) \(value)"
  }

  var elements: String {
    guard let source = frame(drag.from) else { return "" }
    let words = PictureText.cut(Self.label(drag), to: source.width - 40)
    let width = PictureText.width(words) + 20
    let start = (
      x: source.x + (source.width - width) / 2, y: source.bottom - 46
    )
    let chip =
      "<rect class=\"ac\" x=\"\(start.x)\" y=\"\(start.y)\" width=\"\(width)\" height=\"26\""
      + " rx=\"13\"/><text class=\"at m\" x=\"\(start.x + width / 2)\" y=\"\(start.y + 18)\">"
      + "\(XMLText.content(words))</text>"
    return arrow(source, chipLeft: start.x, chipRight: start.x + width, y: start.y + 13) + chip
  }

  private func frame(_ name: String) -> PictureLayout.Rect? {
    device.frames.first { $0.window.name == name }?.rect
  }

  private func arrow(
    _ source: PictureLayout.Rect, chipLeft: Int, chipRight: Int, y: Int
  ) -> String {
    if drag.place == .hold { return "" }
    guard drag.place != .cancelled, !drag.isRefused else {
      let (x, end) = (chipRight + 4, min(chipRight + 44, source.right - 14))
      return "<path class=\"a x\" d=\"M\(x) \(y)H\(end - 8)\"/>"
        + "<path class=\"a\" d=\"M\(end - 6) \(y - 6)l12 12m0 -12l-12 12\"/>"
    }
    guard let target = drag.to.flatMap(frame), drag.to != drag.from else {
      return edge(y, chipRight)
    }
    if target.x >= source.right {
      let end = target.x + 26
      return curve(chipRight + 2, y, end, target.y + target.height / 2 + 20)
    }
    if target.right <= source.x {
      return curve(chipLeft - 2, y, target.right - 26, target.y + target.height / 2 + 20)
    }
    // One stands below the other.
    let isBelow = target.y > source.y
    let x = (chipLeft + chipRight) / 2
    let end = isBelow ? target.y + 62 : target.bottom - 26
    return curve(x, isBelow ? y + 15 : y - 15, x + 40, end)
  }

  /// To the edge of the glass.
  private func edge(_ y: Int, _ start: Int) -> String {
    guard drag.place != .window else { return "" }
    let end = drag.place == .leftEdge ? device.glass.x + 8 : device.glass.right - 8
    return curve(drag.place == .leftEdge ? device.glass.x + 60 : start + 2, y, end, y)
  }

  private func curve(_ x: Int, _ y: Int, _ endX: Int, _ endY: Int) -> String {
    let middle = (x + endX) / 2
    // Arrives level, or from above where both stand over each other.
    let isLevel = abs(endX - x) > 45
    let path =
      isLevel
      ? "M\(x) \(y)C\(middle) \(y) \(middle) \(endY) \(endX) \(endY)"
      : "M\(x) \(y)C\(x) \((y + endY) / 2) \(endX) \((y + endY) / 2) \(endX) \(endY)"
    let head: String
    if isLevel {
      let back = endX > x ? -12 : 12
      head = "M\(endX - back / 4) \(endY)l\(back) -8v16Z"
    } else {
      let back = endY > y ? -12 : 12
      head = "M\(endX) \(endY - back / 4)l-8 \(back)h16Z"
    }
    return "<path class=\"a\" d=\"\(path)\"/><path class=\"ah\" d=\"\(head)\"/>"
  }
}
