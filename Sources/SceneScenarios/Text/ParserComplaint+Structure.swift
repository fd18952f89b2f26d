// Brackets, indentation, dashes and colons: what is missing, or stands in the wrong place.
extension ParserComplaint {
  /// A bracket, brace or missing comma.
  var unclosed: Diagnostic? {
    let isAtEnd = error.place.line >= file.lineCount && file.byte(at: error.place) == nil
    if isAtEnd, error.context.contains("flow"), let bracket { return neverClosed(bracket) }
    guard error.problem.contains("expected ',' or"), let open = error.contextPlace else {
      return nil
    }
    let (sign, end) = error.problem.contains("]") ? ("[", "]") : ("{", "}")
    if isAtEnd { return neverClosed(open) }
    let offset = file.offset(of: error.place)
    let isBrace = file.byte(at: error.place) == UInt8(ascii: "{")
    if isBrace, offset > 0, file.bytes[offset - 1] == UInt8(ascii: "$") {
      let start = SourcePosition(line: error.place.line, column: error.place.column - 1)
      return file.diagnostic(
        .notYAML, at: start, "`${…}` needs quotes inside brackets and braces",
        hint: (file.text(ofLine: start.line).contains("“") ? "“ and ” are no quotes here: " : "")
          + (foreignVariable(at: start) ?? "write \"\(plainText(around: start))\""))
    }
    let before = String(
      file.text(ofLine: error.place.line).unicodeScalars.prefix(error.place.column - 1))
    let hint: String
    if file.byte(at: error.place) == UInt8(ascii: "["), let type = before.firstMatch(of: /(\w+)$/) {
      hint = "a list of them is written `[\(type.1)]`"
    } else if error.place.line > open.line, before.allSatisfy(\.isWhitespace) {
      hint = "line \(error.place.line - 1) ends with one more `\(end)`"
    } else {
      hint = "texts with , [ ] { } or `: ` need quotes inside brackets and braces"
    }
    return file.diagnostic(
      .notYAML, at: error.place,
      "a `,` or `\(end)` is missing before this: the `\(sign)` from line \(open.line) is open",
      hint: hint)
  }

  /// `${{ vars.mug }}`, as build servers have it.
  private func foreignVariable(at place: SourcePosition) -> String? {
    let line = file.text(ofLine: place.line).unicodeScalars
    let text = String(line.dropFirst(place.column - 1))
    guard let match = text.prefixMatch(of: /\$\{\{\s*([\w.]+)\s*\}\}/) else { return nil }
    let name = match.1.split(separator: ".").last ?? match.1
    return "a variable has one brace on each side, and its name alone: \"${\(name)}\""
  }

  /// The text without quotes in which a `${…}` stands.
  private func plainText(around place: SourcePosition) -> String {
    let line = file.text(ofLine: place.line).unicodeScalars
    let start = line.index(line.startIndex, offsetBy: place.column - 1)
    let before = line[..<start].lastIndex { ",[{:".unicodeScalars.contains($0) }
    let end = line[start...].firstIndex(of: "}").map { line.index(after: $0) } ?? line.endIndex
    let rest = line[end...].prefix { !",]} ".unicodeScalars.contains($0) }
    let first = before.map { line.index(after: $0) } ?? line.startIndex
    let text = String(line[first..<end]) + String(rest)
    return String(text.filter { !"“”\"".contains($0) }.drop { $0 == " " })
  }

  private func neverClosed(_ open: SourcePosition) -> Diagnostic {
    let isList = file.byte(at: open) == UInt8(ascii: "[")
    var result = file.diagnostic(
      .notYAML, at: error.place,
      "the `\(isList ? "[" : "{")` from line \(open.line) is never closed",
      hint: "put `\(isList ? "]" : "}")` where the \(isList ? "list" : "map") ends")
    result.frame = Diagnostic.Frame(SourceRange(at: open), remark: "opened here")
    return result
  }

  /// A step with something beside its verb, in one line and without braces: `- act: go, in: B`.
  private func bracedStep(at place: SourcePosition) -> String? {
    let line = file.text(ofLine: place.line).drop { $0 == " " }
    guard let match = line.wholeMatch(of: /- ([\w-]+): [^{}:]*, *([\w-]+): [^{}]*/),
      StepCatalogue.type(named: String(match.1)) != nil,
      StepParser.keysBesideVerbs.contains(String(match.2))
    else { return nil }
    return "a step with more than its verb in one line has braces: `- { \(line.dropFirst(2)) }`"
  }

