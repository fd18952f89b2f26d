import FoundationEssentials
import SceneSimulator

/// What a condition asks beside variables, when its turn comes: `{$value: {didSetUp: false}}`,
/// `{$row: {todos.id: t1}}`, `{$no-row: …}`, `{$away: 5m}`, `{$new-day: true}`, `{$new-day: 4:00}` and
/// `{$older: {m.came: 24h}}`.
struct ValueCondition {
  static let word = "$value"
  static let rowWord = "$row"
  static let noRowWord = "$no-row"
  static let awayWord = "$away"
  static let newDayWord = "$new-day"
  static let olderWord = "$older"
  static let words = [word, rowWord, noRowWord, awayWord, newDayWord, olderWord]

  /// When a window was active last, and what time it is.
  struct Past {
    /// nil while it is active, and before it was.
    let leftAt: Date?
    let now: Date

    /// Whether the window has not been active for so long at least.
    func isAway(_ time: Duration) -> Bool {
      leftAt.map { now.isLater(than: $0, by: time) } ?? false
    }

    /// Whether a day has begun at this time since the window was active last.
    func isNewDay(at time: DayTime) -> Bool {
      leftAt.map { time.hasCome(from: $0, to: now) } ?? false
    }
  }

  private let entries: [Entry]
  private let rows: [RowQuestion]
  private let away: Duration?
  private let newDay: (isMeant: Bool, begins: DayTime)?
  private var ages: [AgeQuestion]
  private let source: SourceFile

  /// What a condition asks for; nil if it asks for variables alone.
  init?(_ condition: Node?, in source: SourceFile) throws(Diagnostic) {
    guard let condition, Self.isMeant(condition) else { return nil }
    entries = condition[Self.word]?.map ?? []
    rows =
      try RowQuestion.all(condition[Self.rowWord], isThere: true, in: source)
      + RowQuestion.all(condition[Self.noRowWord], isThere: false, in: source)
    away = try condition[Self.awayWord].map { (node) throws(Diagnostic) in
      try WaitStep.duration(node, for: "`\(Self.awayWord)`", in: source)
    }
    newDay = try condition[Self.newDayWord].map { (node) throws(Diagnostic) in
      if let time = node.text.flatMap({ DayTime($0) }) { return (true, time) }
      if let isMeant = node.bool { return (isMeant, .midnight) }
      var mistake = source.wrongKind(node, for: "`\(Self.newDayWord)`", wanted: "a bool or a time")
      mistake.hint = "write `true`, or the time at which the day begins, such as 4:00"
      throw mistake
    }
    ages = try AgeQuestion.all(condition[Self.olderWord], in: source)
    self.source = source
  }

  /// Finds what variables say of dates.
  mutating func find(in variables: Variables) {
    for index in ages.indices {
      ages[index].found = variables.found(ages[index].name, at: ages[index].range)
    }
  }

  /// How a word of conditions is written that stands without its dollar.
  static func hint(for name: String, among known: [String]) -> String? {
    words.contains("$\(name)") && NearestName.suggestions(for: name, among: known).isEmpty
      ? "a condition says `$\(name)`, with a dollar" : nil
  }

  /// How it is said that one of several may hold.
  static let eitherHint =
    "all that stands in a condition must hold; what may be one of several is `KEY: { $one-of: [a, b] }`, and "
    + "where any of two keys will do, both add what they mean to a set that is asked: "
    + "`if: { $value: { reasons: { $not: [] } } }`"

  /// What is said in place of a word that joins conditions in other languages.
  private static func joiningHint(_ word: String) -> String? {
    switch word.drop(while: { $0 == "$" }).lowercased() {
    case "or", "any", "any-of", "anyof", "either": eitherHint
    case "and", "all", "all-of", "allof", "both": "they stand side by side: all of them must hold"
    case "not", "none", "unless":
      "each value is said not to be so: `$value: { KEY: { $not: a } }`; of rows `$no-row` says it"
    default: nil
    }
  }

