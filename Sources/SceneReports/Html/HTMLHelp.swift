/// What the keys of a report do.
enum HTMLHelp {
  private static let keys = [
    ("j or ↓, k or ↑", "next or previous step"),
    ("Home, End", "first or last step"),
    ("n, N", "next or previous step that changed the store"),
    ("f", "next failure"),
    ("c", "the step that a failed value came from"),
    ("b", "after, before, both"),
    ("/", "filter steps: a word, or 4-9"),
    ("Esc", "no filter"),
    ("?", "these keys"),
  ]

  static var text: String {
    let rows = keys.map { "<dt>\($0)</dt><dd>\($1)</dd>\n" }.joined()
    return "<dialog id=\"help\" aria-labelledby=\"help-title\"><h2 id=\"help-title\">Keys</h2>\n"
      + "<dl>\(rows)</dl><form method=\"dialog\"><button>Close</button></form></dialog>\n"
  }
}
