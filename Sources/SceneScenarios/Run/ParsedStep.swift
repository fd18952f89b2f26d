/// A step as it stands in the file: its kind, its places, and the steps below it.
package struct ParsedStep: Sendable {
  let kind: any ScenarioStep.Type
  let verb: Entry.Key
  let argument: Node?
  let window: Node?
  /// The device that the step names.
  private(set) var device: Node?
  let condition: Node?
  private var words: Node?
  /// The code with which the step must be refused.
  private(set) var fails: Node?
  private var softness: Node?
  /// The variables that an `include` gives to its steps.
  let with: Node?
  let body: [ParsedStep]
  /// How many steps of the body each lane of a `parallel` has.
  let laneCounts: [Int]
  /// The file the step stands in.
  let source: SourceFile

  var isFlow: Bool { kind is any FlowStep.Type }

  /// Words for reports.
  var label: String? { words.map { $0.text ?? StepText.flow($0) } }

  /// Whether the run goes on if the step fails; a variable tells it only when the step runs.
  var isSoft: Bool { softness?.bool ?? false }

  /// Whether it is not sure that the step is taken as it stands.
  var isUncertain: Bool { condition != nil || isSoft || softness?.text != nil }

  /// The step with the variables of its modifiers replaced; `in` and `if` are read elsewhere.
  func resolved(_ variables: Variables) throws(Diagnostic) -> ParsedStep {
    guard [device, fails, words, softness].contains(where: { $0.map(VariableText.isIn) ?? false })
    else { return self }
    func text(_ node: Node?, _ name: String) throws(Diagnostic) -> Node? {
      guard let node else { return nil }
      let value = try variables.replaced(in: node, of: source)
      if name != "label" { _ = try source.text(value, for: "`\(name)`") }
      return value
    }
    var step = self
    step.device = try text(device, "on")
    step.fails = try text(fails, "fails")
    step.words = try text(words, "label")
    if let node = softness {
      let value = try variables.replaced(in: node, of: source)
      _ = try source.bool(value, for: "`soft`")
      step.softness = value
    }
    return step
  }

  fileprivate init(
    _ kind: any ScenarioStep.Type, _ verb: Entry.Key, argument: Node?, _ entries: [Entry],
    body: [ParsedStep], laneCounts: [Int], source: SourceFile
  ) {
    func value(_ key: String) -> Node? { entries.first { $0.key.name == key }?.value }
    (self.kind, self.verb, self.argument) = (kind, verb, argument)
    (window, device, condition) = (value("in"), value("on"), value("if"))
    (words, fails, softness) = (value("label"), value("fails"), value("soft"))
    (with, self.body, self.laneCounts, self.source) = (value("with"), body, laneCounts, source)
  }

  /// Whether the steps it runs stand under `do:`.
  var needsBody: Bool {
    isFlow && !(kind is IncludeStep.Type) && !(kind is ParallelStep.Type)
  }
}

/// Makes steps of nodes and collects every mistake that can be seen without running them.
struct StepParser {
  /// The file that is read: the scenario, or one it includes.
  private(set) var source: SourceFile
  private(set) var mistakes = DiagnosticList()
  /// What stands where a step should, and is none.
  private(set) var unknown: [Node] = []
  private var files: IncludedFiles

  private static let modifiers = ScenarioLanguage.modifiers.names

  init(_ source: SourceFile) {
    self.source = source
    files = IncludedFiles(source)
  }

  mutating func steps(_ node: Node, for subject: String) -> [ParsedStep] {
    guard
      let nodes = mistakes.collect({ () throws(Diagnostic) in
        try source.list(node, for: subject)
      })
    else { return [] }
    return nodes.compactMap { node in
      let found = step(node)
      if found == nil { unknown.append(node) }
      return found
    }
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
    let others = entries.filter { !Self.modifiers.contains($0.key.name) && !Self.isPart($0.key) }
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

  /// Keys that belong to some flow steps.
  private static func isPart(_ key: Entry.Key) -> Bool {
    ScenarioLanguage.flowParts.contains { $0.name == key.name }
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
    if kind is IncludeStep.Type, let argument { body = included(argument) }
    var laneCounts: [Int] = []
    if kind is ParallelStep.Type, let lanes = argument?["lanes"]?.map {
      for lane in lanes {
        let steps = laneSteps(lane)
        laneCounts.append(steps.count)
        body += steps
      }
    }
    let step = ParsedStep(
      kind, verb, argument: argument, entries, body: body, laneCounts: laneCounts,
      source: source)
    checkModifiers(step, entries)
    if let argument, VariableText.isIn(argument) { return step }
    _ = mistakes.collect { () throws(Diagnostic) in
      _ = try kind.init(StepInput(verb: verb, argument: argument, source: source))
    }
    return step
  }

  /// The steps of an included file; what is wrong there is found with everything else.
  private mutating func included(_ path: Node) -> [ParsedStep] {
    guard path.text != nil, !VariableText.isIn(path) else { return [] }
    let outer = (source, mistakes)
    defer { source = outer.0 }
    do throws(Diagnostic) {
      var files = files
      let body = try files.read(path) { files, node, file in
        (self.source, self.files, mistakes) = (file, files, DiagnosticList())
        let body = self.steps(node, for: "`steps`")
        files = self.files
        return body
      }
      self.files = files
      let found = mistakes.sorted.map { $0.shown(in: source) }
      mistakes = outer.1
      mistakes.append(contentsOf: found)
      return body
    } catch {
      mistakes = outer.1
      mistakes.append(error)
      return []
    }
  }

  /// The steps of a lane: none of them, however deep, goes back in time or has lanes of its own.
  private mutating func laneSteps(_ lane: Entry) -> [ParsedStep] {
    let steps = steps(lane.value, for: "lane `\(lane.key.name)`")
    for step in Self.all(steps) {
      let isRefused =
        step.kind is SavePointStep.Type || step.kind is RewindStep.Type
        || step.kind is ParallelStep.Type
      guard isRefused else { continue }
      let mistake = Diagnostic(
        .contradiction, file: step.source.path, range: step.verb.range,
        "`\(step.verb.name)` does not go into a lane of `parallel`",
        hint: "put it before or behind `parallel`")
      mistakes.append(step.source.path == source.path ? mistake : mistake.shown(in: step.source))
    }
    return steps
  }

  /// The steps with everything below them.
  private static func all(_ steps: [ParsedStep]) -> [ParsedStep] {
    steps.flatMap { [$0] + all($0.body) }
  }

  private mutating func checkModifiers(_ step: ParsedStep, _ entries: [Entry]) {
    for entry in entries {
      let name = entry.key.name
      let doesNotFit =
        switch name {
        case "do": !step.needsBody
        case "with": !(step.kind is IncludeStep.Type)
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
        case "with": _ = try source.map(entry.value, for: "`with`")
        case "if" where entry.value.map == nil: _ = try source.bool(entry.value, for: "`if`")
        default: break
        }
      }
    }
    let isNearDo = entries.contains {
      $0.key.name == "do" || NearestName.suggestions(for: $0.key.name, among: ["do"]) == ["do"]
    }
    if step.needsBody, !isNearDo {
      mistakes.append(source.missingKey("do", of: "`\(step.verb.name)`", at: step.verb.range))
    }
  }
}
