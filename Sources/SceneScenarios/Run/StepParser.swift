/// Makes steps of nodes and collects every mistake that can be seen without running them.
struct StepParser {
  /// The file that is read: the scenario, or one it includes.
  var source: SourceFile
  var mistakes = DiagnosticList()
  /// Whether an app takes the steps, in its own windows.
  var isInside = false
  /// What stands where a step should, and is none.
  private(set) var unknown: [Node] = []
  var files: IncludedFiles

  static let modifiers = ScenarioLanguage.modifiers.names
  /// What may stand beside a verb.
  static let keysBesideVerbs = modifiers + ScenarioLanguage.flowParts.names

  init(_ source: SourceFile) {
    self.source = source
    files = IncludedFiles(source)
  }

  mutating func steps(_ node: Node, for subject: String) -> [ParsedStep] {
    guard
      let nodes = mistakes.collect(try source.list(node, for: subject))
    else { return [] }
    var steps: [ParsedStep] = []
    steps.reserveCapacity(nodes.count)
    // Of a file with so many mistakes no more are told.
    for (index, node) in nodes.enumerated() where !mistakes.isFull {
      if let parted = parted(node, from: index == 0 ? nil : nodes[index - 1]) {
        mistakes.append(parted)
        unknown.append(node)
      } else if isPlaceAlone(node), index + 1 < nodes.count, isBodyAlone(nodes[index + 1]) {
        unknown.append(node)
      } else if let found = step(node) {
        steps.append(found)
      } else {
        unknown.append(node)
      }
    }
    return steps
  }

  /// `- do:` behind `- in: B`: one dash too many makes two steps of one.
  private func parted(_ node: Node, from other: Node?) -> Diagnostic? {
    guard let other, isPlaceAlone(other), isBodyAlone(node), let key = other.map?.last?.key else {
      return nil
    }
    return source.diagnostic(
      .oneVerb, at: SourceRange(at: node.range.start),
      "a dash begins a new step, and `do` belongs to `\(key.name)` in line "
        + "\(key.range.start.line)",
      hint: "leave the dash out: `do` stands in the column of `\(key.name)`")
  }

  private func isPlaceAlone(_ node: Node) -> Bool {
    guard let entries = node.map, !entries.isEmpty else { return false }
    return entries.allSatisfy { ["in", "on"].contains($0.key.name) }
  }

  private func isBodyAlone(_ node: Node) -> Bool {
    node.map?.count == 1 && node.map?.first?.key.name == "do"
  }

  private mutating func step(_ node: Node) -> ParsedStep? {
    switch node.content {
    case .text(let text):
      return step(PlacedName(name: text, range: node.range), argument: nil, entries: [])
    case .map(let written):
      let entries = withoutElse(written)
      // Most steps are a verb and nothing beside it, and a file may have very many.
      if entries.count == 1, StepCatalogue.type(named: entries[0].key.name) != nil {
        let argument = entries[0].value
        return step(entries[0].key, argument: argument.isNull ? nil : argument, entries: [])
      }
      guard let verb = verb(of: entries, at: node) else { return nil }
      let argument = verb.value.isNull ? nil : verb.value
      // A modifier that is nearly right is told above; it is read as the one that was meant.
      let others = entries.filter { $0.key.range != verb.key.range || $0.key.name != verb.key.name }
      // A second verb is none that is nearly right: `set` is near `soft`.
      // What was told to belong inside is not beside it either.
      let inside = argument?.map ?? []
      let beside = others.filter { other in
        StepCatalogue.type(named: other.key.name) == nil
          && !inside.contains { $0.key.range == other.key.range }
      }
      let corrected = beside.corrected(known: Self.keysBesideVerbs, onlyIfUnique: true)
      return step(verb.key, argument: argument, entries: corrected)
    default:
      mistakes.append(source.wrongKind(node, for: "a step", wanted: "a verb or a map"))
      return nil
    }
  }

  /// The one entry that is no modifier.
  private mutating func verb(of entries: [Entry], at node: Node) -> Entry? {
    let others = entries.filter { !Self.modifiers.contains($0.key.name) && !Self.isPart($0.key) }
    let verbs = others.filter { StepCatalogue.type(named: $0.key.name) != nil }
    let verb = verbs.first ?? others.first { StepCatalogue.meant($0.key.name) != nil }
    let beside = entries.first { ["in", "on", "if"].contains($0.key.name) }
    if others.isEmpty, let place = beside,
      entries.contains(where: { $0.key.name == "do" })
    {
      // Several steps in one window, or under one condition, are a group without a title.
      return Entry(GroupStep.name, at: place.key.range, Node(.null, range: place.key.range))
    }
    if verbs.isEmpty, let foreign = stepOfActions(entries) {
      mistakes.append(foreign)
      return nil
    }
    guard let verb = verb ?? others.first else {
      mistakes.append(
        Diagnostic(
          .oneVerb, file: source.path, range: SourceRange(at: node.range.start),
          "a step needs a verb",
          hint: entries.contains { $0.key.name == "do" }
            ? "several steps are a group: `group: a title` beside `do`; what the step above does stands "
              + "under its own `do`, without a dash"
            : entries.first.map {
              "`\($0.key.name)` stands beside the verb, in one step: this line begins without a dash, or the one "
                + "below it"
            } ?? "such as `launch`, `set` or `expect`"))
      return nil
    }
    if let below = inTheColumn(of: verb, others) {
      mistakes.append(below.mistake)
      return Entry(key: verb.key, value: below.argument)
    }
    for other in others where other.key.range != verb.key.range && !mistakes.isFull {
      let isModifier = !NearestName.suggestions(for: other.key.name, among: Self.modifiers).isEmpty
      guard StepCatalogue.type(named: other.key.name) == nil, verbs.count == 1 || isModifier else {
        mistakes.add(
          in: source, .oneVerb, at: other.key.range,
          "one step has one verb: `\(verb.key.name)` and `\(other.key.name)` are two",
          hint: "begin a new line with a dash")
        // What the second one does, too, nobody knows: nothing is concluded from half of it.
        return nil
      }
      var mistake = source.unknownKey(
        other.key, of: "step `\(verb.key.name)`", known: Self.modifiers + ["do"])
      let isNear = isModifier || mistake.hint?.hasPrefix("there are") != true
      mistake.hint = insideHint(other, of: verb, isNear: isNear) ?? mistake.hint
      mistakes.append(mistake)
    }
    return verb
  }

