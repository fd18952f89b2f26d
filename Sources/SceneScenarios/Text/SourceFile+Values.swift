internal import SceneSimulator

// Values of the wanted kind, or the message that says what stands there instead.
extension SourceFile {
  package func text(_ node: Node, for subject: String) throws(Diagnostic) -> String {
    if let text = node.text { return text }
    throw wrongKind(node, for: subject, wanted: "a text")
  }

  package func int(_ node: Node, for subject: String) throws(Diagnostic) -> Int {
    if let int = node.int { return int }
    throw wrongKind(node, for: subject, wanted: "an integer")
  }

  package func double(_ node: Node, for subject: String) throws(Diagnostic) -> Double {
    if let double = node.double { return double }
    throw wrongKind(node, for: subject, wanted: "a decimal")
  }

  package func bool(_ node: Node, for subject: String) throws(Diagnostic) -> Bool {
    if let bool = node.bool { return bool }
    throw wrongKind(node, for: subject, wanted: "a bool")
  }

  package func list(_ node: Node, for subject: String) throws(Diagnostic) -> [Node] {
    if let list = node.list { return list }
    throw wrongKind(node, for: subject, wanted: "a list")
  }

  package func texts(_ node: Node, for subject: String) throws(Diagnostic) -> [String] {
    var texts: [String] = []
    for element in try list(node, for: subject) {
      texts.append(try text(element, for: "an element of \(subject)"))
    }
    return texts
  }

  package func map(_ node: Node, for subject: String) throws(Diagnostic) -> [Entry] {
    if let map = node.map { return map }
    throw wrongKind(node, for: subject, wanted: "a map")
  }

  /// One of a few words; anything else is `wrong-value` with the nearest ones.
  package func word(
    _ node: Node, of words: [String], for subject: String
  ) throws(Diagnostic) -> String {
    // What is no text may be meant as one of them, and quotes do not make it one.
    guard let word = node.text else {
      if node.isNull || node.list != nil || node.map != nil { return try text(node, for: subject) }
      throw wrongValue(node, for: subject, words: words)
    }
    guard words.contains(word) else { throw wrongValue(node, for: subject, words: words) }
    return word
  }

  // MARK: Messages

  /// `wrong-kind`: the value is there but of another kind.
  package func wrongKind(_ node: Node, for subject: String, wanted: String) -> Diagnostic {
    var result = Diagnostic(
      .wrongKind, file: path, range: node.range,
      "\(subject) needs \(wanted), this is \(node.kindName)")
    result.hint = hint(for: node, wanted: wanted, of: subject)
    return result
  }

  /// How a value of the wanted kind is written where one of another kind stands.
  func hint(for node: Node, wanted: String, of subject: String = "") -> String? {
    // What a variable holds cannot be changed where it is used.
    if text(in: node.range).contains("${") { return nil }
    if let step = StepCatalogue.type(named: subject.filter { $0 != "`" }),
      subject == "`\(step.name)`", wanted == "a map" || node.map != nil || step.argument.isWritten
    {
      return "it is written like `\(step.syntax)\(Self.map(after: step, with: node.text))`"
    }
    if wanted == "a map", let written = Self.writtenMaps[subject] {
      return "it is written like `\(written)`"
    }
    switch (wanted, node.content) {
    case ("a text", _): return textHint(for: node, of: subject)
    case ("an integer", .text(let text)) where Names.isWindow(text) && subject.hasPrefix("`"):
      return "a window is named by `in`: `{ in: \(text), \(subject.filter { $0 != "`" }): 1 }`"
    case ("a list", .map(let entries)) where entries.isEmpty:
      return "an empty list is written as []"
    case ("a list", .map(let entries)) where subject == "`devices`":
      let names = entries.map(\.key.name).joined(separator: ", ")
      return "devices are listed by name: [\(names)]"
    case ("a list", .map) where node.style != .flow:
      return "a dash before the first key makes a list"
    case ("a list", .map): return "brackets make a list: [\(text(in: node.range))]"
    case ("a list", .null) where subject == "`steps`":
      return "a step stands below it, behind a dash: `- launch: A`"
    case ("a list", .null), ("a list", .text("none")), ("a list", .text("nil")),
      ("a list", .text("empty")):
      return "an empty list is written as []"
    case ("a list", .int) where ["`windows`", "`closed`"].contains(subject):
      return "windows are listed by name: [A, B]"
    case ("a list", .text("$any")):
      return "every list is `$any`: `[$any]` has exactly one element, `{ $not: [] }` at least one"
    case ("a list", .text(let text)) where Self.range(text) != nil:
      return Self.range(text)
    case ("a list", .text(let text))
    where text.split(separator: " ").allSatisfy({ Double($0) != nil }):
      return "brackets and commas make a list: [\(text.replacing(" ", with: ", "))]"
    case ("a list", .text), ("a list", .int), ("a list", .double), ("a list", .bool):
      return "brackets make a list: [\(text(in: node.range))]"
    case (_, .text(let text)) where node.style == .plain && PlainScalar.isNumberOutOfRange(text):
      return "the number is beyond \(Int.min) … \(Int.max)"
    case ("a bool", .text(let text)):
      switch text.lowercased() {
      case "yes", "on", "true": return "write `true`"
      case "no", "off", "false": return "write `false`"
      default: return "write `true` or `false`"
      }
    case ("an integer", .double(let double)): return Self.integerHint(double)
    case ("an integer", .text), ("a decimal", .text):
      let isQuoted = node.style == .quoted && node.text.flatMap(Double.init) != nil
      return isQuoted
        ? "quotes make a text; leave them out for a number"
        : "numbers are written like 12, -3 or 0.5: no leading 0, +, _ or unit"
    case ("a map", .text(let text)) where text.contains(":"):
      return "a blank belongs after the colon: `key: value`"
    case ("a map", .null) where subject.hasPrefix("storage key "):
      return "write its type, such as `string`; in an `update`, `$remove` takes the key away"
    case ("a map", .list(let nodes)): return mapHint(nodes)
    case ("a map", .text), ("a map", .int), ("a map", .bool):
      return "a map is written as `{ key: value }`, or as lines `key: value` below"
    default: return nil
    }
  }

