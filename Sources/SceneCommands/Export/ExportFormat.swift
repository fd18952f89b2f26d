import SceneReports
import SceneState

/// What `store export` writes.
enum ExportFormat: String, CaseIterable {
  case json, csv, md, html

  func text(_ sheet: ExportSheet) -> String {
    switch self {
    case .json: sheet.json.page + "\n"
    case .csv: Self.csv(sheet)
    case .md: Self.markdown(sheet)
    case .html: Self.html(sheet)
    }
  }

  // MARK: CSV

  /// RFC 4180, with the line ends of the other tools here, which would take a CR for a part of the
  /// last column: values only, since a file of this kind holds one sheet.
  private static func csv(_ sheet: ExportSheet) -> String {
    let rows =
      [ExportSheet.columns] + sheet.values.map { $0.map { csvText($0) } }
    return rows.map { $0.map(csvCell).joined(separator: ",") + "\n" }.joined()
  }

  private static func csvText(_ cell: JSON) -> String {
    // Line ends and tabs belong to a cell, and so do the marks that Arabic and Hebrew are written
    // with; what a terminal would obey is shown.
    let text = ExportSheet.text(cell).unicodeScalars.map {
      ["\n", "\r", "\t", "\u{061C}", "\u{200E}", "\u{200F}"].contains($0)
        ? String($0) : SafeText.shown($0)
    }.joined()
    // Negative numbers are numbers; everything else that a spreadsheet might run is made text.
    if ExportSheet.isNumber(cell) { return text }
    guard let first = text.unicodeScalars.first, "=+-@\t\r\n".unicodeScalars.contains(first) else {
      return text
    }
    return "'" + text
  }

  private static func csvCell(_ text: String) -> String {
    let needsQuotes = text.unicodeScalars.contains { ",\"\r\n;\t".unicodeScalars.contains($0) }
    guard needsQuotes || text.first == " " || text.last == " " else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  // MARK: Markdown

  private static func markdown(_ sheet: ExportSheet) -> String {
    func table(_ columns: [String], _ rows: [[JSON]]) -> String {
      let lines =
        [columns, columns.map { _ in "---" }]
        + rows.map { $0.map { markdownCell(ExportSheet.text($0)) } }
      return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
    }
    return "# \(markdownCell(sheet.title))\n\n## Scenes\n\n"
      + table(ExportSheet.sceneColumns, sheet.scenes) + "\n## Values\n\n"
      + table(ExportSheet.columns, sheet.values)
  }

  /// Nothing in a text may begin a link, a tag, emphasis or the next cell.
  private static func markdownCell(_ text: String) -> String {
    SafeText.escaped(text).replacingScalars { scalar in
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "|", "#", "~", "!": "\\\(scalar)"
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      default: nil
      }
    }
  }

  // MARK: HTML

  private static func html(_ sheet: ExportSheet) -> String {
    func table(_ columns: [String], _ rows: [[JSON]]) -> String {
      let head = columns.map { "<th scope=\"col\">\($0)</th>" }.joined()
      let body = rows.map { row in
        "<tr>" + row.map { "<td dir=\"auto\">\(htmlText(ExportSheet.text($0)))</td>" }.joined()
          + "</tr>\n"
      }
      return
        "<table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n\(body.joined())</tbody>\n</table>\n"
    }
    let title = htmlText(sheet.title)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src \
      'unsafe-inline'">
      <meta name="viewport" content="width=device-width">
      <title>\(title)</title>
      <style>
      body { font: 1rem/1.4 system-ui, sans-serif; margin: 1rem; color-scheme: light dark }
      table { border-collapse: collapse }
      th, td { border: 1px solid; padding: .2rem .5rem; text-align: start; vertical-align: top }
      td { overflow-wrap: anywhere }
      </style>
      </head>
      <body>
      <h1>\(title)</h1>
      <h2>Scenes</h2>
      \(table(ExportSheet.sceneColumns, sheet.scenes))<h2>Values</h2>
      \(table(ExportSheet.columns, sheet.values))</body>
      </html>

      """
  }

  private static func htmlText(_ text: String) -> String {
    SafeText.escaped(text).replacingScalars {
      ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"][$0]
    }
  }
}
