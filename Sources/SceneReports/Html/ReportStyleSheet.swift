internal import EmbeddedFiles

/// What a report looks like.
enum ReportStyleSheet {
  static let text = unsafe sheet(
    report_page(), report_step(), report_tables(), rest: PictureStyle.rules { "var(--\($0))" })

  static let index = unsafe sheet(report_page(), report_tables(), report_index())

  private static func sheet(_ files: UnsafePointer<CChar>..., rest: String = "") -> String {
    let parts = unsafe files.map { unsafe String(cString: $0) }
    return unsafe "\n" + variables + String(cString: report_base()) + parts.joined() + rest
      + String(cString: report_surroundings())
  }

  /// The colours of pages beside those of pictures.
  private static let own: [PictureStyle.Colour] = [
    .init(name: "page", light: "#f5f7f9", dark: "#0c1117", forced: "Canvas"),
    .init(name: "pane", light: "#ffffff", dark: "#151c24", forced: "Canvas"),
    .init(name: "good", light: "#17683a", dark: "#7fd3a0", forced: "CanvasText"),
    .init(name: "good-back", light: "#e2f4e9", dark: "#12301f", forced: "Canvas"),
    .init(name: "bad-back", light: "#fdeaec", dark: "#3a161b", forced: "Canvas"),
    .init(name: "warm", light: "#85500a", dark: "#f0c07a", forced: "CanvasText"),
    .init(name: "warm-back", light: "#fbf1dd", dark: "#33260f", forced: "Canvas"),
    .init(name: "calm", light: "#e8f0fa", dark: "#182a40", forced: "Canvas"),
    .init(name: "bars", light: "#9aa8b7", dark: "#5f7083", forced: "CanvasText"),
  ]

  static var variables: String {
    let all = PictureStyle.colours + own
    func list(_ colour: (PictureStyle.Colour) -> String) -> String {
      all.map { "--\($0.name):\(colour($0))" }.joined(separator: ";")
    }
    return """
      :root{color-scheme:light dark;\(list(\.light))}
      @media (prefers-color-scheme:dark){:root{\(list(\.dark))}}
      @media (forced-colors:active){:root{\(list(\.forced))}}

      """
  }
}
