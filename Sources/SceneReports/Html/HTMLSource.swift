import SceneScenarios

/// The lines of the file around a step, those of the step marked.
struct HTMLSource {
  private static let around = 3
  /// A longer step shows its beginning.
  private static let most = 18

  private let step: PlayedStep
  private let lines: [Substring]

  init(_ step: PlayedStep, _ sources: [SourceFile]) {
    self.step = step
    let text = sources.first { $0.path == step.file }?.text ?? ""
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  var text: String {
    guard step.line <= lines.count else { return "" }
    let last = min(step.endLine, step.line + Self.most)
    let first = max(1, step.line - Self.around)
    let end = max(first, min(lines.count, last + Self.around))
    let shown = (first...end).map { number in
      let line = lines[number - 1]
      let words = HTMLText.content(String(line.last == "\r" ? line.dropLast() : line))
      let isMarked = (step.line...step.endLine).contains(number)
      let row = "<i>\(number)</i> \(words)"
      return isMarked ? "<mark>\(row)</mark>" : "<span>\(row)</span>"
    }
    return "<section class=\"source\"><h4>Source <span class=\"soft\"><code data-copy>"
      + "\(HTMLText.content("\(step.file):\(step.line)"))</code></span></h4>\n"
      + "<pre tabindex=\"0\" role=\"group\" aria-label=\"Source\">"
      + "\(shown.joined(separator: "\n"))</pre></section>\n"
  }
}