  /// What stands beside a verb and belongs into what that says.
  private func insideHint(_ other: Entry, of verb: Entry, isNear: Bool) -> String? {
    let (name, value) = (other.key.name, source.text(in: other.value.range))
    if verb.key.name == IncludeStep.name, ["vars", "variables", "params", "args"].contains(name) {
      return "beside `include` it is called `with`: `with: \(value)`"
    }
    if StepCatalogue.type(named: verb.key.name)?.argument.keys.contains(name) == true {
      return "it belongs into `\(verb.key.name)`: `\(verb.key.name): { …, \(name): \(value) }`"
    }
    if verb.key.name == UpdateStep.name, ScenarioLanguage.app.names.contains(name) {
      return "two blanks more before it put `\(name)` into `update`"
    }
    if verb.key.name == ExpectStep.name, Names.isWindow(name) || Expectation.names.contains(name) {
      return "two blanks more before it put `\(name)` into `expect`"
    }
    guard !isNear, Self.takesKeys.contains(verb.key.name),
      LeftToApps.hint(for: name, among: Self.modifiers + ["do"]) == nil,
      let first = verb.value.map?.first
    else { return nil }
    return "a key of the app belongs into the braces: `\(verb.key.name): "
      + "{ \(first.key.name): …, \(name): \(value) }`"
  }

  /// What belongs to a verb and stands in its column, as if it were beside it.
  private func inTheColumn(
    of verb: Entry, _ others: [Entry]
  ) -> (mistake: Diagnostic, argument: Node)? {
    let below = others.filter {
      $0.key.range.start.line > verb.key.range.start.line
        && (StepCatalogue.type(named: $0.key.name) == nil || Self.takesKeys.contains(verb.key.name))
    }
    guard verb.value.isNull, StepCatalogue.type(named: verb.key.name) != nil,
      let first = below.first,
      !below.contains(where: {
        // A single letter is near to anything, and most likely a window.
        $0.key.name.count > 1
          && !NearestName.suggestions(for: $0.key.name, among: Self.keysBesideVerbs).isEmpty
      })
    else { return nil }
    let column = verb.key.range.start.column + 2
    let names = below.map { "`\($0.key.name)`" }.joined(separator: " and ")
    let mistake = source.diagnostic(
      .unknownKey, at: first.key.range,
      "`\(first.key.name)` stands in the column of `\(verb.key.name)`, as if it were beside it",
      hint: "two blanks more before \(names), in column \(column), put it into `\(verb.key.name)`")
    return (mistake, Node(.map(below), style: .block, range: first.key.range))
  }

  /// The verbs that are given keys of the app and values.
  private static let takesKeys: Set = [SetStep.name, AppendStep.name, PrependStep.name]

  /// Keys that belong to some flow steps.
  private static func isPart(_ key: PlacedName) -> Bool {
    ScenarioLanguage.flowParts.contains { $0.name == key.name }
  }

  private mutating func step(
    _ written: PlacedName, argument: Node?, entries: [Entry]
  ) -> ParsedStep? {
    func value(_ key: String) -> Node? { entries.first { $0.key.name == key }?.value }
    var body: [ParsedStep] = []
    if let node = value("do") { body = steps(node, for: "`do`") }
    var verb = written
    if StepCatalogue.type(named: written.name) == nil {
      mistakes.append(StepCatalogue.unknown(written, in: source))
      // What is nearly right is read as the step that was meant: little follows from it then.
      verb.name = StepCatalogue.meant(written.name) ?? written.name
    }
    guard let kind = StepCatalogue.type(named: verb.name) else { return nil }
    if kind is IncludeStep.Type, let argument { body = included(argument) }
    if let kind = kind as? any StandingStep.Type { body = standing(for: kind, verb, argument) }
    var laneCounts: [Int] = []
    if kind is ParallelStep.Type, let argument, let lanes = argument["lanes"]?.map {
      for lane in lanes {
        let steps = laneSteps(lane)
        laneCounts.append(steps.count)
        body += steps
      }
      if let then = argument["then"] { body += self.steps(then, for: "`then`") }
    }
    // Steps of an app are taken in one window after the other, all of them in each.
    // Where `in` is refused, what it was meant for is no further mistake.
    if kind is any FlowStep.Type, !isInside {
      body = body.map { $0.acting(in: value("in"), on: value("on")) }
    }
    let step = ParsedStep(
      kind, verb, argument: argument, entries, body: body, laneCounts: laneCounts,
      source: source)
    checkModifiers(step, entries)
    let input = StepInput(verb: verb, argument: argument, source: source)
    if let argument, VariableText.isIn(argument) { return step }
    // What stands after a verb that is none may belong to another one than is guessed.
    if verb.name != written.name { return (try? kind.init(input)) == nil ? nil : step }
    do throws(Diagnostic) {
      _ = try kind.init(input)
    } catch {
      mistakes.append(besideVerb(error, input))
    }
    return step
  }
}
