// Dashes and keys in the wrong column, and blanks that are missing behind a dash.
extension ParserComplaint {
  /// A dash in another column than those above it, or below it.
  func shiftedDash(at place: SourcePosition, _ outer: SourcePosition) -> String? {
    guard file.beginsWithDash(line: place.line), file.beginsWithDash(line: outer.line) else {
      return nil
    }
    let others = outer.line..<min(place.line + 20, file.lineCount + 1)
    func count(_ column: Int) -> Int {
      others.count { file.beginsWithDash(line: $0) && file.indentColumn(ofLine: $0) == column }
    }
    return count(place.column) > count(outer.column)
      ? "the dash in line \(outer.line) belongs in column \(place.column), as the others do"
      : "this dash belongs in column \(outer.column), as in line \(outer.line)"
  }

  /// A line without a dash below one that has it.
  func dashHint(at place: SourcePosition, _ before: Int) -> String? {
    let above = place.line - 1
    guard file.beginsWithDash(line: above) else { return nil }
    if file.text(ofLine: above).hasSuffix(":") {
      let verb = file.text(ofLine: above).drop { " -".contains($0) }
      return "what belongs to `\(verb)` stands deeper than it, in column \(before + 4)"
    }
    guard before == place.column, file.text(ofLine: place.line).contains(":") else { return nil }
    let first = file.text(ofLine: place.line).drop { $0 == " " }.prefix { $0 != ":" }
    let verb = file.text(ofLine: above).drop { " -".contains($0) }.prefix { $0 != ":" }
    if StepParser.keysBesideVerbs.contains(String(first)),
      StepCatalogue.type(named: String(verb)) != nil
    {
      return "`\(first)` belongs to `\(verb)` in line \(above), and so in column \(before + 2)"
    }
    let key = ScenarioLanguage.topLevel.contains { $0.name == first }
    return key
      ? "`\(first)` stands at the top of the file, in column 1"
      : "line \(above) begins with a dash and this one does not: all have one, or none"
  }

  /// A key of a map behind a dash, in the column of those above it.
  func keyWithDash(at place: SourcePosition, _ before: Int) -> String? {
    let key = file.text(ofLine: place.line).drop { " -".contains($0) }
    guard before == place.column, file.beginsWithDash(line: place.line),
      !file.beginsWithDash(line: place.line - 1), key.contains(": ")
    else { return nil }
    return "the keys of a map have no dash: `\(key)`"
  }

  /// A line with a dash below one in which it is another sign, or is missing.
  func signHint(at place: SourcePosition, _ outer: SourcePosition) -> String? {
    let first = file.text(ofLine: outer.line).drop { $0 == " " }
    guard file.beginsWithDash(line: place.line), let sign = first.first else { return nil }
    if sign == "-", case let column = file.indentColumn(ofLine: outer.line), column != place.column
    {
      return "the dashes of this list stand in column \(column), as in line \(outer.line)"
    }
    if "–—−•*".contains(sign) {
      return "line \(outer.line) begins with `\(sign)`: a dash is written `-`"
    }
    let verb = first.prefix { $0 != ":" }
    return StepCatalogue.type(named: String(verb)) == nil
      ? nil : "a dash is missing in line \(outer.line): `- \(verb): …`"
  }

  /// A dash without a blank behind it, or an indentation with something else than blanks.
  func missingBlank(at place: SourcePosition) -> Diagnostic? {
    let line = file.text(ofLine: place.line)
    let indent = line.prefix { $0 == " " || $0 == SourceFile.noBreakSpace }
    if let start = indent.firstIndex(of: SourceFile.noBreakSpace) {
      let column = 1 + line[..<start].unicodeScalars.count
      return file.noBreakIndentation(
        at: SourceRange(at: SourcePosition(line: place.line, column: column)))
    }
    let text = line.dropFirst(indent.count)
    // A dash with a letter behind it begins no entry: what does not fit is the line below.
    for number in [place.line, place.line - 1] where number > 0 {
      let rest = file.text(ofLine: number).drop { $0 == " " }
      guard rest.hasPrefix("-\(SourceFile.noBreakSpace)") else { continue }
      let column = file.indentColumn(ofLine: number)
      return file.missingBlank(
        after: "-", at: SourceRange(at: SourcePosition(line: number, column: column)),
        of: String(rest.prefix(2)))
    }
    guard text.hasPrefix("-"), text.contains(":"), let next = text.dropFirst().first, next.isLetter
    else { return nil }
    return dashWithoutBlank(at: place)
  }

  private func dashWithoutBlank(at place: SourcePosition) -> Diagnostic {
    var mistake = file.missingBlank(after: "-", at: SourceRange(at: place), of: "")
    mistake.hint = "write `- \(file.text(ofLine: place.line).drop { " -".contains($0) })`"
    return mistake
  }

  /// A dash without a blank before the verb of a step, which so is a key, and its line a map.
  func missingBlank(before place: SourcePosition) -> Diagnostic? {
    let text = file.text(ofLine: place.line).drop { $0 == " " }
    let verb = text.dropFirst().prefix { $0 != ":" }
    guard text.first == "-", StepCatalogue.type(named: String(verb)) != nil else { return nil }
    return dashWithoutBlank(at: place)
  }
}
