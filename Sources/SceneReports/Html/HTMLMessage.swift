import SceneScenarios
import SceneState

/// A message, letter by letter as a terminal shows it.
struct HTMLMessage {
  /// The columns of a line of source that there are on paper.
  private static let paperWidth = 108
  /// The columns before a line of source.
  private static let gutter = 10
  /// By how many columns a line that is too long may go on further right, the most first.
  private static let indents = [20, 15, 13, 11, 9, 8, 6, 4, 2]

  private let text: String
  /// The address of a step without its number.
  private let address: String
  /// The steps of the same case that a sentence may lead to.
  private let steps: Set<Int>

  /// - Parameters:
  ///   - text: What it says.
  ///   - caseNumber: The case it is about.
  ///   - steps: The numbers of its other steps; those that the message names are links.
  init(_ text: String, ofCase caseNumber: Int, linking steps: Set<Int> = []) {
    (self.text, self.steps) = (text, steps)
    address = "#case=\(caseNumber)&amp;step="
  }

  /// What is a reason to fail.
  var failure: String { box("failure", "Failure") }

  /// The same for what is none.
  var note: String { box("remark", "Note") }

  private func box(_ kind: String, _ label: String) -> String {
    "<div class=\"\(kind)\"><pre tabindex=\"0\" role=\"group\" aria-label=\"\(label)\" data-copy>"
      + "\(lines)</pre></div>\n"
  }

  /// The lines; those of the file stay whole, so that a caret stands below its word.
  private var lines: String {
    var shown = ""
    var frame: [Substring] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.prefixMatch(of: /\ *[0-9]*\ \|(\ |$)/) != nil {
        frame.append(line)
      } else {
        shown += self.frame(frame) + self.line(line, isLast: index + 1 == lines.count)
        frame = []
      }
    }
    return shown + self.frame(frame)
  }

  /// A line that goes on below its text and not below its label.
  private func line(_ line: Substring, isLast: Bool) -> String {
    // The end of a line belongs to it: behind a block it would be an empty line.
    let end = isLast ? "" : "\n"
    guard line.utf8.count > 30 else { return linked(line) + end }
    let label = line.prefixMatch(of: /\ *(\S+(\ \S+)?\ {2,})?/)?.0.count ?? 0
    let indent = Self.indents.first { $0 <= label } ?? 2
    return "<span class=\"hang i\(indent)\">\(linked(line))\(end)</span>"
  }

  /// The text, in which each step that it names is a link.
  private func linked(_ line: Substring) -> String {
    var (shown, rest) = ("", line)
    while let match = rest.firstMatch(of: /step ([0-9]{1,6})(?=(,| \()(| )line |: )/) {
      let number = Int(match.1).flatMap { steps.contains($0) ? $0 : nil }
      let words = HTMLText.content(String(match.0))
      shown += HTMLText.content(String(rest[..<match.range.lowerBound]))
      shown += number.map { "<a href=\"\(address)\($0)\">\(words)</a>" } ?? words
      rest = rest[match.range.upperBound...]
    }
    return shown + HTMLText.content(String(rest))
  }

  // MARK: Lines of the file

  private func frame(_ lines: [Substring]) -> String {
    if lines.isEmpty { return "" }
    let onPaper = Self.cut(lines.map { SafeText.escaped(String($0)) })
    return "<span class=\"frame\" tabindex=\"0\" role=\"group\" aria-label=\"Lines\""
      + (onPaper.map { " data-paper=\"\(XMLText.attribute($0))\"" } ?? "") + ">"
      + lines.map { Self.row($0) + "\n" }.joined() + "</span>"
  }

  /// A line whose number stays in sight while the rest moves.
  private static func row(_ line: Substring) -> String {
    let end = line.firstIndex(of: "|").map { line.index(after: $0) } ?? line.startIndex
    return "<i>\(line[..<end])</i>\(HTMLText.content(String(line[end...])))"
  }

  /// The part around the caret, of lines that a sheet of paper is too narrow for.
  ///
  /// It would break them, and the caret would stand below nothing.
  ///
  /// - Returns: The lines; nil if there is room.
  private static func cut(_ lines: [String]) -> String? {
    guard let widest = lines.map(DisplayWidth.of).max(), widest > paperWidth,
      let carets = lines.last(where: { $0.dropFirst(gutter - 1).first { $0 != " " } == "^" })
    else { return nil }
    let (room, caret) = (paperWidth - gutter, carets.prefix { $0 != "^" }.count - gutter)
    let count = carets.count { $0 == "^" }
    let before = max(min(room / 3, room - count - 2), 8)
    let first = max(0, min(caret - before, widest - gutter - room))
    return lines.map { line in
      let isCaret = line == carets
      return line.prefix(gutter)
        + part(of: String(line.dropFirst(gutter)), from: first, room, isCaret: isCaret)
    }.joined(separator: "\n") + "\n"
  }

  /// Some columns of a line, with marks where something was left out.
  private static func part(
    of line: String, from first: Int, _ room: Int, isCaret: Bool
  ) -> String {
    var (text, column) = ("", 0)
    for character in line {
      let width = DisplayWidth.of(String(character))
      defer { column += width }
      if column < first || column + width > first + room { continue }
      text.append(character)
    }
    // Marks would move the caret, or stand in its line.
    if isCaret { return text }
    if first > 0, !text.isEmpty { text = "…" + text.dropFirst() }
    if column > first + room { text = text.dropLast() + "…" }
    return text
  }
}
