/// A step as it stands in the file: its kind, its places, and the steps below it.
package struct ParsedStep: Sendable {
  let kind: any ScenarioStep.Type
  package let verb: PlacedName
  package let argument: Node?
  /// What stands beside the verb; nil for most steps, of which a file may have very many.
  private var parts: Parts?
  /// The file the step stands in.
  let source: SourceFile

  package var window: Node? { parts?.window }
  var device: Node? { parts?.device }
  package var place: Node? { parts?.place }
  package var condition: Node? { parts?.condition }
  /// The code with which the step must be refused.
  var fails: Node? { parts?.fails }
  /// The variables that an `include` gives to its steps.
  var with: Node? { parts?.with }
  package var body: [ParsedStep] { parts?.body ?? [] }
  /// How many steps of the body each lane of a `parallel` has.
  var laneCounts: [Int] { parts?.laneCounts ?? [] }

  var isFlow: Bool { kind is any FlowStep.Type }

  /// Words for reports.
  var label: String? { parts?.words.map { $0.text ?? StepText.flow($0) } }

  /// Whether the run goes on if the step fails; a variable tells it only when the step runs.
  var isSoft: Bool { parts?.softness?.bool ?? false }

  /// The same before the variable is known.
  var maybeSoft: Bool { isSoft || parts?.softness?.text != nil }

  /// Whether a key beside the verb cannot be read: it may be any modifier.
  var isDoubtful: Bool { parts?.isDoubtful ?? false }

  /// Whether it is not sure that the step is taken as it stands.
  var isUncertain: Bool { isDoubtful || condition != nil || maybeSoft }

  /// Whether how many steps it brings may differ from round to round.
  var dependsOnRound: Bool {
    if condition != nil { return true }
    guard isFlow else { return false }
    return argument.map(VariableText.isIn) ?? false || with != nil
      || body.contains(where: \.dependsOnRound)
  }

  /// The step with the variables of its modifiers replaced; `in` and `if` are read elsewhere.
  func resolved(_ variables: Variables) throws(Diagnostic) -> ParsedStep {
    guard let parts, parts.replaceable.contains(where: VariableText.isIn) else { return self }
    var step = self
    step.parts = try Parts(parts, variables, of: source)
    return step
  }

  init(
    _ kind: any ScenarioStep.Type, _ verb: PlacedName, argument: Node?, _ entries: [Entry],
    body: [ParsedStep], laneCounts: [Int], source: SourceFile
  ) {
    (self.kind, self.verb, self.argument, self.source) = (kind, verb, argument, source)
    guard !entries.isEmpty || !body.isEmpty || !laneCounts.isEmpty else { return }
    parts = Parts(entries, body, laneCounts)
  }

  /// The step in a window and on a device, with those below it, unless they name their own.
  func acting(in window: Node?, on device: Node?) -> ParsedStep {
    if window == nil, device == nil { return self }
    var step = self
    let body = body.map { $0.acting(in: window, on: device) }
    step.parts = Parts(
      parts ?? Parts([], [], []), window: isFlow ? nil : window, device: isFlow ? nil : device,
      body)
    return step
  }

  /// The same step with others below it.
  func with(body: [ParsedStep]) -> ParsedStep {
    if body.isEmpty { return self }
    var step = self
    step.parts = Parts(parts ?? Parts([], [], []), window: nil, device: nil, body)
    return step
  }

  func placeName(_ variables: Variables) throws(Diagnostic) -> PlacedName? {
    try place.map { (node) throws(Diagnostic) in
      let place = try variables.replaced(in: node, of: source)
      return try source.placed(place, for: "`at`")
    }
  }

  /// Whether the steps it runs stand under `do:`.
  var needsBody: Bool {
    isFlow && !(kind is IncludeStep.Type || kind is ParallelStep.Type)
      && !(kind is any StandingStep.Type)
  }

  private final class Parts: Sendable {
    let window, device, place, condition, words, fails, softness, with: Node?
    let isDoubtful: Bool
    let body: [ParsedStep]
    let laneCounts: [Int]

    init(_ entries: [Entry], _ body: [ParsedStep], _ laneCounts: [Int]) {
      func value(_ key: String) -> Node? { entries.first { $0.key.name == key }?.value }
      (window, device, condition) = (value("in"), value("on"), value("if"))
      place = value("at")
      (words, fails, softness) = (value("label"), value("fails"), value("soft"))
      (with, self.body, self.laneCounts) = (value("with"), body, laneCounts)
      isDoubtful = entries.contains { !StepParser.keysBesideVerbs.contains($0.key.name) }
    }

    init(_ parts: Parts, window: Node?, device: Node?, _ body: [ParsedStep]) {
      (self.window, self.device) = (parts.window ?? window, parts.device ?? device)
      place = parts.place
      (condition, words, fails) = (parts.condition, parts.words, parts.fails)
      (softness, with, isDoubtful) = (parts.softness, parts.with, parts.isDoubtful)
      (self.body, laneCounts) = (body, parts.laneCounts)
    }

    /// The parts in which variables are replaced before the step runs.
    var replaceable: [Node] { [device, place, fails, words, softness].compactMap(\.self) }

    init(_ parts: Parts, _ variables: Variables, of source: SourceFile) throws(Diagnostic) {
      func text(_ node: Node?, _ name: String) throws(Diagnostic) -> Node? {
        guard let node else { return nil }
        let value = try variables.replaced(in: node, of: source)
        if name != "label" { _ = try source.text(value, for: "`\(name)`") }
        return value
      }
      (window, condition, with) = (parts.window, parts.condition, parts.with)
      (isDoubtful, body, laneCounts) = (parts.isDoubtful, parts.body, parts.laneCounts)
      device = try text(parts.device, "on")
      place = try text(parts.place, "at")
      fails = try text(parts.fails, "fails")
      words = try text(parts.words, "label")
      if let node = parts.softness, VariableText.isIn(node) {
        softness = try variables.replaced(in: node, of: source)
        if let softness { _ = try source.bool(softness, for: "`soft`") }
      } else {
        softness = parts.softness
      }
    }
  }
}

extension [ParsedStep] {
  package var andInner: [ParsedStep] { flatMap { [$0] + $0.body.andInner } }
}
