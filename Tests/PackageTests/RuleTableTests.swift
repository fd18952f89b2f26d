import Foundation
import Testing

/// The page of rules names tests that are there.
struct RuleTableTests {
  private static let page = "Sources/SceneState/SceneState.docc/rules-and-tests.md"

  /// The cells of the rows of all tables, without their heads.
  private func rows() throws -> [[String]] {
    let text = try String(contentsOf: PackageFiles.root.appending(path: Self.page), encoding: .utf8)
    return text.split(separator: "\n").filter { $0.hasPrefix("| ") }
      .map { line in
        line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      }
      .filter { $0.last != "Tests" && $0.first != "---" }
  }

  /// What stands between backticks.
  private func quoted(_ cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
  }

  /// The names of all tests, of the rows of misuse, and of the fault suites.
  private func names() throws -> Set<String> {
    var names: Set<String> = []
    let tests = PackageFiles.root.appending(path: "Tests")
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for part in text.components(separatedBy: "func `").dropFirst() {
        names.insert(String(part.prefix { $0 != "`" }))
      }
      for part in text.components(separatedBy: "MisuseCase(\"").dropFirst() {
        names.insert(String(part.prefix { $0 != "\"" }))
      }
      for part in text.components(separatedBy: "name: \"F").dropFirst() {
        names.insert("F" + part.prefix { $0 != "\"" })
      }
    }
    return names
  }

  @Test func `every rule has a test, and every name is that of one`() throws {
    let (rows, names) = (try rows(), try names())
    #expect(names.count > 500)
    #expect(rows.count == 73)
    for row in rows {
      let cell = try #require(row.last)
      let suites = cell.split(separator: ", ").map(String.init)
        .filter { $0.hasPrefix("F") && Int($0.dropFirst()) != nil }
      let tests = quoted(cell) + suites
      #expect(!tests.isEmpty, "\(row[0]) has no test")
      for test in tests { #expect(names.contains(test), "\(row[0]): there is no test '\(test)'") }
    }
  }

  @Test func `the rules about LMDB are numbered without a gap`() throws {
    let numbers = try rows().compactMap { $0.first.flatMap { Int($0) } }
    #expect(numbers == Array(1...33))
  }
}
