import SceneLifecycle
import SceneSimulator

/// What one `expect` says, in the order in which it is written; problems are compared last.
struct Expectation {
  let entries: [Entry]
  private let range: SourceRange
  /// Whether it is `expect: "?"`, to be filled in.
  let isOpen: Bool

  static let names = ScenarioLanguage.checks.names

  init(_ node: Node, in source: SourceFile) throws(Diagnostic) {
    range = node.range
    isOpen = node.text == "?"
    if isOpen {
      entries = []
      return
    }
    entries = try source.map(node, for: "`expect`")
    if entries.isEmpty {
      var mistake = source.vacuous(node, "an `expect` without any check")
      mistake.hint = "such as `expect: { A: { values: { draft: Tala } } }`, or `expect: \"?\"`"
      throw mistake
    }
    for entry in entries {
      if Names.isWindow(entry.key.name) {
        try WindowCheck.validate(entry, in: source)
      } else {
        try Self.validate(entry, in: source)
      }
    }
  }

  private static func validate(_ entry: Entry, in source: SourceFile) throws(Diagnostic) {
    let value = entry.value
    guard names.contains(entry.key.name) else { throw source.unknownCheck(entry.key, names) }
    if VariableText.isIn(value), value.text != nil { return }
    switch entry.key.name {
    case "app", "app-phase": try source.checkWord(entry, of: ScenarioLanguage.checks)
    case "windows" where value.map != nil, "closed" where value.map != nil: break
    case "problems" where value.map != nil: try Self.checkProblems(value, in: source)
    case "windows", "closed", "problems": _ = try source.list(value, for: "`\(entry.key.name)`")
    case "events": try EventCheck.validate(value, in: source)
    case "store": try StoreCheck.validate(value, in: source)
    case "data": try DataCheck.validate(value, in: source)
    case "backlog": try source.checkCount(entry)
    case "forks" where value.map == nil: _ = try source.list(value, for: "`forks`")
    default: break
    }
    try Matcher.check(value, in: source)
  }

  /// Problems are a list; a rule looks at it as a whole.
  private static func checkProblems(_ node: Node, in source: SourceFile) throws(Diagnostic) {
    guard Matcher.isMeant(node), node["$any"] == nil else {
      _ = try source.list(node, for: "`problems`")
      return
    }
    if let rule = node.map?.first(where: { ["$at-least", "$matches"].contains($0.key.name) }) {
      var mistake = source.wrongKind(node, for: "`problems`", wanted: "a list")
      mistake.hint = MatcherRule.counting(rule) ?? mistake.hint
      throw mistake
    }
  }

  private init(_ entry: Entry, _ range: SourceRange) {
    (entries, self.range, isOpen) = ([entry], range, false)
  }

  /// The same with one check alone.
  func asking(_ entry: Entry) -> Expectation { Expectation(entry, range) }

  /// Compares; throws what differs first, with everything else that does.
  func check(in context: StepContext) throws(Diagnostic) {
    let problemsExpected = entries.first { $0.key.name == "problems" }
    defer { context.problemMark = context.log.problems.count }
    if isOpen { return try context.fillIn(at: range) }
    var found = Differences()
    for entry in entries where entry.key.name != "problems" {
      found.collect { () throws(Diagnostic) in try check(entry, in: context) }
    }
    // What it reads itself may be what cannot be read.
    for simulation in context.allDevices { simulation.noticeProblems() }
    let problems = Array(context.log.problems[context.problemMark...])
    // What led nowhere is why a window is not where it was to be.
    let isFirst = problems.first.map { [.noSuchPlace, .notOurScheme].contains($0.code) } == true
    found.collect(first: isFirst && problemsExpected == nil) { () throws(Diagnostic) in
      try ProblemCheck.check(problems, expected: problemsExpected?.value, at: range, in: context)
    }
    try found.end()
  }

  func check(_ entry: Entry, in context: StepContext) throws(Diagnostic) {
    if Names.isWindow(entry.key.name) {
      return try WindowCheck(name: entry.key.name, context: context).check(entry)
    }
    let simulation = context.simulation
    let actual: ScenarioValue
    switch entry.key.name {
    case "app": actual = .text(simulation.isRunning ? "running" : "not-running")
    case "app-phase": actual = .text(simulation.appPhase.rawValue)
    case "windows": actual = .list(simulation.windows.map { .text($0.name) })
    case "front": actual = simulation.front.map { .text($0.name) } ?? .null
    case "closed": actual = .list(simulation.closed.map { .text($0) })
    case "events": return try EventCheck(context: context).check(entry.value)
    case "store": return try StoreCheck(context: context).check(entry.value)
    case "data": return try DataCheck.check(entry.value, in: context)
    case "backlog": actual = .int(try context.roaming(for: entry.key)[simulation].backlog)
    case "forks":
      actual = .list(try context.roaming(for: entry.key)[simulation].forks.map { .text($0) })
    default: return
    }
    let wanted = entry.value.asNames
    if let mismatch = Matcher.mismatch(wanted, actual) {
      // The same names in another order are no matter of one of them.
      throw FailureReport(context).diagnostic(
        isReordered(wanted, actual)
          ? Mismatch(node: wanted, path: "", actual: actual) : mismatch,
        subject: entry.key.name)
    }
  }

  private func isReordered(_ wanted: Node, _ actual: ScenarioValue) -> Bool {
    guard let nodes = wanted.list, case .list(let values) = actual else { return false }
    return nodes.compactMap(\.text).sorted() == values.compactMap(\.plainText).sorted()
  }
}

/// What the checks of one `expect` have found, in their order.
struct Differences {
  /// So many are told: of an `expect` in which everything differs no more helps.
  private static let limit = 20

  private var first: Diagnostic?

