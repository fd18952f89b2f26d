internal import SceneLifecycle

// What helps where a value of another kind stands.
extension SourceFile {
  /// How a value of the wanted kind is written where one of another kind stands.
  func hint(for node: Node, wanted: String, of subject: String = "") -> String? {
    if subject == "`if`", text(in: node.range).contains(/\}\s*(==|!=|<|>)/) {
      return Self.comparing
    }
    // What a variable holds cannot be changed where it is used; a list or map may use some inside.
    let written = text(in: node.range)
    let isVariable =
      (node.map == nil && node.list == nil) || written.drop { "\"'".contains($0) }.hasPrefix("$")
    if written.contains("${"), isVariable { return nil }
    if wanted == "a text", let map = node.map, map.count == 1, let word = map[0].value.text,
      let step = StepCatalogue.type(named: subject.filter { $0 != "`" })
    {
      return "it stands there by itself: `\(step.name): \(word)`"
    }
    if wanted == "a text", let hint = besideHint(node, subject) { return hint }
    if let step = StepCatalogue.type(named: subject.filter { $0 != "`" }),
      subject == "`\(step.name)`", wanted == "a map" || node.map != nil || step.argument.isWritten
    {
      return "it is written like `\(step.syntax)\(Self.map(after: step, with: node.text))`"
    }
    if wanted == "a map", let written = Self.writtenMaps[subject] {
      return "it is written like `\(written)`"
    }
    if wanted == "a map", node.list == nil || subject == "`events`",
      let hint = mapOf(text(in: node.range), for: subject)
    {
      return hint
    }
    switch (wanted, node.content) {
    case ("a text", _): return textHint(for: node, of: subject)
    case ("an integer", .text(let text)) where Names.isWindow(text) && subject.hasPrefix("`"):
      return "a window is named by `in`: `{ in: \(text), \(subject.filter { $0 != "`" }): 1 }`"
    case ("a list", _): return listHint(for: node, of: subject)
    case (_, .text(let text)) where node.style == .plain && PlainScalar.isNumberOutOfRange(text):
      return "the number is beyond \(Int.min) … \(Int.max)"
    case ("a bool", .text), ("a bool", .int):
      return Self.nothingHint(node) ?? boolHint(for: node, of: subject)
    case ("an integer", .double(let double)): return Self.integerHint(double)
    case ("an integer", .text), ("a decimal", .text):
      let isQuoted = node.style == .quoted && node.text.flatMap(Double.init) != nil
      let text = node.text ?? ""
      if let hint = Self.nothingHint(node) { return hint }
      if let hint = Self.commaHint(text, isWhole: wanted == "an integer") { return hint }
      return isQuoted
        ? "quotes make a text; leave them out for a number"
        : "numbers are written like 12, -3 or 0.5: no leading 0, +, _ or unit"
    case ("a map", .text(let text)) where text.contains(/^[\w-]+:[^\/ ]/):
      return "a blank belongs after the colon: `key: value`"
    case ("a map", .null) where subject.hasPrefix("storage key "):
      return "write its type, such as `string`; in an `update`, `$remove` takes the key away"
    case ("a map", .list): return mapHint(node, of: subject)
    case ("a map", .text), ("a map", .int), ("a map", .bool):
      return "a map is written as `{ key: value }`, or as lines `key: value` below"
    default: return nil
    }
  }

  /// What belongs beside a verb and stands in the map behind it.
  private func besideHint(_ node: Node, _ subject: String) -> String? {
    func isBeside(_ entry: Entry) -> Bool {
      entry.key.name == "with" || ScenarioLanguage.modifiers.names.contains(entry.key.name)
    }
    let verb = subject.filter { $0 != "`" }
    guard let entries = node.map, let step = StepCatalogue.type(named: verb),
      case let beside = entries.filter(isBeside), beside.count == entries.count - 1,
      !beside.isEmpty, let own = entries.first(where: { !isBeside($0) })
    else { return nil }
    let parts = beside.map { "\($0.key.name): \(text(in: $0.value.range))" }
    return "`\(beside[0].key.name)` stands beside the verb: "
      + "`{ \(step.name): \(text(in: own.value.range)), \(parts.joined(separator: ", ")) }`"
  }

  private func boolHint(for node: Node, of subject: String) -> String? {
    let text = node.text ?? ""
    switch text.lowercased() {
    case "yes", "on", "true": return "write `true`"
    case "no", "off", "false": return "write `false`"
    case _ where subject == "`tombstones`":
      return "write `true`: until the process ends it keeps the windows that were closed, and the "
        + "last \(OpenTabs.closedLimit) closed tabs of each; `tabs: { $keeps: … }` says another number"
    case _ where subject == "`if`": return Self.comparing
    case _ where subject == "`\(Quitting.refusal)`":
      return "when a value says so: `\(Quitting.refusal): { $value: { \(text): true } }`"
    default: return node.text == nil ? nil : "write `true` or `false`"
    }
  }

  private static let comparing =
    "`if: { NAME: … }` compares a variable, `if: { $value: { KEY: … } }` a value"

  /// The one key that a value alone is most often meant for.
  private func mapOf(_ value: String, for subject: String) -> String? {
    switch subject {
    case "`restoration`" where ["true", "yes"].contains(value):
      "name the activity that windows hand over: `restoration: { activity: com.example.state }`"
    case "`restoration`": "write `restoration: { activity: \(value) }`"
    case "`budget`": "write `budget: { value: \(value) }`: so many bytes for each value"
    case "`events`": "events are those of a window, or of `app`: `events: { A: [didBecomeActive] }`"
    case _ where subject.hasPrefix("activity `"):
      "its fields stand under `payload`: `{ payload: \(value) }`"
    default: nil
    }
  }

  private func listHint(for node: Node, of subject: String) -> String? {
    switch node.content {
    case .map(let entries) where entries.isEmpty:
      return "an empty list is written as []"
    case .map(let entries) where subject == "`devices`":
      let names = entries.map(\.key.name).joined(separator: ", ")
      return "devices are listed by name: [\(names)]"
    case .map(let entries) where subject == "`handlers`" && node["on"] == nil:
      return
        "handlers are listed, each with what it is `on`: `- { on: \(entries[0].key.name), do: […] }`"
    case .map(let entries)
    where subject == "`cases`" && entries.allSatisfy({ $0.value.map != nil }):
      return "cases are listed, each with its name: `[{ case: \(entries[0].key.name), … }]`"
    case .map(let entries) where entries.contains(where: { $0.key.name == "$any" }):
      return "every list is `$any`: `[$any]` has exactly one element, `{ $not: [] }` at least one"
    case .map where subject == "`always`":
      return "each has its `expect`: `always: [{ expect: \(text(in: node.range)) }]`"
    case .map(let entries) where subject.hasPrefix("table ") && entries.allSatisfy(\.isWord):
      let (key, value) = (entries[0].key.name, text(in: entries[0].value.range))
      return "a table is a list of rows, and a row a map of its fields: "
        + "`[{ id: \(key), title: \(value) }, …]`"
    case .map(let entries) where entries.allSatisfy({ $0.value.bool == true || $0.value.isNull }):
      return "brackets make a list: [\(entries.map(\.key.name).joined(separator: ", "))]"
    case .map(let entries)
    where Self.stepLists.contains(subject)
      && !entries.contains(where: { StepCatalogue.type(named: $0.key.name) != nil }):
      return Names.isWindow(entries[0].key.name)
        ? "steps stand there: `[{ expect: \(text(in: node.range)) }]`"
        : "steps stand there, and `\(entries[0].key.name)` is none: `[{ set: { … } }]`; `if` beside "
          + "a step says when it is taken"
    case .map where node.style != .flow:
      return "a dash before the first key makes a list"
    case .map: return "brackets make a list: [\(text(in: node.range))]"
    case .null where subject == "`steps`":
      return "a step stands below it, behind a dash: `- launch: A`"
    case .null, .text("none"), .text("nil"),
      .text("empty"):
      return "an empty list is written as []"
    case .int where ["`windows`", "`closed`"].contains(subject):
      return "windows are listed by name: [A, B]"
    case .text("$any"):
      return "every list is `$any`: `[$any]` has exactly one element, `{ $not: [] }` at least one"
    case .text(let text) where Self.range(text) != nil:
      return Self.range(text)
    case .text(let text)
    where text.split(separator: " ").allSatisfy({ Double($0) != nil }):
      return "brackets and commas make a list: [\(text.replacing(" ", with: ", "))]"
    case .text(let text) where text.hasPrefix("(") && text.hasSuffix(")"):
      return "brackets make a list: [\(text.dropFirst().dropLast())]"
    case .text, .int, .double, .bool:
      return "brackets make a list: [\(text(in: node.range))]"
    case .list: return nil
    }
  }

  /// What holds a list of steps.
  private static let stepLists = Set((OwnSteps.keys + ["do", "then", "steps"]).map { "`\($0)`" })
    .subtracting(["`handlers`", "`actions`"])

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
    case .bool(let isSkipped) where subject == "`skip`":
      return isSkipped
        ? "it says why: `skip: not yet`" : "leave it out: a scenario without it is played"
    case .bool where subject == "`fails`":
      return "it says how the step is refused, such as `fails: no-such-window`; `scenesim explain` "
        + "lists all codes"
    case .int(let count) where subject == "`time-limit`": return "a time has its unit: `\(count)s`"
    case .int(let number) where subject == "`select`":
      return "a tab has a name, which the app gives it under `tabs`; with quotes \"\(number)\" is "
        + "one"
    case .int, .double, .bool: return "quotes make it a text: \"\(text(in: node.range))\""
    case .null where subject == "`skip`": return "it says why: `skip: not yet`"
    case .null: return "write the text, or \"\" for an empty one"
    case .map where subject == "`restores`": return Self.restoring
    case .list: return "only one can stand here"
    case .map where node["$remove"] != nil: return "`$remove` stands here without braces"
    case .map where subject.hasPrefix("the title"): return "a title stands alone, such as `Inbox`"
    case .map, .text: return nil
    }
  }

  /// What another language writes for nothing.
  private static func nothingHint(_ node: Node) -> String? {
    guard node.style == .plain, let text = node.text, MeantVariable.forNothing.contains(text) else {
      return nil
    }
    return "nothing is written `~`"
  }

  /// A number with the comma of other languages, which YAML takes for one alone in quotes.
  private static func commaHint(_ text: String, isWhole: Bool) -> String? {
    guard let match = text.wholeMatch(of: /(-?[0-9]{1,9}),([0-9]+)/) else { return nil }
    let inThousands = match.2.count == 3 ? "\(match.1)\(match.2)" : nil
    if isWhole {
      return inThousands.map { "a number has no comma: \($0)" }
        ?? "an integer has no fraction; `double` is the type of numbers that have one"
    }
    return "numbers have a point and no quotes: \(match.1).\(match.2)"
      + (inThousands.map { "; with thousands \($0)" } ?? "")
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

  /// `{ id: work, title: Work }` and the like as entries of one map.
  private static func titles(_ nodes: [Node]) -> String? {
    let entries = nodes.compactMap { node -> String? in
      guard let map = node.map, let name = AppDeclaration.tabName(node),
        let title = map.last?.value.text
      else { return nil }
      return "\(name): \(title)"
    }
    return entries.isEmpty || entries.count < nodes.count ? nil : entries.joined(separator: ", ")
  }

  /// A list where a map belongs has the keys in most cases.
  private func mapHint(_ list: Node, of subject: String) -> String? {
    let nodes = list.list ?? []
    if let entry = nodes.first?.map?.first, nodes.allSatisfy({ $0.map?.count == 1 }) {
      let marks = list.style == .flow ? "brackets" : "dashes"
      return "leave the \(marks) out: `\(entry.key.name): …`"
    }
    if subject == "`tabs`", let titles = Self.titles(nodes) {
      return "a tab's name is its key: `tabs: { \(titles) }`"
    }
    if subject == "`lanes`" { return "each lane has a name: `lanes: { first: […], second: […] }`" }
    let names = nodes.compactMap(\.text)
    guard !names.isEmpty, names.count == nodes.count else { return nil }
    if let match = names[0].wholeMatch(of: /([\w-]+) *= *(.+)/) {
      return "a map has no dashes, and a colon with a blank: `\(match.1): \(match.2)`"
    }
    if subject.hasPrefix("table "), let row = names.first {
      return "`{ remove: [\(row)] }` takes rows away, `{ insert: { rows: [{ … }] } }` adds some, "
        + "`{ change: { \(row): { … } } }` changes one"
    }
    let entries = names.prefix(3).map { "\($0): …" } + (names.count > 3 ? ["…"] : [])
    return "a map has a value for each: `{ \(entries.joined(separator: ", ")) }`"
  }
}

extension Entry {
  /// Whether its value is neither a map nor a list.
  fileprivate var isWord: Bool { value.map == nil && value.list == nil }
}
