import SceneState

/// The text of a golden trace, taken apart into the cases of its scenario.
package struct GoldenTrace: Sendable {
  package struct Part: Sendable {
    /// The case's title; nil for a scenario without cases.
    package let title: String?
    /// All lines, the one with the title first.
    package var lines: [String]
    /// The line of the golden trace on which it begins, from 1.
    package var firstLine = 2

    /// Whether both have the same bytes.
    func isSame(as other: Part) -> Bool {
      lines.elementsEqual(other.lines) { $0.utf8.elementsEqual($1.utf8) }
    }
  }

  static let header = "# scenesim trace 1"
  private static let caseMark = "# case "

  package var parts: [Part]

  /// Takes a text apart; nil for one that is no trace.
  package init?(_ text: String) {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { line in
        // A checkout may have changed the line ends.
        String(Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
      }
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard lines.first == Self.header else { return nil }
    parts = []
    for (index, line) in lines.enumerated().dropFirst() {
      if line.hasPrefix(Self.caseMark) {
        let title = String(line.dropFirst(Self.caseMark.count))
        parts.append(Part(title: title, lines: [line], firstLine: index + 1))
      } else if parts.isEmpty {
        parts.append(Part(title: nil, lines: [line], firstLine: index + 1))
      } else {
        parts[parts.count - 1].lines.append(line)
      }
    }
  }

  package init(_ parts: [Part]) { self.parts = parts }

  /// What the line of a title has of it.
  static func shown(_ title: String?) -> String? {
    title.map { title in
      var line = SafeText.line(title).unicodeScalars
      while line.last == " " { line.removeLast() }
      return String(line)
    }
  }

  package var text: String {
    ([Self.header] + parts.flatMap(\.lines)).map { $0 + "\n" }.joined()
  }

  /// The name of a golden trace: `notes.trace` beside `notes.scene.yaml`; nil for standard input.
  package static func path(beside scenario: String) -> String? {
    if scenario == "-" { return nil }
    for ending in [".scene.yaml", ".scene.json", ".yaml", ".yml", ".json"]
    where scenario.hasSuffix(ending) {
      return scenario.dropLast(ending.count) + ".trace"
    }
    return scenario + ".trace"
  }
}
