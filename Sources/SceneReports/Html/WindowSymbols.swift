/// The windows of all pictures of a page, each different one drawn once.
struct WindowSymbols {
  private var ids: [String: Int] = [:]
  private var drawn: [String] = []

  /// Draws a window at its place.
  mutating func use(_ elements: String, _ frame: PictureLayout.Frame) -> String {
    let id = ids[elements] ?? drawn.count
    if id == drawn.count {
      ids[elements] = id
      drawn.append(elements)
    }
    return "<use href=\"#w\(id)\" x=\"\(frame.rect.x)\" y=\"\(frame.rect.y)\"/>"
  }

  /// What the pictures use.
  var definitions: String {
    let groups = drawn.enumerated().map { "<g id=\"w\($0)\">\($1)</g>\n" }.joined()
    return "<svg class=\"pic defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>"
      + "\(ScreenPicture.hatch)\n\(groups)</defs></svg>\n"
  }
}
