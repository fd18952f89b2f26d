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

  /// Whether a key beside the verb cannot be read: it may be any modifier.
  let isDoubtful: Bool

  /// Whether it is not sure that the step is taken as it stands.
  var isUncertain: Bool { isDoubtful || condition != nil || isSoft || softness?.text != nil }

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

  init(
    _ kind: any ScenarioStep.Type, _ verb: Entry.Key, argument: Node?, _ entries: [Entry],
    body: [ParsedStep], laneCounts: [Int], source: SourceFile
  ) {
    func value(_ key: String) -> Node? { entries.first { $0.key.name == key }?.value }
    (self.kind, self.verb, self.argument) = (kind, verb, argument)
    (window, device, condition) = (value("in"), value("on"), value("if"))
    (words, fails, softness) = (value("label"), value("fails"), value("soft"))
    isDoubtful = entries.contains { !StepParser.keysBesideVerbs.contains($0.key.name) }
    (with, self.body, self.laneCounts, self.source) = (value("with"), body, laneCounts, source)
  }

  /// Whether the steps it runs stand under `do:`.
  var needsBody: Bool {
    isFlow && !(kind is IncludeStep.Type) && !(kind is ParallelStep.Type)
  }
}
