import Foundation
import Testing

/// A table of the module's documentation: what the pages promise is what the tests compare with.
struct DocumentedTable {
  let columns: [String]
  let rows: [(name: String, cells: [String])]

  /// Reads the table whose first line begins with `start` in an article.
  init(in article: String, after start: String, filePath: String = #filePath) throws {
    let root = URL(filePath: filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = root.appending(
      path: "Sources/SceneLifecycle/SceneLifecycle.docc/\(article).md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasPrefix(start) })
    let table = lines[first...].prefix { $0.hasPrefix("|") }.map(Self.cells)
    columns = Array(table[0].dropFirst())
    rows = table.dropFirst(2).map { ($0[0], Array($0.dropFirst())) }
  }

  private static func cells(_ line: Substring) -> [String] {
    line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