  /// Runs a check; what it throws does not keep the next ones from being looked at.
  mutating func collect(first isFirst: Bool = false, _ body: () throws(Diagnostic) -> Void) {
    do throws(Diagnostic) { try body() } catch {
      var error = error
      guard var told = first else { return first = error }
      if isFirst { swap(&told, &error) }
      // Where a window is not what it should be, no place that it does not show is missed.
      if error.code == .whichPlace { return }
      if told.code == .whichPlace { return first = error }
      // One that is not there has been told.
      if error.code == .windowNotConnected,
        ([told] + told.others).contains(where: { $0.isAboutWindow(of: error) })
      {
        return
      }
      var other = error
      other.others = []
      told.others = Array((told.others + [other] + error.others).prefix(Self.limit))
      first = told
    }
  }

  /// Throws what was found first; the rest is in it.
  func end() throws(Diagnostic) { if let first { throw first } }
}

extension Sequence {
  /// Looks at each element; throws what was found first, with the rest in it.
  func checkEach(_ check: (Element) throws(Diagnostic) -> Void) throws(Diagnostic) {
    var found = Differences()
    for element in self { found.collect { () throws(Diagnostic) in try check(element) } }
    try found.end()
  }
}

extension Diagnostic {
  /// Whether both say that a window cannot be looked into, and the same one.
  fileprivate func isAboutWindow(of other: Diagnostic) -> Bool {
    func name(_ diagnostic: Diagnostic) -> Substring { diagnostic.message.prefix { $0 != " " } }
    return self.code == other.code && name(self) == name(other)
  }
}

extension SourceFile {
  /// A check that cannot fail.
  func vacuous(_ node: Node, _ what: String) -> Diagnostic {
    Diagnostic(.vacuous, file: path, range: node.range, "\(what) cannot fail")
  }

  /// The entries of a map that has some: an empty one says nothing.
  func filled(
    _ node: Node, for subject: String, empty: String? = nil
  ) throws(Diagnostic) -> [Entry] {
    let entries = try map(node, for: subject)
    if entries.isEmpty { throw vacuous(node, empty ?? "an empty \(subject)") }
    return entries
  }

  /// Throws for the first entry that is no check of a map.
  func checkLooks(_ looks: [Entry], among names: [String]) throws(Diagnostic) {
    guard
      let other = looks.first(where: { look in
        !names.contains(look.key.name) && !VariableText.isIn(look.key.name)
      })
    else { return }
    throw unknownCheck(other.key, names)
  }

  /// Throws for a word that the language does not know there.
  func checkWord(_ check: Entry, of fields: [Shape.Field]) throws(Diagnostic) {
    let name = check.key.name
    guard let words = fields.first(where: { $0.name == name })?.shape.words else { return }
    _ = try word(check.value, of: words, for: "`\(name)`")
  }

  /// What is expected of a number of things.
  func checkCount(_ check: Entry) throws(Diagnostic) {
    if let least = check.value["$at-least"]?.double, least <= 0 {
      throw vacuous(check.value, "a number that is not less than 0")
    }
    if let other = check.value["$not"]?.double, other < 0 {
      throw vacuous(check.value, "a number that is not below 0")
    }
    if let text = check.value.text, !text.contains("$") {
      throw wrongKind(check.value, for: "`\(check.key.name)`", wanted: "an integer")
    }
  }

  func unknownCheck(_ key: PlacedName, _ known: [String]) -> Diagnostic {
    if let colon = key.name.firstIndex(of: ":"), known.contains(String(key.name[..<colon])) {
      return missingBlank(after: "\(key.name[...colon])", at: key.range, of: key.name)
    }
    return Diagnostic(
      .noSuchCheck, file: path, range: key.range, "there is no check `\(key.name)`",
      hint: hint(forCheck: key.name, known) ?? Self.choice(for: key.name, among: known))
  }

  /// A way into a window that is written as one name: `A.values.draft`, `A/draft`; nil for another.
  func wayIntoWindow(_ entry: Entry) -> Diagnostic? {
    let parts = entry.key.name.split { "./".contains($0) }.map(String.init)
    guard parts.count > 1, Names.isWindow(parts[0]) else { return nil }
    let isCheck = WindowCheck.names.contains(parts[1])
    let way = (isCheck ? [] : ["values"]) + parts.dropFirst()
    let written = text(in: entry.value.range)
    let inner = way.reversed().reduce(written) { "{ \($1): \($0) }" }
    return Diagnostic(
      .noSuchWindow, file: path, range: entry.key.range,
      "no window is called \(entry.key.name)",
      hint: "each part of the way stands in braces: `\(parts[0]): \(inner)`")
  }

  /// What is meant by a name that is no check; nil for one that is misspelt.
  private func hint(forCheck name: String, _ known: [String]) -> String? {
    if name == "snapshot" { return LeftToApps.hint(for: name) }
    // What is looked at in a window is often written beside it.
    if known == WindowCheck.names, Expectation.names.contains(name) {
      return "it is no part of a window: `\(name)` stands beside it, `{ A: { … }, \(name): … }`"
    }
    let isOuter = known.contains("front")
    if isOuter || known == WindowCheck.names,
      let hint = OtherWords.checks[name.lowercased().filter(\.isLetter)]
    {
      return hint
    }
    guard isOuter else { return nil }
    if WindowCheck.names.contains(name) {
      return "it is looked at in a window: `A: { \(name): … }`"
    }
    if name.wholeMatch(of: /[a-z]\d{0,2}/) != nil {
      return "names of windows begin with a capital letter: `\(Names.capitalized(name))`"
    }
    return ScenarioLanguage.modifiers.names.contains(name)
      ? "`\(name)` stands beside the verb: `{ expect: { … }, \(name): … }`" : nil
  }
}
