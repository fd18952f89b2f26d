internal import SceneSimulator
internal import SceneState

// The sentences for everything the strict profile refuses, in one place.
extension SourceFile {
  func diagnostic(
    _ code: ProblemCode, at range: SourceRange, _ message: String, hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(code, file: path, range: range, message, hint: hint)
  }

  func diagnostic(
    _ code: ProblemCode, at position: SourcePosition, _ message: String, hint: String
  ) -> Diagnostic {
    diagnostic(code, at: SourceRange(at: position), message, hint: hint)
  }

  // MARK: Bytes

  func tooBig(_ limit: Int = byteLimit, _ what: String = "a scenario") -> Diagnostic {
    // Of standard input no more is read than shows that it is too much.
    let found = path == "-" ? "more than \(limit)" : "\(size)"
    var result = diagnostic(
      .tooBig, at: .start,
      "the file has \(found) bytes, \(what) may have \(limit) (\(limit >> 20) MiB)",
      hint: "split it: `include: part.yaml` takes steps from another file")
    if limit != Self.byteLimit { result.hint = nil }
    result.frame = nil
    return result
  }

  func empty() -> Diagnostic {
    var result = diagnostic(
      .notYAML, at: .start, "the file is empty",
      hint: "a scenario begins with `scenesim: 1`, `scenario: …` and `steps:`")
    result.frame = nil
    return result
  }

  /// What the tool wrote itself, given where a scenario is wanted.
  func written(_ kind: WrittenFile) -> Diagnostic {
    diagnostic(
      .wrongKind, at: .start, "this is \(kind.words), and no scenario", hint: kind.hint(for: path))
  }

  func outOfMemory() -> Diagnostic {
    diagnostic(
      .notYAML, at: .start, "there is no memory to read the file",
      hint: "end other programs and try again")
  }

  func tab(at offset: Int) -> Diagnostic {
    diagnostic(
      .tab, at: position(of: offset), "a tab in the indentation",
      hint: "use spaces: a tab has no fixed width, so it says nothing about depth")
  }

  func directive(at offset: Int) -> Diagnostic {
    diagnostic(
      .directive, at: position(of: offset), "directives (`%…`) are not part of the format",
      hint: "remove the line; `scenesim: 1` says which version of the format a file uses")
  }

  func notUTF8(at offset: Int) -> Diagnostic {
    let byte = Self.hex(UInt32(bytes[offset]), digits: 2)
    return diagnostic(
      .notUTF8, at: position(of: offset), "the byte \(byte) is not UTF-8",
      hint: "save the file with the encoding UTF-8")
  }

  func loneReturn(at offset: Int) -> Diagnostic {
    diagnostic(
      .controlCharacter, at: position(of: offset),
      "a carriage return (U+000D) without a line feed",
      hint: "save the file with the line ends LF or CR LF")
  }

  func controlCharacter(_ scalar: Unicode.Scalar, at offset: Int) -> Diagnostic {
    let number = Self.hex(scalar.value, digits: 4)
    let escape = scalar.value > 0xFF ? "\\u\(number)" : "\\x\(Self.hex(scalar.value, digits: 2))"
    return diagnostic(
      .controlCharacter, at: position(of: offset), "the control character U+\(number)",
      hint: "remove it, or write it as \"\(escape)\" in double quotes")
  }

  private static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// A no-break space looks like a blank and is a letter to YAML.
  static let noBreakSpace: Character = "\u{A0}"

  func noBreakIndentation(at range: SourceRange) -> Diagnostic {
    diagnostic(
      .notYAML, at: range, "a no-break space (U+00A0) in the indentation",
      hint: "type the blanks anew")
  }

  /// What stands behind a colon or dash without a blank between them.
  func missingBlank(after sign: String, at range: SourceRange, of name: String) -> Diagnostic {
    let isNoBreak = name.contains(Self.noBreakSpace)
    return Diagnostic(
      .notYAML, file: path, range: range,
      isNoBreak
        ? "a no-break space (U+00A0) stands behind `\(sign)`, which needs a blank"
        : "a blank is missing after `\(sign)`",
      hint: isNoBreak ? "type the blank anew" : "write `\(sign) …`")
  }

