/// A diagram as SVG: columns of boxes; states stand in one column with arrows at their sides.
struct DiagramPicture {
  private struct Place {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    var middle: Int { y + height / 2 }
  }

  private static let lineHeight = 20
  private static let gap = 26
  private static let margin = 16

  private let diagram: Diagram
  private let places: [Place]
  private let width: Int
  private let height: Int

  init(_ diagram: Diagram) {
    self.diagram = diagram
    var places: [Place] = []
    var next: [Int: Int] = [:]
    let columns = Dictionary(grouping: diagram.boxes, by: \.column)
    func wide(_ boxes: [Diagram.Box]) -> Int {
      (boxes.flatMap(\.lines).map(PictureText.width).max() ?? 0) + 32
    }
    let labels = (diagram.arrows.map { PictureText.width($0.label) }.max() ?? 0) + 40
    let beside = diagram.isStates ? labels / 2 + 80 : 0
    let between = diagram.isStates ? 0 : max(80, labels + 20)
    var starts: [Int: Int] = [:]
    var x = Self.margin + beside
    for column in columns.keys.sorted() {
      starts[column] = x
      x += wide(columns[column] ?? []) + between
    }
    let gap = diagram.isStates ? 64 : Self.gap
    for box in diagram.boxes {
      let y = next[box.column] ?? Self.margin
      let height = box.lines.count * Self.lineHeight + 18
      places.append(
        Place(
          x: starts[box.column] ?? 0, y: y, width: wide(columns[box.column] ?? []),
          height: height))
      next[box.column] = y + height + gap
    }
    self.places = places
    width = x - between + beside + Self.margin
    height = (next.values.max() ?? gap + Self.margin) - gap + Self.margin
  }

  var file: String {
    let boxes = zip(diagram.boxes, places).map(Self.box).joined()
    let arrows = diagram.arrows.map(line).joined()
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="pic" role="img" aria-labelledby="t d" \
      viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
      <title id="t">\(ScreenPicture.words(diagram.title))</title>
      <desc id="d">\(ScreenPicture.words(diagram.description))</desc>
      <style>\(ScreenPicture.style)</style>
      <rect class="wp" width="\(width)" height="\(height)" rx="12"/>
      \(boxes)\(arrows)
      </svg>

      """
  }

  private static func box(_ box: Diagram.Box, _ place: Place) -> String {
    let radius = box.kind == .round ? place.height / 2 : 8
    var text =
      "<rect class=\"f\" x=\"\(place.x)\" y=\"\(place.y)\" width=\"\(place.width)\""
      + " height=\"\(place.height)\" rx=\"\(radius)\"/>"
    for (index, line) in box.lines.enumerated() {
      let y = place.y + 24 + index * lineHeight
      text +=
        "<text class=\"m\(index == 0 ? "" : " s")\" x=\"\(place.x + place.width / 2)\""
        + " y=\"\(y)\">\(ScreenPicture.words(line))</text>"
    }
    return text
  }

  private func line(_ arrow: Diagram.Arrow) -> String {
    let (from, to) = (places[arrow.from], places[arrow.to])
    let kind = arrow.isBold ? "w wb" : "w"
    let label = ScreenPicture.words(arrow.label)
    guard diagram.isStates else {
      let (start, end) = (from.x + from.width, to.x)
      // Arrows that leave one box have their labels at where they arrive.
      return "<path class=\"\(kind)\" d=\"M\(start) \(from.middle)"
        + "C\(start + 40) \(from.middle) \(end - 50) \(to.middle) \(end - 10) \(to.middle)\"/>"
        + "<path class=\"wh\" d=\"M\(end) \(to.middle)l-11 -5v10Z\"/>"
        + (arrow.label.isEmpty
          ? ""
          : "<text class=\"s e\" x=\"\(end - 18)\" y=\"\(to.middle - 7)\">\(label)</text>")
    }
    // Down on the right, up on the left; longer ways further out.
    let isDown = to.y > from.y
    let span = abs(arrow.to - arrow.from)
    let sign = isDown ? 1 : -1
    let side = isDown ? from.x + from.width : from.x
    let edge = side + sign * 80 * span
    let (start, end) = (from.middle + sign * 6, to.middle - sign * 6)
    let head = isDown ? "l10 -5v10Z" : "l-10 -5v10Z"
    // Where labels of ways beside each other do not meet, in hundredths of the way.
    let part = span == 1 ? 50 : span == 2 ? (isDown ? 75 : 25) : 85
    let out = 240 * span * part * (100 - part) / 10_000
    // A curve leaves and arrives level, so it is faster in its middle.
    let eased = 3 * part * part / 100 - 2 * part * part * part / 10_000
    let place = (x: side + sign * out, y: start + (end - start) * eased / 100)
    let width = PictureText.width(arrow.label) + 12
    return "<path class=\"\(kind)\" d=\"M\(side) \(start)C\(edge) \(start) \(edge) \(end)"
      + " \(side + sign * 9) \(end)\"/><path class=\"wh\" d=\"M\(side) \(end)\(head)\"/>"
      + "<rect class=\"wp\" x=\"\(place.x - width / 2)\" y=\"\(place.y - 11)\""
      + " width=\"\(width)\" height=\"22\"/>"
      + "<text class=\"m\(arrow.isBold ? "" : " s")\" x=\"\(place.x)\" y=\"\(place.y + 5)\">"
      + "\(label)</text>"
  }
}