  /// Whether a condition asks for more than variables.
  static func isMeant(_ condition: Node?) -> Bool {
    condition?.map?.contains { words.contains($0.key.name) } ?? false
  }

  /// Whether it asks for values of a window.
  var asksWindow: Bool {
    !entries.isEmpty || away != nil || newDay != nil || !ages.isEmpty
  }

  /// Looks at what stands in the condition.
  static func validate(_ condition: Node?, in source: SourceFile) throws(Diagnostic) {
    for entry in condition?.map ?? []
    where entry.key.name.hasPrefix("$") && !words.contains(entry.key.name) {
      var mistake = source.unknownKey(entry.key, of: "a condition", known: words)
      mistake.hint = joiningHint(entry.key.name) ?? mistake.hint
      throw mistake
    }
    for entry in condition?.map ?? []
    where !entry.key.name.hasPrefix("$") && Matcher.isMeant(entry.value) {
      try Matcher.check(entry.value, in: source)
    }
    if let node = condition?[word], node.map != nil || !VariableText.isIn(node) {
      let entries = try source.filled(node, for: "`\(word)`")
      for entry in entries where entry.value.map?.isEmpty == true {
        throw source.vacuous(entry.value, "`{}` fits every map: a condition with it")
      }
      try Matcher.check(node, in: source)
    }
    guard let condition, !VariableText.isIn(condition) else { return }
    _ = try ValueCondition(condition, in: source)
  }

  /// Looks at the names in a condition where nobody has given variables.
  static func checkNames(
    _ condition: Node?, _ place: String, of app: AppDeclaration, _ known: OwnNames = OwnNames()
  ) throws(Diagnostic) {
    for entry in condition?.map ?? []
    where !words.contains(entry.key.name) && !known.contains(entry.key.name) {
      let isValue = ["value", "values"].contains(entry.key.name)
      let near = NearestName.nearest(to: entry.key.name, among: known.texts)
      throw app.source.diagnostic(
        .noSuchVariable, at: entry.key.range, "there is no variable `\(entry.key.name)` \(place)",
        hint: isValue || app.key(entry.key.name) != nil
          ? "write `if: { \(word): { … } }` for values of the window"
          : near.map { "did you mean `\($0)`?" }
            ?? "a variable of the case is written in full: `if: \"${\(entry.key.name)}\"`")
    }
    for asked in keys(askedBy: condition) where app.key(asked.name) == nil {
      let node = Node(.text(asked.name), range: asked.range)
      throw app.source.noSuch("key", node, among: app.keys.map(\.name))
    }
    for entry in condition?[olderWord]?.map ?? [] {
      let key = app.key(entry.key.name)
      if let mistake = key.flatMap({
        AgeQuestion.mistake($0, at: entry.key.range, in: app.source)
      }) {
        throw mistake
      }
    }
  }

  /// The first question about rows that is not answered as it is wanted.
  func unmetRow(in tables: [String: [Node]]?) -> RowQuestion? {
    // Nothing is decided before there are rows.
    rows.first { question in !(tables.map(question.holds) ?? false) }
  }

  /// The row that `$row` finds; nil if it asks for none, or finds none.
  func row(in tables: [String: [Node]]) -> Node? {
    rows.first { $0.isThere }.flatMap { question in
      tables[question.table]?.first(where: question.fits)
    }
  }

  /// Whether all values are as they are wanted.
  ///
  /// - Throws: `no-such-key`, and what `placed` throws.
  func holds(
    in scene: any WindowInside, tab: String? = nil, of app: AppDeclaration,
    _ placed: (StorageKey, SourceRange) throws(Diagnostic) -> StorageKey
  ) throws(Diagnostic) -> Bool {
    try holds((scene as? ScenarioScene)?.past, of: app) { (key, range) throws(Diagnostic) in
      scene.value(of: try placed(key, range), tab: tab ?? scene.selectedTab)
    }
  }

