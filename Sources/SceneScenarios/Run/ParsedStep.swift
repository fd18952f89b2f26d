/// A step as it stands in the file: its kind, its places, and the steps below it.
package struct ParsedStep: Sendable {
  let kind: any ScenarioStep.Type
  let verb: Entry.Key
  let argument: Node?
  let window: Node?
  /// The device that the step names.
  let device: Node?
  let condition: Node?
  let label: String?
  /// The code with which the step must be refused.
  let fails: Node?
  let isSoft: Bool
  let body: [ParsedStep]

  var isFlow: Bool { kind is any FlowStep.Type }
}

/// Makes steps of nodes and collects every mistake that can be seen without running them.
struct StepParser {
  let source: SourceFile
  private(set) var mistakes = DiagnosticList()

  private static let modifiers = ["in", "on", "label", "if", "fails", "soft"]

  init(_ source: SourceFile) { self.source = source }

  mutating func steps(_ node: Node, for subject: String) -> [ParsedStep] {
    guard
      let nodes = mistakes.collect({ () throws(Diagnostic) in
        try source.list(node, for: subject)
      })
    else { return [] }
    return nodes.compactMap { step($0) }
  }

  private mutating func step(_ node: Node) -> ParsedStep? {
    switch node.content {
    case .text(let text):
      let verb = Entry.Key(name: text, range: node.range)
      return step(verb, argument: nil, entries: [])
    case .map(let entries):
      guard let verb = verb(of: entries, at: node) else { return nil }
      let argument = verb.value.isNull ? nil : verb.value
      return step(verb.key, argument: argument, entries: entries)
    default:
      mistakes.append(source.wrongKind(node, for: "a step", wanted: "a verb or a map"))
      return nil
    }
  }

  /// The one entry that is no modifier.
  private mutating func verb(of entries: [Entry], at node: Node) -> Entry? {
    let others = entries.filter { !Self.modifiers.contains($0.key.name) && $0.key.name != "do" }
    let verbs = others.filter { StepCatalogue.type(named: $0.key.name) != nil }
    guard let verb = verbs.first ?? others.first else {
      mistakes.append(
        Diagnostic(
          .oneVerb, file: source.path, range: SourceRange(at: node.range.start),
          "a step needs a verb", hint: "such as `launch`, `set` or `expect`"))
      return nil
    }
    for other in others where other.key.range != verb.key.range {
      if StepCatalogue.type(named: other.key.name) == nil, verbs.count == 1 {
        mistakes.append(
          source.unknownKey(
            other.key, of: "step `\(verb.key.name)`", known: Self.modifiers + ["do"]))
      } else {
        mistakes.append(
          Diagnostic(
            .oneVerb, file: source.path, range: other.key.range,
            "one step has one verb: `\(verb.key.name)` and `\(other.key.name)` are two",
            hint: "begin a new line with a dash"))
      }
    }
    return verb
  }

  private mutating func step(
    _ verb: Entry.Key, argument: Node?, entries: [Entry]
  ) -> ParsedStep? {
    func value(_ key: String) -> Node? { entries.first { $0.key.name == key }?.value }
    var body: [ParsedStep] = []
    if let node = value("do") { body = steps(node, for: "`do`") }
    guard let kind = StepCatalogue.type(named: verb.name) else {
      mistakes.append(StepCatalogue.unknown(verb, in: source))
      return nil
    }
    let step = ParsedStep(
      kind: kind, verb: verb, argument: argument, window: value("in"),
      device: value("on"), condition: value("if"),
      label: value("label")?.text, fails: value("fails"), isSoft: value("soft")?.bool ?? false,
      body: body)
    checkModifiers(step, entries)
    if let argument, VariableText.isIn(argument) { return step }
    _ = mistakes.collect { () throws(Diagnostic) in
      _ = try kind.init(StepInput(verb: verb, argument: argument, source: source))
    }
    return step
  }

  private mutating func checkModifiers(_ step: ParsedStep, _ entries: [Entry]) {
    for entry in entries {
      let name = entry.key.name
      let doesNotFit =
        switch name {
        case "do": !step.isFlow
        case "in", "on", "soft": step.isFlow
        case "fails": step.isFlow || step.kind is ExpectStep.Type
        default: false
        }
      if doesNotFit {
        mistakes.append(
          Diagnostic(
            .contradiction, file: source.path, range: entry.key.range,
            "`\(name)` does not go with `\(step.verb.name)`"))
      }
      _ = mistakes.collect { () throws(Diagnostic) in
        if VariableText.isIn(entry.value) { return }
        switch name {
        case "in": _ = try Names.window(entry.value, in: source)
        case "on", "label", "fails": _ = try source.text(entry.value, for: "`\(name)`")
        case "soft": _ = try source.bool(entry.value, for: "`soft`")
        case "if" where entry.value.map == nil: _ = try source.bool(entry.value, for: "`if`")
        default: break
        }
      }
    }
    if step.isFlow, !entries.contains(where: { $0.key.name == "do" }) {
      mistakes.append(source.missingKey("do", of: "`\(step.verb.name)`", at: step.verb.range))
    }
  }
}