  /// A sign that stands where nothing like it can stand.
  var misplaced: Diagnostic? {
    let place = error.place
    if error.problem.contains("mapping values") {
      return file.diagnostic(
        .notYAML, at: place, "a second `:` in one line",
        hint: bracedStep(at: place)
          ?? "a text with `: ` needs quotes; a map inside a value needs braces or its own line")
    }
    if error.problem.contains("block sequence entries") {
      return file.diagnostic(
        .notYAML, at: place, "a list can't begin here",
        hint: "put the `-` on a line of its own; a text that begins with `- ` needs quotes")
    }
    if error.problem.contains("mapping keys") { return file.complexKey(at: place) }
    if error.problem.contains("expected ':'") {
      let start = error.contextPlace ?? place
      let word = file.text(ofLine: start.line).drop { $0 == " " }
      let isVerb = StepCatalogue.type(named: String(word)) != nil
      return file.diagnostic(
        .notYAML, at: start, "a `:` is missing after this",
        hint: word.first == "-" && StepCatalogue.type(named: String(word.dropFirst())) != nil
          ? "a blank belongs behind the dash: `- \(word.dropFirst())`"
          : isVerb
            ? "a step begins with a dash: `- \(word)`, in the column of the dash above"
            : "write `key: value`, with a blank after the colon")
    }
    if error.problem.contains("cannot start") {
      if let wrapper = wrapper(at: place) { return wrapper }
      let sign = file.text(in: SourceRange(at: place))
      return file.diagnostic(
        .notYAML, at: place, "a text can't begin with `\(sign)`", hint: "put it in quotes")
    }
    switch file.byte(at: place) {
    case UInt8(ascii: ":"): return file.noKey(at: place)
    case UInt8(ascii: ","):
      return file.diagnostic(
        .notYAML, at: place, "there is nothing before the `,`",
        hint: "remove it, or add what is missing")
    case UInt8(ascii: "-") where bracket != nil:
      return file.diagnostic(
        .notYAML, at: place, "a list with dashes can't stand inside brackets or braces",
        hint: "write [a, b]; a text that begins with `- ` needs quotes")
    case UInt8(ascii: "]"): return noneOpen("]", opening: "[")
    case UInt8(ascii: "}"): return noneOpen("}", opening: "{")
    default: return nil
    }
  }

