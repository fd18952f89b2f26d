/// Turns a complaint of the YAML library into a message of the format: which mistake a person
/// most likely made, and how it is put right.
struct ParserComplaint {
  let error: YAMLError
  let file: SourceFile
  /// The bracket or brace that was open before the complaint, as far as events tell.
  let bracket: SourcePosition?

  init(
    _ error: YAMLError, in file: SourceFile, bracket: SourcePosition?, separators: LineSeparators?
  ) {
    self.bracket = bracket
    var error = error
    if let separators, let text = error.runsOn?.text {
      error.runsOn?.text = separators.restore(text)
    }
    // The parser puts the end of a file into a line of its own even where there is none.
    if error.place.line > file.lineCount { error.place = file.end(ofLine: file.lineCount) }
    self.error = error
    self.file = file
  }

  var diagnostic: Diagnostic {
    if let comment { return comment }
    if let openQuote = openQuote ?? apostrophe { return openQuote }
    if let text = error.runsOn {
      return file.runsOn(text, openBracket: bracketAround(text) ?? bracket)
    }
    if let refused { return refused }
    return unclosed ?? quotes ?? misplaced ?? structure
  }

  /// The bracket the parser was inside of, if the text came after it.
  private func bracketAround(_ text: YAMLEvent) -> SourcePosition? {
    guard error.isInsideBrackets, let place = error.contextPlace, place < text.range.start,
      let byte = file.byte(at: place), byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
    else { return nil }
    return place
  }

  /// Broken forms of what the profile leaves out anyway.
  private var refused: Diagnostic? {
    let place = error.contextPlace ?? error.place
    if error.context.contains("alias") { return file.alias(SourceRange(at: place)) }
    if error.context.contains("anchor") { return file.anchor(at: place) }
    if error.context.contains("directive") {
      return file.directive(at: file.offset(of: place))
    }
    if error.context.contains("a tag") { return file.yamlTag(at: place) }
    if error.problem.contains("tag handle") { return file.yamlTag(at: error.place) }
    return nil
  }

  /// A quote that is not closed in its line: the next one, which was to begin a text, ends it, and
  /// whatever stands behind that is complained about.
  private var openQuote: Diagnostic? { open("\"", not: "'") ?? open("'", not: "\"") }

  private func open(_ quote: Unicode.Scalar, not other: Unicode.Scalar) -> Diagnostic? {
    var open: SourcePosition?
    for line in 1...max(1, min(error.place.line, file.lineCount)) {
      let text = Array(file.text(ofLine: line).unicodeScalars)
      let quotes = text.indices.filter { text[$0] == quote }
      guard let first = quotes.first, let last = quotes.last, !text.contains(other),
        !text.contains("\\")
      else { continue }
      if let open, Self.opens(text, first) {
        return file.diagnostic(
          .notYAML, at: open,
          "the quote opened here is not closed in its line, and so ends in line \(line)",
          hint: "end the text with the same quote")
      }
      let isOpen = quotes.count % 2 == 1 && Self.opens(text, last)
      open = isOpen ? SourcePosition(line: line, column: last + 1) : nil
    }
    return nil
  }

  /// Whether a quote stands where a text begins.
  private static func opens(_ line: [Unicode.Scalar], _ quote: Int) -> Bool {
    guard let before = line[..<quote].last(where: { $0 != " " }) else { return true }
    return ":,[{-".unicodeScalars.contains(before)
  }

  /// A `'` inside single quotes, which ends the text before its word does.
  private var apostrophe: Diagnostic? {
    let offset = file.offset(of: error.place)
    guard offset > 1, file.bytes[offset - 1] == UInt8(ascii: "'"),
      let next = file.text(in: SourceRange(at: error.place)).first, next.isLetter,
      file.text(ofLine: error.place.line).count(where: { $0 == "'" }) > 1
    else { return nil }
    let quote = SourcePosition(line: error.place.line, column: error.place.column - 1)
    return file.diagnostic(
      .notYAML, at: quote, "the quote that ends here is inside of a word",
      hint: "write \"\(wholeText(around: quote))\", or each `'` in it twice: 'It''s'")
  }

  /// The text whose `'` ended it before its end.
  private func wholeText(around quote: SourcePosition) -> String {
    let line = Array(file.text(ofLine: quote.line).unicodeScalars)
    let first = line[..<(quote.column - 1)].lastIndex(of: "'") ?? line.startIndex
    let ends = line[quote.column...].firstIndex { "',]}".unicodeScalars.contains($0) }
    let text = line[(first + 1)..<(ends ?? line.endIndex)]
    if text.isEmpty { return "" }
    let end = text.lastIndex { $0 != " " } ?? text.startIndex
    // In single quotes nothing is escaped by a backslash, and in double ones no `'` is.
    return String(String.UnicodeScalarView(text[...end])).replacing("\\'", with: "'")
  }

  /// Quoted texts and `|` or `>` texts.
  private var quotes: Diagnostic? {
    let start = error.contextPlace ?? error.place
    if error.context.contains("block scalar") {
      return file.diagnostic(
        .notYAML, at: error.place, "a text after `|` or `>` begins on the next line",
        hint: "write `about: |`, then the text below it, indented by spaces")
    }
    guard error.context.contains("quoted scalar") || error.problem.contains("escape") else {
      return nil
    }
    if error.problem.contains("end of stream") || error.problem.contains("document indicator") {
      return file.diagnostic(
        .notYAML, at: start, "the quote opened here is never closed",
        hint: "end the text with the same quote; \\\" and '' stand for a quote inside")
    }
    if error.problem.contains("Unicode") {
      return file.diagnostic(
        .notYAML, at: error.place, "this escape is no character",
        hint: "write the character itself, or its number as in \"\\U0001F989\"")
    }
    return file.diagnostic(
      .notYAML, at: error.place, "there is no such escape in double quotes",
      hint: "\\n \\t \\\" \\\\ \\x41 \\u00E9 exist; in single quotes \\ is an ordinary character")
  }
}
