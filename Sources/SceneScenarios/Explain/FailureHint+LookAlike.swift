import FoundationEssentials

// Two values that look the same.
extension FailureHint {
  /// Two values that look the same and are not.
  static func lookAlike(_ mismatch: Mismatch) -> String? {
    switch (mismatch.node.content, mismatch.actual) {
    case (.text("?"), _?):
      return "this compares with a question mark: `$any` is met by any value, and `expect: \"?\"` "
        + "as a whole is filled in by `scenesim run FILE --update=expect`"
    case (.text(let wanted), .text(let found)?), (.text(let wanted), .url(let found)?):
      return lookAlike(wanted, found)
    case (.text(let wanted), .int?), (.text(let wanted), .double?), (.text(let wanted), .bool?):
      let isSame = wanted == mismatch.actual?.json()
      return isSame ? "quotes make a text; without them it is what was found: \(wanted)" : nil
    case (.int, .text(let found)?), (.double, .text(let found)?), (.bool, .text(let found)?):
      let isSame = found == FailureReport.text(mismatch.node)
      return isSame ? "quotes make it the text that was found: \"\(found)\"" : nil
    case (.map, .list(let values)?):
      guard let part = mismatch.node["$contains"]?.text,
        // In a long text there is everything.
        values.contains(where: {
          $0.plainText.map { $0.contains(part) && $0.count < 20 * part.count } == true
        })
      else { return nil }
      return "of a list `$contains` looks for a whole element: "
        + "`{ $contains: { $contains: \(part) } }` looks for a part of one"
    case (.text(let wanted), .date?):
      guard !wanted.hasSuffix("Z"), let date = DateText.date(wanted) else { return nil }
      return "`\(wanted)` is \(DateText.text(of: date))"
    case (.null, .text("")?): return "an empty text is written as \"\""
    case (.list(let nodes), .list(let values)?) where nodes.count == values.count: return nil
    default: return nil
    }
  }

  /// What other languages have where nothing is.
  static func isNothing(_ node: Node) -> Bool {
    node.text == "" || node.list?.isEmpty == true || node.map?.isEmpty == true
      || node.double == 0 || node.bool == false
  }

  /// That a value of the round before was expected.
  func roundHint(_ place: FailureReport.Place, _ mismatch: Mismatch) -> String? {
    guard let mark = context.origin(of: context.place(of: place))?.written,
      mark.rounds.contains("i = "), let found = mismatch.actual?.plainText,
      let wanted = ScenarioWorld.text(of: mismatch.node)
    else { return nil }
    let isNext = found.matches(of: /\d{1,9}/).contains { number in
      let (before, after) = (found[..<number.startIndex], found[number.endIndex...])
      return Int(number.0).map { "\(before)\($0 + 1)\(after)" } == wanted
    }
    return isNext ? "`${i}` counts from 0: the first round writes what has a 0 in it" : nil
  }

  private static func lookAlike(_ wanted: String, _ found: String) -> String? {
    if found.contains("{{"), !wanted.contains("{{") {
      let name = found.firstMatch(of: /\{\{ *([\w.-]+) *\}\}/)?.1 ?? "payload.id"
      return "a variable is written with a dollar and one brace: `${\(name)}`"
    }
    if found.wholeMatch(of: /\$?\{?\w+\}?/) != nil, found.contains(where: { "${}".contains($0) }) {
      return
        "a variable is written with a dollar and braces: `${\(found.filter { !"${}".contains($0) })}`"
    }
    if let name = wanted.wholeMatch(of: /\{+\$?([\w.]+)\}+/)?.1 {
      return "a variable is written with a dollar before its brace: `${\(name)}`"
    }
    if let rule = patternHint(wanted, found) { return rule }
    let bare = [wanted, found].map { $0.filter { !"“”„‘’«»".contains($0) } }
    if bare[0] == bare[1], wanted != found, !bare[0].isEmpty {
      return "“ and ” are part of the text: quotes that end it are \" and '"
    }
    if wanted == found {
      return "the two look alike but are other characters: "
        + "\(count(wanted)) here, \(count(found)) there (composed or not)"
    }
    if trimmed(wanted) == trimmed(found) { return "they differ in blanks at the ends only" }
    if wanted.lowercased() == found.lowercased() {
      return "they differ in upper and lower case only"
    }
    return nil
  }

  /// A pattern as other tools write them, which the text that was found does fit.
  private static func patternHint(_ wanted: String, _ found: String) -> String? {
    let isGlob = wanted.hasPrefix("*") || wanted.hasSuffix("*")
    let core = wanted.drop { $0 == "*" }.reversed().drop { $0 == "*" }.reversed()
    let text = FlowText.scalar(String(core))
    let rule: String? =
      switch (wanted.hasPrefix("*"), wanted.hasSuffix("*")) {
      case _ where core.isEmpty || core.contains("*"): nil
      case (true, true) where found.contains(String(core)): "{ $contains: \(text) }"
      case (true, false) where found.hasSuffix(String(core)): "{ $ends-with: \(text) }"
      case (false, true) where found.hasPrefix(String(core)):
        "{ $matches: '^\(FlowText.escaped(String(core)))' }"
      default: nil
      }
    if isGlob, let rule { return "a text is compared as it is: `\(rule)` is the pattern" }
    let inner = wanted.hasPrefix("/") && wanted.hasSuffix("/") ? wanted.dropFirst().dropLast() : ""
    let isWritten =
      !inner.isEmpty || wanted.hasPrefix("^") || wanted.hasSuffix("$") || wanted.contains(".*")
    let pattern = inner.isEmpty ? wanted : String(inner)
    // What is no pattern was meant as it stands.
    guard isWritten, let regex = try? Regex(pattern), found.firstMatch(of: regex) != nil else {
      return nil
    }
    return "a text is compared as it is: `{ $matches: '\(pattern)' }` is the pattern"
  }

  private static func count(_ text: String) -> String { "\(text.unicodeScalars.count) scalars" }

  private static func trimmed(_ text: String) -> String {
    String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
