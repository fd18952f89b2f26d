/// What a report looks like.
enum ReportStyleSheet {
  static let text =
    "\n" + variables + base + HTMLStyle.page + HTMLStyle.step + HTMLStyle.tables
    + PictureStyle.rules { "var(--\($0))" } + HTMLStyle.surroundings

  /// The colours of pages beside those of pictures.
  private static let own: [PictureStyle.Colour] = [
    .init(name: "page", light: "#f5f7f9", dark: "#0c1117", forced: "Canvas"),
    .init(name: "pane", light: "#ffffff", dark: "#151c24", forced: "Canvas"),
    .init(name: "good", light: "#17683a", dark: "#7fd3a0", forced: "CanvasText"),
    .init(name: "good-back", light: "#e2f4e9", dark: "#12301f", forced: "Canvas"),
    .init(name: "bad", light: "#a61b2b", dark: "#ff9ba5", forced: "CanvasText"),
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

  static let base = """
    *{box-sizing:border-box}
    [hidden]{display:none!important}
    html{font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;
      background:var(--page);color:var(--ink);scroll-padding-top:1rem}
    body{margin:0}
    h1,h2,h3,h4,p,ol,dl,figure,pre{margin:0;padding:0}
    h1{font-size:1.45rem;line-height:1.25;letter-spacing:-.01em}
    h2{font-size:1.1rem;line-height:1.35}
    h4{font-size:.87rem;font-weight:650;margin-bottom:.4rem}
    ol{list-style:none}
    code,pre{font-family:ui-monospace,Menlo,Consolas,"Liberation Mono",monospace;font-size:.87rem}
    a{color:var(--accent)}
    .soft{color:var(--soft);font-weight:400}
    .hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);
      white-space:nowrap}
    :focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
    h3:focus:not(:focus-visible){outline:none}
    button,input{font:inherit;color:inherit}
    button{background:var(--pane);border:1px solid var(--edge);border-radius:7px;
      padding:.25rem .7rem;cursor:pointer;min-height:2rem}
    button:hover{background:var(--calm)}

    """
}
