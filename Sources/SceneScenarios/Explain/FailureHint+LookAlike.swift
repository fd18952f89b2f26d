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

  private static func count(_ text: String) -> String { "\(text.unicodeScalars.count) scalars" }

  private static func trimmed(_ text: String) -> String {
    String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
