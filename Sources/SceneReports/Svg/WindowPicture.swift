import SceneState
import SceneScenarios
import SceneSimulator

/// Draws one window as SVG, with its corner at 0, 0: equal windows give equal text.
struct WindowPicture {
  private let window: ScreenState.Window
  /// The parts that are not as they should be, such as `values.draft`, with what was found.
  private let wrong: [String: String]
  private let width: Int
  private let height: Int

  private static let titleHeight = 34
  private static let tabsHeight = 34
  private static let margin = 12
  private static let rowHeight = 22
  private static let stripHeight = 26
  /// Fewer columns have no room for a sentence beside the name.
  private static let wideWidth = 270

  init(
    _ window: ScreenState.Window, _ wrong: [String: String] = [:], width: Int, height: Int
  ) {
    let start = "\(window.name)."
    self.wrong = Dictionary(
      uniqueKeysWithValues: wrong.filter { $0.key.hasPrefix(start) }
        .map { (String($0.key.dropFirst(start.count)), $0.value) })
    (self.window, self.width, self.height) = (window, width, height)
  }

  /// The elements, one after another.
  var elements: String {
    var text = frame + title
    var top = Self.titleHeight
    if !window.tabs.isEmpty {
      text += tabs(at: top)
      top += Self.tabsHeight
    }
    return text + cards(from: top + 6)
  }

  private var isAway: Bool { window.phase == .background }

  // MARK: Frame and title

  private var frame: String {
    let inset = window.isFront ? 2 : 1
    let kind = window.isFront ? "f front" : isAway ? "f away" : "f"
    return "<rect class=\"\(kind)\" x=\"\(inset)\" y=\"\(inset)\" width=\"\(width - 2 * inset)\""
      + " height=\"\(height - 2 * inset)\" rx=\"9\"/>"
  }

  private var title: String {
    let bottom = Self.titleHeight
    let inset = window.isFront ? 3 : 2
    let right = width - inset
    var text =
      "<path class=\"b\" d=\"M\(inset) \(bottom)V11Q\(inset) \(inset) 11 \(inset)"
      + "H\(width - 11)Q\(right) \(inset) \(right) 11V\(bottom)Z\"/>"
    if window.phase == .inactive {
      text +=
        "<rect x=\"\(inset)\" y=\"\(bottom - 4)\" width=\"\(width - 2 * inset)\""
        + " height=\"10\" fill=\"url(#hatch)\"/>"
    }
    text += "<path class=\"l\" d=\"M\(inset) \(bottom)H\(right)\"/>"
    let state = window.isFront ? "\(window.phase.rawValue), front" : window.phase.rawValue
    let stateWidth = PictureText.width(state) + 22
    let nameRoom = width - 2 * Self.margin - stateWidth
    let name = PictureText.cut(window.name, to: nameRoom)
    text += "<text class=\"n\" x=\"\(Self.margin)\" y=\"23\">\(XMLText.content(name))</text>"
    if let origin {
      let start = Self.margin + PictureText.width(name) + 12
      if start + PictureText.width(origin) + 8 < width - Self.margin - stateWidth {
        text += "<text class=\"s\" x=\"\(start)\" y=\"23\">\(XMLText.content(origin))</text>"
      }
    }
    let end = width - Self.margin
    return text + "<text class=\"s e\" x=\"\(end)\" y=\"23\">\(sign)\(state)</text>"
  }