  /// The times of the first question about one that is not answered as it is wanted; nil if that is
  /// another question.
  func unmetTime(_ past: Past) -> String? {
    let now = ", and now is \(DateText.text(of: past.now))"
    let isAway = away.map(past.isAway) ?? true
    if !isAway || newDay.map({ $0.isMeant != past.isNewDay(at: $0.begins) }) == true {
      let left = past.leftAt.map { "was left at \(DateText.text(of: $0))" } ?? "was not left"
      return "the window \(left)\(now)" + (isAway ? ", in UTC" : "")
    }
    let old = ages.first { age in
      // What is no date was told when it was asked.
      let holds = try? age.found.map { (node) throws(Diagnostic) in
        try age.holds(ScenarioValue(node.content), at: past.now, in: source)
      }
      return holds == false
    }
    return old?.found.map { "`\(old?.name ?? "")` is \(FailureReport.text($0))\(now)" }
  }

  /// The same of a window of which the values are read so, and its past is known.
  func holds(
    _ past: Past?, of app: AppDeclaration,
    _ read: (StorageKey, SourceRange) throws(Diagnostic) -> ScenarioValue
  ) throws(Diagnostic) -> Bool {
    if let away, past?.isAway(away) != true { return false }
    if let newDay, newDay.isMeant != (past?.isNewDay(at: newDay.begins) ?? false) { return false }
    func value(_ name: String, _ range: SourceRange) throws(Diagnostic) -> ScenarioValue {
      if let key = app.key(name) { return try read(key, range) }
      throw source.diagnostic(
        .noSuchKey, at: range, "the app declares no key `\(name)`",
        hint: SourceFile.choice(for: name, among: app.keys.map(\.name)))
    }
    for age in ages {
      let date: ScenarioValue
      if let found = age.found {
        date = ScenarioValue(found.content)
      } else {
        date = try value(age.name, age.range)
      }
      guard let past, try age.holds(date, at: past.now, in: source) else { return false }
    }
    for entry in entries {
      let value = try value(entry.key.name, entry.key.range)
      if Matcher.mismatch(entry.value, value) != nil { return false }
    }
    return true
  }
}

/// Whether a table has a row with all of these fields: `{todos.id: t1, todos.done: false}`.
struct RowQuestion: CustomStringConvertible {
  let table: String
  private var fields: [(name: String, text: String?)]
  /// Whether a row is to be there, or none.
  let isThere: Bool

  /// Reads what stands after `$row` or `$no-row`, a question for each table.
  static func all(
    _ node: Node?, isThere: Bool, in source: SourceFile
  ) throws(Diagnostic) -> [RowQuestion] {
    guard let node else { return [] }
    let word = isThere ? ValueCondition.rowWord : ValueCondition.noRowWord
    let entries = try source.filled(node, for: "`\(word)`")
    var questions: [RowQuestion] = []
    for entry in entries {
      let names = try RowReference.names(
        Node(.text(entry.key.name), range: entry.key.range), in: source, isAsked: true)
      if entry.value.list != nil || entry.value.map != nil {
        throw source.wrongKind(entry.value, for: "`\(entry.key.name)`", wanted: "a plain value")
      }
      let field = (name: names.field, text: ScenarioWorld.text(of: entry.value))
      if let index = questions.firstIndex(where: { $0.table == names.table }) {
        questions[index].fields.append(field)
      } else {
        questions.append(
          RowQuestion(table: names.table, fields: [field], isThere: isThere))
      }
    }
    return questions
  }

  /// That it is not answered as it is wanted: `readers` has no row with `id` 1.
  var description: String {
    let asked = fields.map { "`\($0.name)` \($0.text ?? "~")" }.joined(separator: " and ")
    return "`\(table)` has \(isThere ? "no" : "a") row with \(asked)"
  }

  func holds(in tables: [String: [Node]]) -> Bool {
    (tables[table] ?? []).contains(where: fits) == isThere
  }

  /// Whether a row has all fields as they are wanted.
  func fits(_ row: Node) -> Bool {
    fields.allSatisfy { field in
      row[field.name].flatMap { ScenarioWorld.text(of: $0) } == field.text
    }
  }
}
