import SceneState
package import SceneScenarios

/// A picture of what the devices show, as SVG.
package struct ScreenPicture {
  /// Gives the text that draws a window at a place; nil draws it there and then.
  typealias WindowDrawer = (_ elements: String, PictureLayout.Frame) -> String

  private let screens: [ScreenState]
  private let drag: PlayedStep.Drag?
  /// What is not as it should be: what was looked at, with what was found.
  private let wrong: [String: String]
  let layout: PictureLayout

  /// A picture of what there was to see after a step.
  init(_ step: PlayedStep, isNarrow: Bool = false) {
    let wrong = step.checks.filter { $0.outcome == .failed }
      .map { ($0.subject, $0.actual ?? "") }
    self.init(
      step.screens, drag: step.drag, wrong: Dictionary(wrong) { first, _ in first },
      isNarrow: isNarrow)
  }

  package init(
    _ screens: [ScreenState], drag: PlayedStep.Drag? = nil, wrong: [String: String] = [:],
    isNarrow: Bool = false
  ) {
    (self.screens, self.drag, self.wrong) = (screens, drag, wrong)
    layout = PictureLayout(
      screens, width: isNarrow ? PictureLayout.narrow : PictureLayout.wide)
  }

  package var title: String { PictureWords.title(screens) }

  package var description: String {
    let words = PictureWords.description(screens, drag: drag)
    guard !wrong.isEmpty else { return words }
    return words + " Not as expected: \(wrong.keys.sorted().joined(separator: ", "))."
  }

  package var file: String {
    let size = "width=\"\(layout.width)\" height=\"\(layout.height)\""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="pic" role="img" aria-labelledby="t d" \
      viewBox="0 0 \(layout.width) \(layout.height)" \(size)>
      <title id="t">\(Self.words(title))</title>
      <desc id="d">\(Self.words(description))</desc>
      <style>\(Self.style)</style>
      <defs>\(Self.hatch)</defs>
      \(elements(Self.inline))
      </svg>

      """
  }

  static func words(_ text: String) -> String { XMLText.content(SafeText.escaped(text)) }

  /// The pattern of what is inactive.
  static let hatch =
    "<pattern id=\"hatch\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">"
    + "<path class=\"h\" d=\"M0 8L8 0\"/></pattern>"

  /// Light and dark colours in one file; programs that know no conditions take the light ones.
  static var style: String {
    func sheet(_ colour: (PictureStyle.Colour) -> String) -> String {
      let known = Dictionary(
        uniqueKeysWithValues: PictureStyle.colours.map { ($0.name, colour($0)) })
      return PictureStyle.rules { known[$0] ?? "" }
    }
    return "\n\(sheet(\.light))@media (prefers-color-scheme:dark){\n\(sheet(\.dark))}\n"
  }

  private static func inline(_ elements: String, _ frame: PictureLayout.Frame) -> String {
    "<g class=\"window\" transform=\"translate(\(frame.rect.x) \(frame.rect.y))\">\(elements)</g>"
  }

  func elements(_ draw: WindowDrawer) -> String {
    layout.devices.map { device in
      var text = Self.glass(device)
      for frame in device.frames {
        let picture = WindowPicture(
          frame.window, wrong, width: frame.rect.width, height: frame.rect.height)
        text += draw(picture.elements, frame)
      }
      if let drag, let arrow = PictureDrag(drag, on: device) { text += arrow.elements }
      return text + Self.shelf(device)
    }.joined()
  }

  private static func glass(_ device: PictureLayout.Device) -> String {
    let (screen, glass) = (device.screen, device.glass)
    var text = ""
    if !screen.device.isEmpty {
      let name = PictureText.cut(screen.device, to: glass.width - 8)
      text +=
        "<text class=\"n\" x=\"\(glass.x + 4)\" y=\"\(glass.y - 9)\">"
        + "\(XMLText.content(name))</text>"
    }
    text +=
      "<rect class=\"g\" x=\"\(glass.x + 1)\" y=\"\(glass.y + 1)\""
      + " width=\"\(glass.width - 2)\" height=\"\(glass.height - 2)\" rx=\"16\"/>"
    let words =
      screen.isRunning
      ? (screen.windows.isEmpty ? "no window is open" : nil) : "the app is not running"
    if let words {
      text +=
        "<text class=\"m s\" x=\"\(glass.x + glass.width / 2)\""
        + " y=\"\(glass.y + glass.height / 2 + 5)\">\(words)</text>"
    }
    return text
  }

  private static func shelf(_ device: PictureLayout.Device) -> String {
    guard let shelf = device.shelf else { return "" }
    let words = "<text class=\"s\" x=\"\(shelf.x)\" y=\"\(shelf.y + 19)\">shelf</text>"
    return words
      + device.chips.map { chip in
        let rect = chip.rect
        let text = PictureText.cut(chip.text, to: rect.width - 16)
        return
          "<rect class=\"k\(chip.isClosed ? " x" : "")\" x=\"\(rect.x)\" y=\"\(rect.y)\""
          + " width=\"\(rect.width)\" height=\"\(rect.height)\" rx=\"6\"/>"
          + "<text class=\"m\(chip.isClosed ? " s" : "")\" x=\"\(rect.x + rect.width / 2)\""
          + " y=\"\(rect.y + 19)\">\(XMLText.content(text))</text>"
      }.joined()
  }
}
