internal import SceneSimulator

/// The matchers that are written as maps: `{$contains: x}` and their like.
enum MatcherRule {
  static let names = ScenarioLanguage.matchers.names

  static func hold(_ entries: [Entry], _ actual: ScenarioValue?) -> Bool {
    entries.allSatisfy { entry in
      let wanted = entry.value
      return switch entry.key.name {
      case "$not": Matcher.mismatch(wanted, actual) != nil
      case "$contains": contains(wanted, actual)
      case "$ends-with": endsWith(wanted, actual)
      case "$matches": matches(wanted, actual)
      case "$one-of": (wanted.list ?? []).contains { Matcher.mismatch($0, actual) == nil }
      case "$at-least": number(actual).map { $0 >= (wanted.double ?? .infinity) } ?? false
      case "$near": isNear(wanted, entries, actual)
      case "$within": true
      case "$exactly": isExactly(wanted, actual)
      default: false
      }
    }
  }

  static func check(
    _ entry: Entry, among entries: [Entry], in source: SourceFile
  ) throws(Diagnostic) {
    guard names.contains(entry.key.name) else {
      var mistake = unknown(entry.key.name, at: entry.key.range, in: source)
      let other = entries.first { $0.key.name == "$not" }?.value.text.map(FlowText.scalar)
      if entry.key.name == "$any", let other {
        mistake.hint = "neither nothing nor \(other) is `{ $not: { $one-of: [~, \(other)] } }`"
      }
      throw mistake
    }
    for (one, other) in [("$near", "$within"), ("$within", "$near")]
    where entry.key.name == one && !entries.contains(where: { $0.key.name == other }) {
      throw source.missingKey(other, of: "`\(one)`", at: entry.key.range)
    }
    try checkValue(entry, in: source)
    if entry.key.name == "$matches", let text = entry.value.text, !text.contains("${"),
      (try? Regex(text)) == nil  // what the parser says of it is no sentence for people
    {
      throw source.diagnostic(
        .wrongValue, at: entry.value.range, "`\(text)` is no regular expression",
        hint: text.hasPrefix("*")
          ? "`.*` stands for any letters in it; `{ $ends-with: \(FlowText.scalar(String(text.dropFirst()))) }` "
            + "is what ends so"
          : "signs that mean themselves have a `\\` before them in it: "
            + "`$matches: '\(FlowText.escaped(text))'`")
    }
  }

  /// What a matcher is given must be of a kind that it can use, and must not hold for all.
  private static func checkValue(_ entry: Entry, in source: SourceFile) throws(Diagnostic) {
    let (name, value) = (entry.key.name, entry.value)
    if value.text?.contains("${") == true { return }
    switch name {
    case "$one-of":
      if try source.list(value, for: "`\(name)`").isEmpty {
        throw source.contradiction(value, "nothing is one of no values")
      }
      if let any = value.list?.first(where: { $0.text == "$any" }) {
        var mistake = source.vacuous(any, "a choice with `$any` in it")
        mistake.hint = "write `$any` alone if any value is right, or leave it out"
        throw mistake
      }
    case "$at-least", "$near", "$within":
      if value.double == nil { throw source.wrongKind(value, for: "`\(name)`", wanted: "a number") }
      if name == "$within", let distance = value.double, distance < 0 {
        throw source.diagnostic(
          .contradiction, at: value.range, "no number is nearer than 0", hint: "write 0 or more")
      }
    case "$matches":
      if Self.matchAll.contains(try source.text(value, for: "`\(name)`")) {
        throw source.vacuous(value, "a `$matches` that every text matches")
      }
    case "$not" where value.map?.isEmpty == true:
      var mistake = source.contradiction(value, "every map fits `{}`, so that none is not so")
      mistake.hint = "`{ $not: { $exactly: {} } }` is a map that has something in it"
      throw mistake
    case "$ends-with" where value.text == nil: _ = try source.list(value, for: "`\(name)`")
    default: break
    }
    let isEmpty = value.text?.isEmpty ?? value.list?.isEmpty ?? false
    if isEmpty, ["$contains", "$ends-with", "$matches"].contains(name) {
      throw source.vacuous(value, "an empty `\(name)`")
    }
  }

  /// Patterns that every text matches.
  private static let matchAll: Set = [
    "^", "$", "^$|.*", ".*", "^.*", ".*$", "^.*$", ".*?", "(.*)", "^(.*)$",
  ]

  /// What is said where a number of elements is asked for.
  static let counting =
    "no rule counts: `[$any, $any]` has exactly two elements, whatever they are"