  /// What `1..3` and the like mean as a list.
  private static func range(_ text: String) -> String? {
    guard let match = text.wholeMatch(of: /(\d{1,9})(\.\.\.?|\.\.<|-)(\d{1,9})/),
      let first = Int(match.1), let last = Int(match.3), first <= last
    else { return nil }
    let numbers =
      last - first < 10 ? (first...last).map(String.init) : ["\(first)", "…", "\(last)"]
    return "there are no ranges: [\(numbers.joined(separator: ", "))]; `repeat` counts by itself"
  }

  private func textHint(for node: Node, of subject: String) -> String? {
    switch node.content {
    case .int, .double, .bool: return "quotes make it a text: \"\(text(in: node.range))\""
    case .null: return "write the text, or \"\" for an empty one"
    case .list: return "only one can stand here"
    case .map where node["$remove"] != nil: return "`$remove` stands here without braces"
    case .map where subject.hasPrefix("the title"): return "a title stands alone, such as `Inbox`"
    case .map, .text: return nil
    }
  }

  private static func integerHint(_ double: Double) -> String {
    Int(exactly: double.rounded(.towardZero)).map {
      "an integer has no fraction: \($0); `double` is the type of those that have one"
    } ?? "the number is beyond \(Int.min) … \(Int.max)"
  }

  /// Maps inside of steps, of which one example says more than any rule.
  private static let writtenMaps = [
    "`insert`": "insert: { at: 0, rows: [{ … }] }", "`change`": "change: { ROW: { field: … } }",
    "`corrupt`": "corrupt: { window: A, key: … }",
    "`write`": "write: { window: A, key: …, value: … }",
  ]

  /// The map of a verb whose syntax shows none, because it can stand alone.
  private static func map(after step: any ScenarioStep.Type, with text: String?) -> String {
    guard step.syntax == step.name, let field = step.argument.fields.first else { return "" }
    guard case .word(let words) = field.shape, let text, words.contains(text) else {
      return ": { \(field.name): … }"
    }
    return ": { \(field.name): \(text) }"
  }

  /// A list where a map belongs has the keys in most cases.
  private func mapHint(_ nodes: [Node]) -> String? {
    if let entry = nodes.first?.map?.first, nodes.allSatisfy({ $0.map?.count == 1 }) {
      return "leave the dashes out: `\(entry.key.name): …`"
    }
    let names = nodes.compactMap(\.text)
    guard !names.isEmpty, names.count == nodes.count else { return nil }
    let entries = names.prefix(3).map { "\($0): …" } + (names.count > 3 ? ["…"] : [])
    return "a map has a value for each: `{ \(entries.joined(separator: ", ")) }`"
  }

