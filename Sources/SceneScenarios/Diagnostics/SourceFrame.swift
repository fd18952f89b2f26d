/// The lines of source in a message: the line before, the line itself, carets under the text.
struct SourceFrame {
  /// The most columns of a line that are shown; a longer one is cut around the carets.
  private static let widthLimit = 120

  private let frame: Diagnostic.Frame
  private let source: SourceFile
  private let paint: Paint

  init(_ frame: Diagnostic.Frame, in source: SourceFile, paint: Paint) {
    self.frame = frame
    self.source = source
    self.paint = paint
  }

  var lines: [String] {
    let line = frame.range.start.line
    guard line >= 1, line <= source.lineCount else { return [] }
    let window = window(of: line)
    var result: [String] = []
    if line > 1, source.text(ofLine: line - 1).contains(where: { $0 != " " && $0 != "\t" }) {
      result.append(numbered(line - 1, cut(line - 1, to: window)))
    }
    result.append(numbered(line, cut(line, to: window)))
    result.append(carets(in: window, of: line))
    return result
  }

  private func numbered(_ line: Int, _ text: String) -> String {
    let number = String(line)
    let gap = String(repeating: " ", count: max(1, 7 - number.count))
    let gutter = paint.faint("\(gap)\(number) |")
    return text.isEmpty ? gutter : "\(gutter) \(text)"
  }

  private func carets(in window: Range<Int>, of line: Int) -> String {
    let scalars = scalars(ofLine: line)
    let start = frame.range.start.column - 1
    let isOneLine = frame.range.end.line == line
    let end = isOneLine ? frame.range.end.column - 1 : scalars.count
    let before = scalars.prefix(start).dropFirst(window.lowerBound)
    let marked = scalars.prefix(min(end, window.upperBound)).dropFirst(start)
    let lead = DisplayWidth.of(before) + (window.lowerBound > 0 ? 1 : 0)
    let count = max(1, DisplayWidth.of(marked))
    var text = String(repeating: " ", count: lead)
    text += paint.caret(String(repeating: "^", count: count))
    if let resolved = frame.resolved { text += "  = " + VisibleText.line(resolved) }
    if let remark = frame.remark { text += " " + VisibleText.line(remark) }
    return paint.faint("        |") + " " + text
  }

  /// Which scalars of the lines are shown.
  private func window(of line: Int) -> Range<Int> {
    let count = source.end(ofLine: line).column - 1
    guard count > Self.widthLimit else { return 0..<Self.widthLimit }
    let wanted = frame.range.start.column - 1 - Self.widthLimit / 3
    let start = max(0, min(wanted, count - Self.widthLimit))
    return start..<(start + Self.widthLimit)
  }

  private func cut(_ line: Int, to window: Range<Int>) -> String {
    let scalars = scalars(ofLine: line)
    guard window.lowerBound < scalars.count else { return "" }
    let shown = scalars[window.lowerBound..<min(window.upperBound, scalars.count)]
    let head = window.lowerBound > 0 ? "…" : ""
    let tail = window.upperBound < scalars.count ? "…" : ""
    return head + VisibleText.line(shown) + tail
  }

  private func scalars(ofLine line: Int) -> [Unicode.Scalar] {
    Array(source.text(ofLine: line).unicodeScalars)
  }
}
