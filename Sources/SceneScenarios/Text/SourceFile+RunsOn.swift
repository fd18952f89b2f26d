// A text without quotes that swallowed the next line: the mistake YAML makes easiest.
extension SourceFile {
  func runsOn(_ text: YAMLEvent, openBracket: SourcePosition?) -> Diagnostic {
    let first = text.range.start.line
    let next = lineAfter(first)
    let indent = indentColumn(ofLine: next)
    let mark = SourceRange(at: SourcePosition(line: next, column: indent))
    var result: Diagnostic
    if openBracket == nil, beginsWithDash(line: first), beginsWithDash(line: next) {
      result = diagnostic(
        .runsOn, at: text.range,
        "`\(Self.short(text.text))` runs over \(Self.lines(text.range))",
        hint: "both dashes belong in column \(indentColumn(ofLine: first))")
    } else {
      result = diagnostic(
        .runsOn, at: text.range,
        "`\(Self.short(text.text))` runs on to line \(text.range.end.line); "
          + "is it indented too far, or is a bracket missing?",
        hint: "a text over several lines needs quotes, `|` or `>`")
    }
    if openBracket == nil, let hint = colonHint(text.text, first, next) ?? columnHint(first, next) {
      result.hint = hint
    }
    if openBracket == nil, let column = columnOfMissingDo(first, next) {
      result.message = "`do:` is missing between line \(first) and line \(next)"
      result.hint = "write `do:` in column \(column), and the steps below it as they are"
    }
    if let openBracket, let bracket = byte(at: openBracket) {
      let sign = Character(Unicode.Scalar(bracket))
      let remark = "the `\(sign)` from line \(openBracket.line) is still open"
      result.frame = Diagnostic.Frame(mark, remark: remark)
      let end = sign == "[" ? "]" : "}"
      result.hint = "end it with `\(end)` in line \(first), or put a `,` between the two lines"
    } else {
      let deeper = indent > indentColumn(ofLine: first)
      let remark = deeper ? "indented deeper than line \(first)" : "not the start of a key or item"
      result.frame = Diagnostic.Frame(mark, remark: "\(remark), so YAML joins the two")
    }
    return result
  }

  /// A word alone in a line with keys below it lacks its colon.
  private func colonHint(_ text: String, _ line: Int, _ next: Int) -> String? {
    let word = self.text(ofLine: line).drop { "- ".contains($0) }
    let key = self.text(ofLine: next).drop { $0 == " " }.prefix { $0 != ":" }
    guard !word.contains(where: { $0 == " " || $0 == ":" }), text.hasPrefix(word),
      !key.isEmpty, self.text(ofLine: next).contains(":")
    else { return nil }
    guard beginsWithDash(line: line) else { return "a colon is missing: `\(word):`" }
    if StepCatalogue.type(named: String(word)) != nil, !beginsWithDash(line: next),
      !StepParser.keysBesideVerbs.contains(String(key))
    {
      if StepCatalogue.type(named: String(key)) != nil {
        return "`\(key)` is a step of its own: `- \(key): …` in the column of `- \(word)`"
      }
      return "a colon is missing: `- \(word):`, and `\(key): …` two blanks further below it"
    }
    return StepParser.keysBesideVerbs.contains(String(key))
      ? "a colon makes room for more: `- \(word):`, and `\(key): …` below the verb" : nil
  }

  /// Two keys of one map that do not stand in one column.
  private func columnHint(_ line: Int, _ next: Int) -> String? {
    func key(_ line: Int) -> Substring? {
      let text = self.text(ofLine: line).drop { $0 == " " }
      let key = text.prefix { $0 != ":" && $0 != " " }
      return text.dropFirst(key.count).hasPrefix(": ") ? key : nil
    }
    let (column, other) = (indentColumn(ofLine: line), indentColumn(ofLine: next))
    guard let first = key(line), let second = key(next), other > column else { return nil }
    return "`\(first)` stands in column \(column) and `\(second)` in column \(other): "
      + "keys of one map stand in one column"
  }

  /// Where `do` belongs below a step that has steps right below it.
  private func columnOfMissingDo(_ line: Int, _ next: Int) -> Int? {
    let column = indentColumn(ofLine: line) + 2
    let verb = text(ofLine: line).drop { " -".contains($0) }.prefix { $0 != ":" }
    guard beginsWithDash(line: line), beginsWithDash(line: next),
      indentColumn(ofLine: next) >= column,
      StepCatalogue.type(named: String(verb)) is any FlowStep.Type
    else { return nil }
    return column
  }

  /// The next line with something on it.
  private func lineAfter(_ line: Int) -> Int {
    var next = line + 1
    while next < lineCount, byteRange(ofLine: next).allSatisfy({ bytes[$0] <= 0x20 }) { next += 1 }
    return next
  }

  private static func lines(_ range: SourceRange) -> String {
    let count = range.end.line - range.start.line + 1
    let words = ["two", "three", "four", "five", "six", "seven", "eight", "nine"]
    return "\(count < 10 ? words[count - 2] : String(count)) lines"
  }

  private static func short(_ text: String) -> String {
    let limit = 40
    let flat = text.replacing("\n", with: " ")
    return flat.unicodeScalars.count <= limit ? flat : "\(flat.prefix(limit - 1))…"
  }
}