  /// How so many elements of a list are asked for, or at least as many; nil for another rule.
  static func counting(_ entry: Entry) -> String? {
    let name = String(entry.key.name.drop { $0 == "$" })
    let isLeast =
      name == "at-least" || MeantWord.meant(by: name, among: ["$at-least"]) != nil
    guard isLeast else { return counts(name) ? counting : nil }
    guard let number = entry.value.int, (1...4).contains(number) else { return counting }
    let fewer = (0..<number).map { count in
      "[\([String](repeating: "$any", count: count).joined(separator: ", "))]"
    }
    let rule =
      number == 1 ? "{ $not: [] }" : "{ $not: { $one-of: [\(fewer.joined(separator: ", "))] } }"
    return "no rule counts: a list of at least \(number) is `\(rule)`"
  }

  private static func counts(_ name: String) -> Bool {
    ["length", "count", "size"].contains { name.lowercased().hasSuffix($0) }
  }

  /// What is no matcher; `isAlone` is one that stands where a value does, and may be meant for it.
  static func unknown(
    _ name: String, at range: SourceRange, in source: SourceFile, isAlone: Bool = false
  ) -> Diagnostic {
    if ScenarioLanguage.matcherWords.names.contains(name) {
      return source.diagnostic(
        .wrongKind, at: range, "`\(name)` stands alone, without braces",
        hint: "write `\(name)` where the map stands")
    }
    let (all, word) = (
      names + ScenarioLanguage.matcherWords.names, String(name.prefix { $0 != " " })
    )
    // With its value behind it the matcher is no map yet.
    let meant = names.contains(word) ? word : NearestName.nearest(to: word, among: names)
    let map = word == name ? nil : meant.map { "a matcher is a map: `{ \($0): … }`" }
    return source.diagnostic(
      .noSuchCheck, at: range, "there is no matcher `\(name)`",
      hint: map ?? OtherWords.matchers[word.lowercased().filter(\.isLetter)]
        ?? (counts(word) ? counting : nil) ?? choice(for: name, among: all, isAlone))
  }

  /// The nearest matchers; `$id` is a variable in other languages.
  private static func choice(
    for name: String, among all: [String], _ isAlone: Bool
  ) -> String? {
    let bare = String(name.drop { $0 == "$" })
    // The sign that all have in common makes no two of them alike.
    let isMeant =
      MeantWord.meant(by: name, among: all) != nil
      || !NearestName.suggestions(for: bare, among: all.map { String($0.dropFirst()) }).isEmpty
    let isWord = bare.allSatisfy { $0.isLetter || $0.isNumber || ".-_".contains($0) }
    if isMeant || !isWord { return SourceFile.choice(for: name, among: all) }
    let list = "there are " + all.map { "`\($0)`" }.joined(separator: ", ")
    let variable = name == bare ? "" : "a variable is written `${\(bare)}`"
    return isAlone
      ? "`\(bare)` alone is a text, and \(variable); of matchers \(list)"
      : variable.isEmpty ? list : "\(list); \(variable)"
  }

  private static func contains(_ wanted: Node, _ actual: ScenarioValue?) -> Bool {
    switch actual {
    case .text(let text)?, .url(let text)?:
      // Texts are compared by their bytes here too.
      wanted.text.map { $0.isEmpty || text.utf8.firstRange(of: Array($0.utf8)) != nil } ?? false
    case .list(let values)?: values.contains { Matcher.mismatch(wanted, $0) == nil }
    default: false
    }
  }

  private static func endsWith(_ wanted: Node, _ actual: ScenarioValue?) -> Bool {
    if let end = wanted.text {
      switch actual {
      case .text(let text)?, .url(let text)?:
        return text.utf8.suffix(end.utf8.count).elementsEqual(end.utf8)
      default: return false
      }
    }
    guard let nodes = wanted.list, case .list(let values)? = actual, values.count >= nodes.count
    else { return false }
    return zip(nodes, values.suffix(nodes.count)).allSatisfy { Matcher.mismatch($0, $1) == nil }
  }

  private static func matches(_ wanted: Node, _ actual: ScenarioValue?) -> Bool {
    // Patterns are checked before they are compared with anything.
    guard let pattern = wanted.text, let regex = try? Regex(pattern) else { return false }
    switch actual {
    case .text(let text)?, .url(let text)?: return text.firstMatch(of: regex) != nil
    default: return false
    }
  }

  private static func number(_ value: ScenarioValue?) -> Double? {
    switch value {
    case .int(let int)?: Double(int)
    case .double(let double)?: double
    default: nil
    }
  }

  private static func isNear(
    _ wanted: Node, _ entries: [Entry], _ actual: ScenarioValue?
  ) -> Bool {
    let distance = entries.first { $0.key.name == "$within" }?.value.double
    guard let target = wanted.double, let distance, let found = number(actual) else { return false }
    return abs(found - target) <= distance
  }

  private static func isExactly(_ wanted: Node, _ actual: ScenarioValue?) -> Bool {
    guard Matcher.mismatch(wanted, actual) == nil else { return false }
    guard case .map(let fields)? = actual, let entries = wanted.map else { return true }
    return fields.keys.allSatisfy { name in entries.contains { $0.key.name == name } }
  }
}
