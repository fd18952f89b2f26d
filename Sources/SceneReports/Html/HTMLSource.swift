import SceneScenarios

/// The lines of the file around a step, those of the step marked.
struct HTMLSource {
  private static let around = 3
  /// A longer step shows its beginning.
  private static let most = 18

  private let head: StepRecord.Head
  private let lines: [Substring]

  init(_ head: StepRecord.Head, _ sources: [CaseRecord.Source]) {
    self.head = head
    let text = sources.first { $0.path == head.file }?.text ?? ""
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  var text: String {
    guard head.line <= lines.count else { return "" }
    let last = min(head.endLine, head.line + Self.most)
    let first = max(1, head.line - Self.around)
    let end = max(first, min(lines.count, last + Self.around))
    let shown = (first...end).map { number in
      let line = lines[number - 1]
      let words = HTMLText.content(String(line.last == "\r" ? line.dropLast() : line))
      let isMarked = (head.line...head.endLine).contains(number)
      let row = "<i>\(number)</i> \(words)"
      return isMarked ? "<mark>\(row)</mark>" : row
    }
    return "<section class=\"source\"><h4>Source <span class=\"soft\"><code data-copy>"
      + "\(HTMLText.content("\(head.file):\(head.line)"))</code></span></h4>\n"
      + "<pre tabindex=\"0\" role=\"group\" aria-label=\"Source\">"
      + "\(shown.joined(separator: "\n"))</pre></section>\n"
  }
}
