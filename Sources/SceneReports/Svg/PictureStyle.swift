internal import EmbeddedFiles

/// The colours of pictures, by the names that pages use, too.
enum PictureStyle {
  /// A colour in light and in dark surroundings, and where people choose their own colours.
  struct Colour {
    let name: String
    let light: String
    let dark: String
    let forced: String
  }

  static let colours: [Colour] = [
    Colour(name: "desk", light: "#e3e8ee", dark: "#0f141a", forced: "Canvas"),
    Colour(name: "glass", light: "#c3ccd6", dark: "#2c3744", forced: "CanvasText"),
    Colour(name: "win", light: "#ffffff", dark: "#1b232d", forced: "Canvas"),
    Colour(name: "dim", light: "#eef1f4", dark: "#161c24", forced: "Canvas"),
    Colour(name: "bar", light: "#f4f6f8", dark: "#242e3a", forced: "Canvas"),
    Colour(name: "edge", light: "#8793a1", dark: "#5d6c7d", forced: "CanvasText"),
    Colour(name: "card", light: "#f8fafb", dark: "#202a35", forced: "Canvas"),
    Colour(name: "hair", light: "#d3dae1", dark: "#364352", forced: "GrayText"),
    Colour(name: "ink", light: "#16202b", dark: "#e9eef4", forced: "CanvasText"),
    Colour(name: "soft", light: "#4f5b69", dark: "#aab6c4", forced: "CanvasText"),
    Colour(name: "accent", light: "#1459a8", dark: "#86b9f4", forced: "Highlight"),
    Colour(name: "on-accent", light: "#ffffff", dark: "#0c1520", forced: "HighlightText"),
    Colour(name: "bad", light: "#a61b2b", dark: "#ff9ba5", forced: "CanvasText"),
    Colour(name: "move", light: "#a1450b", dark: "#f0a878", forced: "LinkText"),
  ]

  /// What each class of a picture looks like; `colour` gives the text of a colour.
  static func rules(_ colour: (String) -> String) -> String {
    var text = sheet
    for known in colours { text = text.replacing("{\(known.name)}", with: colour(known.name)) }
    return text
  }

  private static let sheet = unsafe String(cString: report_picture())
}
