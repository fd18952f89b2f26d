/// What stands above the cases of a page that tells more than a run: how they were found.
package struct ReportLead: Sendable {
  private static let width = 640
  private static let height = 120

  let title: String
  private let facts: [String]
  private let table: TextTable
  private let notes: [String]
  private let curve: [(x: Int, y: Int)]

  /// Makes it.
  ///
  /// - Parameters:
  ///   - title: The title of the page.
  ///   - facts: Figures in a few words each.
  ///   - table: What was done, and how often.
  ///   - notes: Sentences below the table.
  ///   - curve: How the number of states grew with the steps; fewer than two points draw nothing.
  package init(
    title: String, facts: [String], table: TextTable, notes: [String], curve: [(x: Int, y: Int)]
  ) {
    (self.title, self.facts, self.table) = (title, facts, table)
    (self.notes, self.curve) = (notes, curve)
  }

  var line: String { facts.map(HTMLText.content).joined(separator: " · ") }

  /// Folded where there are cases to be looked at first.
  func section(isOpen: Bool) -> String {
    let notes = notes.map { "<li>\(HTMLText.content($0))</li>\n" }.joined()
    return """
      <details class="lead"\(isOpen ? " open" : "")><summary>What was reached</summary>
      \(picture)\(rows)<ul>
      \(notes)</ul></details>

      """
  }

  private var rows: String {
    let heads = table.columns.map {
      "<th scope=\"col\"\(Self.mark($0))>\(HTMLText.content($0.title))"
    }
    let lines = table.rows.map { cells in
      let cells = zip(table.columns, cells).map { column, cell in
        "<td\(Self.mark(column))>\(HTMLText.content(cell))"
      }
      return "<tr>\(cells.joined())\n"
    }
    return "<div class=\"scroll\"><table><thead><tr>\(heads.joined())</thead>\n"
      + "<tbody>\(lines.joined())</tbody></table></div>\n"
  }

  private static func mark(_ column: TextTable.Column) -> String {
    column.isRightAligned ? " class=\"number\"" : ""
  }

  /// The curve, with its figures in words for those who do not see it.
  private var picture: String {
    guard curve.count > 1, let last = curve.last, last.x > 0, last.y > 0 else { return "" }
    let points = ([(x: 0, y: 0)] + curve).map { point in
      "\(point.x * Self.width / last.x),\(Self.height - point.y * Self.height / last.y)"
    }
    let words = "\(Amount.count(last.y, "state")) after \(Amount.count(last.x, "step"))"
    return """
      <figure class="curve"><svg viewBox="-1 -2 \(Self.width + 2) \(Self.height + 4)" role="img" \
      aria-label="\(words)"><path class="bg" d="M0 0V\(Self.height)H\(Self.width)"/>\
      <polyline points="\(points.joined(separator: " "))"/></svg>
      <figcaption>States met, from the first step to the last: \(words).</figcaption></figure>

      """
  }
}
