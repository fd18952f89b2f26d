/// Turns a complaint of the YAML library into a message of the format: which mistake a person
/// most likely made, and how it is put right.
struct ParserComplaint {
  private let error: YAMLError
  private let file: SourceFile

  init(_ error: YAMLError, in file: SourceFile, separators: LineSeparators?) {
    var error = error
    if let separators, let text = error.runsOn?.text {
      error.runsOn?.text = separators.restore(text)
    }
    self.error = error
    self.file = file
  }

  var diagnostic: Diagnostic {
    if let text = error.runsOn {
      return file.runsOn(text, openBracket: bracketAround(text))
    }
    if let refused { return refused }
    return unclosed ?? quotes ?? structure
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

  /// A bracket, brace or missing comma.
  private var unclosed: Diagnostic? {
    guard error.problem.contains("expected ',' or"), let open = error.contextPlace else {
      return nil
    }
    let isList = error.problem.contains("]")
    let (sign, end) = isList ? ("[", "]") : ("{", "}")
    guard let found = file.byte(at: error.place) else {
      var result = file.diagnostic(
        .notYAML, at: error.place, "the `\(sign)` from line \(open.line) is never closed",
        hint: "put `\(end)` where the \(isList ? "list" : "map") ends")
      result.frame = Diagnostic.Frame(SourceRange(at: open), remark: "opened here")
      return result
    }
    let offset = file.offset(of: error.place)
    if found == UInt8(ascii: "{"), offset > 0, file.bytes[offset - 1] == UInt8(ascii: "$") {
      let start = SourcePosition(line: error.place.line, column: error.place.column - 1)
      return file.diagnostic(
        .notYAML, at: start, "`${…}` needs quotes inside brackets and braces",
        hint: "write \"${name}\"")
    }
    return file.diagnostic(
      .notYAML, at: error.place,
      "a `,` or `\(end)` is missing before this: the `\(sign)` from line \(open.line) is open",
      hint: "texts with , [ ] { } or `: ` need quotes inside brackets and braces")
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

  /// Indentation, dashes and colons.
  private var structure: Diagnostic {
    let place = error.place
    if error.problem.contains("mapping values") {
      return file.diagnostic(
        .notYAML, at: place, "a second `:` in one line",
        hint: "a text with `: ` needs quotes; a map inside a value needs braces or its own line")
    }
    if error.problem.contains("block sequence entries") {
      return file.diagnostic(
        .notYAML, at: place, "a list can't begin here",
        hint: "put the `-` on a line of its own; a text that begins with `- ` needs quotes")
    }
    if error.problem.contains("mapping keys") { return file.complexKey(at: place) }
    if error.problem.contains("expected ':'") {
      return file.diagnostic(
        .notYAML, at: error.contextPlace ?? place, "a `:` is missing after this",
        hint: "write `key: value`, with a blank after the colon")
    }
    if error.problem.contains("cannot start") {
      let scalar = file.text(in: SourceRange(at: place))
      return file.diagnostic(
        .notYAML, at: place, "a text can't begin with `\(scalar)`", hint: "put it in quotes")
    }
    if let outer = error.contextPlace, error.context.contains("block") {
      let kind = error.problem.contains("'-'") ? "list" : "map"
      return file.diagnostic(
        .notYAML, at: place, "this does not fit the \(kind) that begins in line \(outer.line)",
        hint: "\(kind == "list" ? "its dashes" : "its keys") stand in column \(outer.column)")
    }
    return file.diagnostic(
      .notYAML, at: place, "this can't stand here",
      hint: "is a quote, bracket or colon missing before it?")
  }
}