  // MARK: YAML that the profile leaves out

  func anchor(at position: SourcePosition) -> Diagnostic {
    diagnostic(
      .anchor, at: position, "anchors (`&name`) are not part of the format",
      hint: "name the value in `vars` and write `${name}`, or `include` shared steps")
  }

  func alias(_ range: SourceRange) -> Diagnostic {
    diagnostic(
      .alias, at: range, "aliases (`*name`) are not part of the format",
      hint: "name the value in `vars` and write `${name}`; a text that begins with * needs quotes")
  }

  func yamlTag(at position: SourcePosition) -> Diagnostic {
    diagnostic(
      .yamlTag, at: position, "tags (`!name`) are not part of the format",
      hint: "quotes make a text: \"1\"; a text that begins with ! needs quotes too")
  }

  func mergeKey(_ range: SourceRange) -> Diagnostic {
    diagnostic(
      .mergeKey, at: range, "merge keys (`<<`) are not part of the format",
      hint: "write the keys out, or name the map in `vars` and write `${name}`")
  }

  func complexKey(at position: SourcePosition) -> Diagnostic {
    let line = String(
      text(ofLine: position.line).unicodeScalars.dropFirst(max(0, position.column - 2)))
    let variable = line.prefixMatch(of: /\{?\{ *([\w.-]+) *\}\}/)?.1
    return diagnostic(
      .complexKey, at: position, "a key must be a simple text before a `:`",
      hint: variable.map { "a variable is written \"${\($0)}\", in quotes" }
        ?? "write `key: value`, without `?` and without a list or map as key")
  }

  func noKey(at position: SourcePosition) -> Diagnostic {
    diagnostic(
      .notYAML, at: position, "there is no key before the `:`",
      hint: "write `key: value`; a text that begins with : needs quotes")
  }

  /// One file is one document; `first` is the one before this.
  func secondDocument(at position: SourcePosition, after first: Node? = nil) -> Diagnostic {
    // A flow of Maestro names its app first, and `---` ends that.
    let id = first?["appId"].map { text(in: $0.range) }
    return diagnostic(
      .twoDocuments, at: position, "a second document begins here",
      hint: id.map { "`app: { id: \($0) }` says which app it is: leave `appId` and `---` out" }
        ?? "one file is one scenario: move the rest to a file of its own")
  }

  func tooDeep(at position: SourcePosition, limit: Int) -> Diagnostic {
    diagnostic(
      .tooDeep, at: position, "lists and maps are nested more than \(limit) deep",
      hint: "is a bracket or brace repeated by mistake?")
  }

  /// The line above a `do` that begins a step and is indented deeper than the `do` is.
  private func stepTooFarRight(above place: SourcePosition) -> Int? {
    var line = place.line - 1
    while line > 1, byteRange(ofLine: line).allSatisfy({ bytes[$0] == 0x20 }) { line -= 1 }
    guard line >= 1, beginsWithDash(line: line), indentColumn(ofLine: line) > place.column else {
      return nil
    }
    let verb = text(ofLine: line).drop { " -".contains($0) }.prefix { $0 != ":" }
    return StepCatalogue.type(named: String(verb)) is any FlowStep.Type ? line : nil
  }

  func duplicateKey(_ key: PlacedName, firstLine: Int) -> Diagnostic {
    var result = diagnostic(
      .duplicateKey, at: key.range,
      "`\(key.name)` is given twice in this map, first in line \(firstLine)",
      hint: "keep one of the two")
    if key.name == "do", let line = stepTooFarRight(above: key.range.start) {
      let dash = key.range.start.column - 2
      result.message = "a step that belongs before this `do` stands too far to the right"
      result.hint =
        "`\(text(ofLine: line).drop { $0 == " " })` in line \(line) belongs in column \(dash)"
    }
    let isOnSameLine = firstLine == key.range.start.line
    if isOnSameLine {
      result.message = "`\(key.name)` is given twice in this map, both in line \(firstLine)"
    }
    return result
  }
}