  /// A property wrapper of Swift, as a key of `storage` is written.
  private func wrapper(at place: SourcePosition) -> Diagnostic? {
    let line = file.text(ofLine: place.line)
    guard
      let match = line.firstMatch(
        of: /@(SceneStorage|AppStorage)(?:\([^)]*\))?\s+(?:var\s+)?(\w+)\s*:\s*(.+?)\s*$/)
    else { return nil }
    let type = match.3.split(separator: "=")[0].filter { $0 != " " }.lowercased()
    let isOfApp = match.1 == "AppStorage"
    let written =
      isOfApp ? "\(match.2): { type: \(type), scope: app }" : "\(match.2): \(type)"
    return file.diagnostic(
      .notYAML, at: place, "a text can't begin with `@`",
      hint: "a key of `storage` is kept without more words: `\(written)`")
  }

  private func noneOpen(_ sign: String, opening: String) -> Diagnostic {
    file.diagnostic(
      .notYAML, at: error.place, "a `\(sign)` without a `\(opening)` before it",
      hint: "remove it, or put it in quotes")
  }

  /// Lines that fit no list and no map around them.
  var structure: Diagnostic {
    let place = error.place
    if error.problem.contains("<document start>"), isAfterEndMark {
      return file.secondDocument(at: place)
    }
    guard let outer = error.contextPlace, error.context.contains("block") else {
      return file.diagnostic(
        .notYAML, at: place, "this can't stand here",
        hint: "is a quote, bracket or colon missing before it?")
    }
    if let blank = missingBlank(at: place) ?? missingBlank(before: outer) { return blank }
    if let colon = missingColon(before: place) { return colon }
    let (kind, parts) = error.problem.contains("'-'") ? ("list", "dashes") : ("map", "keys")
    var hint = "its \(parts) stand in column \(outer.column)"
    let last = (outer.line..<place.line).last { !file.text(ofLine: $0).allSatisfy(\.isWhitespace) }
    let before = file.indentColumn(ofLine: last ?? place.line - 1)
    if let last, last > outer.line, before != outer.column, before != place.column {
      hint += ", line \(last) begins in column \(before)"
    }
    if parts == "keys", let left = keyTooFarLeft(of: place, since: outer) { hint = left }
    hint =
      (parts == "dashes"
        ? dashHint(at: place, before) ?? shiftedDash(at: place, outer)
          ?? keyAmongDashes(at: place, outer)
        : signHint(at: place, outer) ?? keyWithDash(at: place, before))
      ?? hint
    return file.diagnostic(
      .notYAML, at: place, "this does not fit the \(kind) that begins in line \(outer.line)",
      hint: hint)
  }

  /// A key in the column of the dashes before it, which stand below another one of its map.
  private func keyAmongDashes(at place: SourcePosition, _ outer: SourcePosition) -> String? {
    let key = file.text(ofLine: outer.line - 1)
    let here = file.text(ofLine: place.line).drop { $0 == " " }.prefix { $0 != ":" }
    let column = file.indentColumn(ofLine: outer.line - 1)
    let known = column == 1 ? ScenarioLanguage.topLevel.names : ScenarioLanguage.app.names
    guard place.column == outer.column, column < outer.column, known.contains(String(here)),
      key.contains(/^ *[\w-]+:\s*$/)
    else { return nil }
    return "`\(here)` in column \(place.column) should be in column \(column), as "
      + "`\(key.drop { $0 == " " }.prefix { $0 != ":" })` in line \(outer.line - 1) is"
  }

  /// A key in quotes with its value behind it, and no colon between.
  private func missingColon(before place: SourcePosition) -> Diagnostic? {
    let before = file.text(ofLine: place.line).unicodeScalars.prefix(place.column - 1)
    let key = String(String.UnicodeScalarView(before)).drop { $0 == " " }
    guard key.first == "\"", key.last == " ", key.count(where: { $0 == "\"" }) == 2 else {
      return nil
    }
    return file.diagnostic(
      .notYAML, at: place, "a `:` is missing before this", hint: "write `\(key.dropLast()): …`")
  }

  /// A key in the column of an outer map, with neighbours before and behind it in the inner one.
  private func keyTooFarLeft(of place: SourcePosition, since outer: SourcePosition) -> String? {
    let lines = outer.line..<place.line
    guard let line = lines.last(where: { file.indentColumn(ofLine: $0) == outer.column }),
      lines.contains(where: { $0 < line && file.indentColumn(ofLine: $0) == place.column })
    else { return nil }
    let key = file.text(ofLine: line).drop { $0 == " " }.prefix { $0 != ":" }
    let here = file.text(ofLine: place.line).drop { $0 == " " }.prefix { $0 != ":" }
    if outer.column == 1, ScenarioLanguage.topLevel.names.contains(String(here)) {
      return "`\(here)` stands at the top of the file, in column 1"
    }
    let inApp = ScenarioLanguage.app.names
    if outer.column > 1, inApp.contains(String(here)), inApp.contains(String(key)) {
      return "`\(here)` stands beside `\(key)` (line \(line)), in column \(outer.column)"
    }
    return "`\(key)` in line \(line) stands in column \(outer.column); should it be in column "
      + "\(place.column), beside this?"
  }

  /// A text that begins with `#` and so took the end of what is open along.
  var comment: Diagnostic? {
    guard let open = bracket, case let line = file.text(ofLine: open.line),
      let mark = line.firstRange(of: " #").map({ line.index(after: $0.lowerBound) }),
      line[mark...].contains(where: { "]}".contains($0) }),
      line[..<mark].count(where: { $0 == "\"" }) % 2 == 0,
      error.place.line > open.line, !error.problem.contains("end of stream")
    else { return nil }
    let start = line[..<mark].lastIndex { ",[{:".contains($0) }
    let before = start.map { line[line.index(after: $0)..<mark] } ?? ""
    let text = (before + line[mark...]).prefix { !",]}".contains($0) }
    let quoted = text.drop { $0 == " " }
    let end = quoted.lastIndex { $0 != " " }.map { quoted[...$0] } ?? quoted
    let column = 1 + line[..<mark].unicodeScalars.count
    return file.diagnostic(
      .notYAML, at: SourcePosition(line: open.line, column: column),
      "`#` begins a comment: the `\(file.text(in: SourceRange(at: open)))` in this line stays open",
      hint: "a text with a # needs quotes: \"\(end)\"")
  }

  /// Whether the last line with something on it is the `...` that ends a document.
  private var isAfterEndMark: Bool {
    var line = error.place.line - 1
    while line > 1, file.text(ofLine: line).isEmpty { line -= 1 }
    return file.text(ofLine: line).hasPrefix("...")
  }
}