  /// `wrong-value`: the value is none of the words that are allowed.
  package func wrongValue(_ node: Node, for subject: String, words: [String]) -> Diagnostic {
    let name = node.text ?? text(in: node.range)
    return Diagnostic(
      .wrongValue, file: path, range: node.range,
      "`\(name)` is no value of \(subject)", hint: Self.choice(for: name, among: words))
  }

  /// `missing-key`.
  package func missingKey(
    _ key: String, of subject: String, at place: SourceRange
  ) -> Diagnostic {
    let step = StepCatalogue.type(named: subject.filter { $0 != "`" })
    let words = step?.argument.fields.first { $0.name == key }?.shape.words ?? []
    let choice = words.isEmpty ? "" : ": " + words.map { "`\($0)`" }.joined(separator: ", ")
    return Diagnostic(
      .missingKey, file: path, range: place, "`\(key)` is missing in \(subject)",
      hint: "add `\(key): \(words.isEmpty ? Self.usual[key] ?? "…" : "…")`\(choice)")
  }

  /// What stands most often after a key that may not be left out.
  private static let usual = [
    "scenesim": "1", "scenario": "a title", "steps": "[…]", "do": "[…]",
  ]

  /// `unknown-key`, with the nearest known names.
  package func unknownKey(
    _ key: Entry.Key, of subject: String, known: [String]
  ) -> Diagnostic {
    if key.name.first == Self.noBreakSpace { return noBreakIndentation(at: key.range) }
    if let colon = key.name.firstIndex(of: ":"), known.contains(String(key.name[..<colon])) {
      return missingBlank(after: "\(key.name[...colon])", at: key.range, of: key.name)
    }
    let isMeant = MeantWord.meant(by: key.name, among: known) != nil
    let place = isMeant ? nil : MeantPlace.hint(for: key.name, among: known)
    return Diagnostic(
      .unknownKey, file: path, range: key.range, "there is no key `\(key.name)` in \(subject)",
      hint: place ?? Self.choice(for: key.name, among: known))
  }

  /// The name in a hint that gives just one.
  static func onlyChoice(_ hint: String) -> String? {
    let parts = hint.split(separator: "`", omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0] == "did you mean " ? String(parts[1]) : nil
  }

  /// "did you mean …", or the names there are when none is near.
  package static func choice(for name: String, among names: [String]) -> String? {
    if let meant = MeantWord.meant(by: name, among: names) { return "did you mean `\(meant)`?" }
    let near = NearestName.suggestions(for: name, among: names)
    if !near.isEmpty {
      return "did you mean \(near.map { "`\($0)`" }.joined(separator: " or "))?"
    }
    guard !names.isEmpty else { return nil }
    guard names.count > 12 else {
      return "there are " + names.map { "`\($0)`" }.joined(separator: ", ")
    }
    // Of many names those come first that have most of the letters.
    let order = names.prefix(NearestName.limit).enumerated().sorted { one, other in
      let (first, second) = (away(one.element, from: name), away(other.element, from: name))
      return first == second ? one.offset < other.offset : first < second
    }
    let shown = order.prefix(6).map { "`\($0.element)`" }.joined(separator: ", ")
    return "there are \(names.count), such as \(shown)"
  }

  /// The same for a variable, whose name may have dots; `path` is it up to what is missing.
  static func choice(ofVariable name: String, _ path: String, among names: [String]) -> String {
    if let choice = choice(for: path, among: names) { return choice }
    let parts = name.split(separator: ".").reversed()
    let declaration = parts.dropFirst().reduce("\(parts.first ?? ""): …") { "\($1): { \($0) }" }
    return "declare it at the top of the file: `vars: { \(declaration) }`"
  }

  /// How far a name is from another; one that is a part of the other is near.
  private static func away(_ name: String, from other: String) -> Int {
    let (short, long) = (name.lowercased(), other.lowercased())
    let isPart = long.contains(short) || short.contains(long)
    return NearestName.distance(name, other) - (isPart ? 100 : 0)
  }

  /// Which window may be meant: the steps do not say, and none of them is likelier.
  static func windowChoice(_ names: [String], under key: String = "in") -> String {
    let all = names.prefix(5).map { "`\(key): \($0)`" }
    return "add " + all.dropLast().joined(separator: ", ") + (all.count > 1 ? " or " : "")
      + (all.last ?? "")
  }
}
