internal import SceneSimulator

// Values of the wanted kind, or the message that says what stands there instead.
extension SourceFile {
  package func text(_ node: Node, for subject: String) throws(Diagnostic) -> String {
    if let text = node.text { return text }
    throw wrongKind(node, for: subject, wanted: "a text")
  }

  /// A text that names something, with its place.
  func placed(_ node: Node, for subject: String) throws(Diagnostic) -> PlacedName {
    PlacedName(name: try text(node, for: subject), range: node.range)
  }

  package func int(_ node: Node, for subject: String) throws(Diagnostic) -> Int {
    if let int = node.int { return int }
    throw wrongKind(node, for: subject, wanted: "an integer")
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

  /// `wrong-value`: the value is none of the words that are allowed.
  package func wrongValue(_ node: Node, for subject: String, words: [String]) -> Diagnostic {
    let name = node.text ?? text(in: node.range)
    return Diagnostic(
      .wrongValue, file: path, range: node.range,
      "`\(name)` is no value of \(subject)",
      hint: Self.meant(by: name, of: subject) ?? Self.choice(ofCode: name, subject, among: words)
        ?? Self.choice(for: name, among: words))
  }

  /// Six codes of very many help nobody.
  private static func choice(
    ofCode name: String, _ subject: String, among codes: [String]
  ) -> String? {
    let isNear =
      !NearestName.suggestions(for: name, among: codes).isEmpty
      || MeantWord.meant(by: name, among: codes) != nil
    guard ["`fails`", "`problems`"].contains(subject), !isNear else { return nil }
    // `row-gone` is `row-is-gone` with a word left out.
    let parts = name.split(separator: "-")
    let longer = codes.filter { Set(parts).isSubset(of: $0.split(separator: "-")) }
    return parts.count > 1 && longer.count == 1
      ? "did you mean `\(longer[0])`?" : "`scenesim explain` lists all codes"
  }

  /// What is written in another way where only some words can stand.
  private static func meant(by name: String, of subject: String) -> String? {
    switch subject {
    case "`drop`" where Names.isWindow(name):
      "it is dropped on a window with `drop: { on: \(name) }`"
    case "`restores`"
    where NearestName.suggestions(for: name, among: RestoringTime.words).isEmpty:
      restoring
    case "`fails`" where LeftToApps.hint(for: name) != nil: LeftToApps.hint(for: name)
    case "a type" where name.wholeMatch(of: /\{\w+\}/) != nil:
      "a set is written as `set of \(name.dropFirst().dropLast())`, a list as "
        + "`[\(name.dropFirst().dropLast())]`"
    case "a type" where name.hasPrefix("{") || name.hasPrefix("[{"):
      "fields stand there without quotes: `\(name)`"
    case "a type" where name.contains(" = "):
      name.wholeMatch(of: /(\S+) = (.+)/).map { "write `{ type: \($0.1), default: \($0.2) }`" }
    case "a type" where ["remove", "delete", "removed", "~", "null", "nil", "none"].contains(name):
      "`$remove` takes a key, a field or a type away"
    default: nil
    }
  }

  /// What a window can be told of when it comes back.
  static let restoring =
    "windows come back `at-once`, or with `on-demand` when a step `restore` asks for it, all of them or "
    + "those for which `on-demand: { … }` holds; after how many crashes an app offers that, an app in "
    + "Swift counts"

  package func missingKey(
    _ key: String, of subject: String, at place: SourceRange
  ) -> Diagnostic {
    let step = StepCatalogue.type(named: subject.filter { $0 != "`" })
    if key == "do", step is any FlowStep.Type {
      return Diagnostic(
        .missingKey, file: path, range: place, "`do` is missing in \(subject)",
        hint: "add `do: […]`: its steps stand below it, indented")
    }
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
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: What stands at it, where that may show what is meant.
  ///   - subject: The map it is in.
  ///   - known: The keys that the map may have.
  /// - Returns: The mistake.
  package func unknownKey(
    _ key: PlacedName, _ value: Node? = nil, of subject: String, known: [String]
  ) -> Diagnostic {
    if key.name.first == Self.noBreakSpace { return noBreakIndentation(at: key.range) }
    if let colon = key.name.firstIndex(of: ":"), known.contains(String(key.name[..<colon])) {
      return missingBlank(after: "\(key.name[...colon])", at: key.range, of: key.name)
    }
    // What is written as the app has it is no other word for the steps.
    let isOfApp =
      known == ScenarioLanguage.topLevel.names && value?.map != nil
      && ScenarioLanguage.app.names.contains(key.name)
    let isMeant = !isOfApp && MeantWord.meant(by: key.name, among: known) != nil
    let isStorage = known == ScenarioLanguage.app.names && value?["type"] != nil
    // What an app calls its own is no key of the format at a wrong place.
    let isOwn = subject.hasPrefix("type ")
    let place =
      isOwn
      ? nil
      : isStorage
        ? "`\(key.name)` is written like a key of `storage`: `storage: { \(key.name): … }`"
        : windowHint(key.name, known) ?? matrixHint(key.name, value, known)
          ?? LeftToApps.hint(for: key.name, among: known)
          ?? (isMeant
            ? nil : leftToApps(key.name, known) ?? MeantPlace.hint(for: key.name, among: known))
    return Diagnostic(
      .unknownKey, file: path, range: key.range, "there is no key `\(key.name)` in \(subject)",
      hint: place ?? Self.choice(for: key.name, among: known))
  }

  private func matrixHint(_ key: String, _ value: Node?, _ known: [String]) -> String? {
    known == ScenarioLanguage.topLevel.names ? MeantCases.hint(for: key, value, in: self) : nil
  }

  /// A window that stands where the key for it should.
  private func windowHint(_ key: String, _ known: [String]) -> String? {
    key.count == 1 && key.first?.isUppercase == true && known.contains("window")
      ? "write `window: \(key)`; each of the others has its key, too" : nil
  }

  /// What there is instead of a key that no app can have; one that is nearly another is misspelt.
  private func leftToApps(_ key: String, _ known: [String]) -> String? {
    let isStep =
      known == ScenarioLanguage.topLevel.names && StepCatalogue.type(named: key) != nil
    if isStep || !NearestName.suggestions(for: key, among: known).isEmpty { return nil }
    return LeftToApps.hint(for: key)
  }

  /// The name in a hint that gives just one.
  static func onlyChoice(_ hint: String) -> String? {
    let parts = hint.split(separator: "`", omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0] == "did you mean " ? String(parts[1]) : nil
  }

  /// "did you mean …", if a name is near.
  static func nearest(to name: String, among names: [String]) -> String? {
    NearestName.nearest(to: name, among: names).map { "did you mean `\($0)`?" }
  }

  /// "did you mean …", or the names there are when none is near.
  package static func choice(for name: String, among names: [String]) -> String? {
    if name.contains(where: "“”„".contains) {
      return "“ and ” are no quotes here: a text with a comma, a colon or a bracket stands in \"…\""
    }
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
    if let hint = hint(forOwn: name, among: names) { return hint }
    let isNear = !NearestName.suggestions(for: path, among: names).isEmpty
    if names.contains("payload"), !name.contains("."), !isNear {
      return "a part of what came is `${payload.\(name)}`"
    }
    if let choice = choice(for: path, among: names) { return choice }
    let parts = name.split(separator: ".").reversed()
    let declaration = parts.dropFirst().reduce("\(parts.first ?? ""): …") { "\($1): { \($0) }" }
    return "declare it at the top of the file: `vars: { \(declaration) }`"
  }

  /// What is to be said of names that mean the time, or what a window has.
  static func hint(forOwn name: String, among names: [String]) -> String? {
    if name.contains(where: "+-*/<>=!&|?".contains), name.contains(" ") {
      return "nothing is computed between `${` and `}`: one variable is named there; an app in "
        + "Swift can compute"
    }
    if timeWords.contains(name.lowercased()),
      NearestName.suggestions(for: name, among: names).isEmpty
    {
      return
        "only steps of the app know the time, `${\(LateText.now)}`, and how old a date is, `if: { "
        + "\(ValueCondition.olderWord): { seen: 24h } }`; a scenario writes dates, and `clock` says which one it is"
    }
    let root = name.prefix { $0 != "." }
    if root == "payload", !names.contains(where: { $0.hasPrefix("payload") }) {
      return
        "what an activity or a link brought is known in its handler alone: `handlers: [{ on: …, do: [ … ] }]`"
    }
    guard LateText.waits(name), !names.contains(where: { $0.hasPrefix("\(root).") }) else {
      return nil
    }
    if root == LateText.row {
      return
        "it is the row that a window or the shown place is about (`row-of`), or that `if: { $row: … }` "
        + "finds, in steps of the app"
    }
    return
      "only the app knows it of its window: in `handlers`, `actions`, `on-phase`, `on-launch`, "
      + "`on-quit`, `every`, `scenes`, `tabs` and `restoration`"
  }

  /// What the time may be called.
  static let timeWords = [LateText.now, LateText.today, "date", "time", "clock"]

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