  /// Most windows were opened by hand; the others are worth a word.
  private var origin: String? {
    let opener = window.openedBy.flatMap { $0 == "user" ? nil : "from a \($0)" }
    let parts = [window.display.map { "on \($0)" }, opener].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Full for active, a ring for inactive, nothing for background.
  private var sign: String {
    switch window.phase {
    case .active: "<tspan class=\"d\">●</tspan> "
    case .inactive: "<tspan class=\"d\">○</tspan> "
    default: ""
    }
  }

  // MARK: Tabs

  private typealias Tab = (name: String, isSelected: Bool, isWrong: Bool)

  /// The selected tab and those that are wrong, as many as there is room for beside the number of
  /// others.
  private static func fitting(_ tabs: [Tab], in width: Int) -> [Tab] {
    func room(_ tab: Tab) -> Int { PictureText.width(tab.name) + 18 }
    var left = width - 70 - (tabs.first(where: \.isSelected).map(room) ?? 0)
    return tabs.filter { tab in
      if tab.isSelected { return true }
      guard tab.isWrong, room(tab) <= left else { return false }
      left -= room(tab)
      return true
    }
  }

  private func tabs(at top: Int) -> String {
    var text = wrong["tab"] != nil ? mark(top + 3, 30) : ""
    var x = 6
    // What is not as it should be in a tab that is not shown can be seen at that tab alone.
    let names = zip(window.tabs, window.shownTabs).map { tab, shown in
      let isWrong = wrong.keys.contains { $0.hasPrefix("tabs.\(tab).") }
      return (PictureText.cut(shown.title, to: width - 40), shown.isSelected, isWrong)
    }
    let all = names.map { PictureText.width($0.0) + 18 }.reduce(0, +)
    // Where not all fit, the selected one matters, and how many others there are.
    let shown = all <= width - 12 ? names : Self.fitting(names, in: width - 12)
    for (name, isSelected, isWrong) in shown {
      let room = PictureText.width(name) + 18
      if isSelected {
        text +=
          "<rect class=\"t\" x=\"\(x)\" y=\"\(top + 6)\" width=\"\(room)\" height=\"24\""
          + " rx=\"7\"/>"
      }
      if isWrong { text += mark(top + 3, 30, x: x, room) }
      text +=
        "<text class=\"m\(isSelected ? " ts" : " s")\" x=\"\(x + room / 2)\" y=\"\(top + 23)\">"
        + "\(XMLText.content(name))</text>"
      x += room
    }
    let hidden = names.count - shown.count
    if hidden > 0 {
      text += "<text class=\"s\" x=\"\(x + 8)\" y=\"\(top + 23)\">+ \(hidden) more</text>"
    }
    return text
  }

  // MARK: Screens

  /// The stack of screens, the root at the back: of each below the top one a strip is seen.
  private func cards(from top: Int) -> String {
    let tab = window.shownTabs.first(where: \.isSelected)?.title
    let screens = window.path.isEmpty ? [] : [tab ?? "first screen"] + window.path
    let room = height - top - Self.margin
    // The top card needs room for a line.
    let most = max(1, (room - Self.stripHeight - Self.rowHeight) / Self.stripHeight + 1)
    let shown = Array(screens.suffix(most))
    var text = wrong["path"] != nil ? mark(top - 3, room + 6) : ""
    var y = top
    for (index, screen) in shown.enumerated() {
      let back = min(shown.count - 1 - index, 4)
      let isCut = index == 0 && shown.count < screens.count
      let name = isCut ? "… \(screen)" : screen
      text += card(back, y, top + room)
      let left = Self.margin + back * 5 + 10
      let words = PictureText.cut(name, to: width - 2 * left)
      let kind = back == 0 ? "" : " class=\"s\""
      text += "<text\(kind) x=\"\(left)\" y=\"\(y + 18)\">\(XMLText.content(words))</text>"
      y += Self.stripHeight
    }
    if shown.isEmpty { text += card(0, y, top + room) }
    return text + content(from: y + (shown.isEmpty ? 4 : 0), to: top + room)
  }

  private func card(_ back: Int, _ y: Int, _ bottom: Int) -> String {
    let x = Self.margin - 4 + back * 5
    return
      "<rect class=\"c\" x=\"\(x)\" y=\"\(y)\" width=\"\(width - 2 * x)\""
      + " height=\"\(bottom - y - back * 2)\" rx=\"6\"/>"
  }

  // MARK: What is on the top screen

  private enum Line {
    case words(String)
    case row(String, isPicked: Bool)
    case value(String, String, isWrong: Bool)
  }

  private var lines: [Line] {
    var lines: [Line] = []
    for list in window.lists {
      for (index, row) in list.rows.enumerated() {
        lines.append(.row(row, isPicked: list.picked == list.top + index))
      }
      if list.rows.isEmpty { lines.append(.words("\(list.name): no rows")) }
    }
    for value in window.values {
      lines.append(.value(value.key, value.json, isWrong: wrong["values.\(value.key)"] != nil))
    }
    // What should be there and is not has its place, too.
    for (part, found) in wrong.sorted(by: { $0.key < $1.key }) where part.hasPrefix("values.") {
      let key = String(part.dropFirst("values.".count))
      if window.values.contains(where: { $0.key == key }) || key.contains(".") { continue }
      lines.append(.value(key, found, isWrong: true))
    }
    if let origin, width < Self.wideWidth { lines.append(.words(origin)) }
    return lines
  }

  private func content(from top: Int, to bottom: Int) -> String {
    let room = max(1, (bottom - top - 4) / Self.rowHeight)
    let all = lines
    let shown = all.count > room ? Array(all.prefix(room - 1)) : all
    var text = ""
    var y = top + 17
    for line in shown {
      text += draw(line, y)
      y += Self.rowHeight
    }
    if shown.count < all.count {
      text += draw(.words("and \(all.count - shown.count) more"), y)
    }
    return text
  }

  /// A frame around what is not as it should be.
  private func mark(_ y: Int, _ height: Int, x: Int = 5, _ room: Int? = nil) -> String {
    "<rect class=\"q\" x=\"\(x)\" y=\"\(y)\" width=\"\(room ?? width - 10)\" height=\"\(height)\" "
      + "rx=\"5\"/>"
  }

  private func draw(_ line: Line, _ y: Int) -> String {
    let left = Self.margin + 10
    let room = width - 2 * left
    switch line {
    case .words(let words):
      let cut = PictureText.cut(words, to: room)
      return "<text class=\"s\" x=\"\(left)\" y=\"\(y)\">\(XMLText.content(cut))</text>"
    case .row(let words, let isPicked):
      let cut = XMLText.content(PictureText.cut(words, to: room))
      guard isPicked else { return "<text x=\"\(left)\" y=\"\(y)\">\(cut)</text>" }
      return "<rect class=\"r\" x=\"\(left - 6)\" y=\"\(y - 15)\" width=\"\(room + 12)\""
        + " height=\"20\" rx=\"4\"/><text class=\"rs\" x=\"\(left)\" y=\"\(y)\">\(cut)</text>"
    case .value(let key, let json, let isWrong):
      let name = PictureText.cut(key, to: room / 2)
      let start = left + PictureText.width(name) + 8
      let value = PictureText.cut(
        SafeText.escapedJSON(json), to: width - left - start)
      return (isWrong ? mark(y - 16, 22) : "")
        + "<text class=\"s\" x=\"\(left)\" y=\"\(y)\">\(XMLText.content(name))</text>"
        + "<text class=\"v\" x=\"\(start)\" y=\"\(y)\">\(XMLText.content(value))</text>"
    }
  }
}
