package import SceneSimulator
internal import SceneState

/// One kind of step, made from the nodes of a scenario, run in its simulation.
///
/// To add one: a file with such a type, its line in `StepCatalogue`, and what users read of it in
/// `EmbeddedFiles/Steps/verbs.md`.
package protocol ScenarioStep: SendableMetatype {
  /// The verb.
  static var name: String { get }
  /// How it is written, for help: `set: {key: value}`.
  static var syntax: String { get }
  /// What it does, as one sentence.
  static var summary: String { get }
  /// What stands after the verb; keys, reference, completions and schema come from it.
  static var argument: Shape { get }
  /// Steps that show it and pass.
  static var example: String { get }
  /// Whether traces show it.
  static var isTraced: Bool { get }

  /// The argument with its variables replaced, as the step is made from it.
  static func replaced(
    _ argument: Node, with variables: Variables, of source: SourceFile
  ) throws(Diagnostic) -> Node

  /// Says before any run which values are names of what, and what the step changes.
  ///
  /// A step that names nothing needs none; see `StepCheck` for what there is.
  static func check(_ input: StepInput, in check: StepCheck)

  /// Reads the step; runs with its variables replaced, and before any run if it has none.
  init(_ input: StepInput) throws(Diagnostic)

  /// Whether a trace writes `~` for no argument: it takes away what an argument gives.
  static var showsNil: Bool { get }

  /// The step in a trace, if it is not simply verb and argument.
  var traceText: String? { get }

  /// What the step carries, where that stands behind its words in a trace.
  var cargo: String? { get }

  /// Does what the step says, or says why not and changes nothing.
  func run(in context: StepContext) throws(StepError)
}

extension ScenarioStep {
  package static var isTraced: Bool { true }
  package static var showsNil: Bool { false }

  package static var syntax: String { StepReference[name].syntax }
  package static var summary: String { StepReference[name].summary }
  package static var example: String { StepReference[name].example }

  /// The keys that a map after the verb may have.
  static var keys: [String] { argument.keys }

  package static func replaced(
    _ argument: Node, with variables: Variables, of source: SourceFile
  ) throws(Diagnostic) -> Node {
    try variables.replaced(in: argument, of: source)
  }

  package static func check(_ input: StepInput, in check: StepCheck) {}

  package var traceText: String? { nil }
  package var cargo: String? { nil }
}

/// A step for which the app has to run.
protocol RunningAppStep: ScenarioStep {}

/// A step in a window of an app that runs.
protocol WindowStep: ScenarioStep {}

/// A step of a verb alone.
protocol BareStep: ScenarioStep { init() }

extension BareStep {
  static var argument: Shape { .nothing }

  init(_ input: StepInput) throws(Diagnostic) {
    if let argument = input.argument {
      throw input.source.diagnostic(
        .wrongKind, at: argument.range, "`\(Self.name)` takes no value",
        hint: "leave it out; words such as `on: …` stand beside the verb")
    }
    self.init()
  }
}

/// A step of a window, which it may name, and of nothing else.
protocol NamedWindowStep: ScenarioStep { init(window: PlacedName?) }

extension NamedWindowStep {
  static var argument: Shape { .windowIfAny }

  init(_ input: StepInput) throws(Diagnostic) { self.init(window: try input.windowName()) }
}

/// A step that reads or writes values, and may name the place of them with `at`.
package protocol PlacedStep: ScenarioStep {}

/// A step that runs other steps under `do:`.
package protocol FlowStep: ScenarioStep {
  /// The title shown above the steps, if it has one.
  var title: String? { get }
  /// The variables of each round; the steps run once per round.
  var rounds: FlowRounds { get }
}

/// A step that stands for others, which are run and numbered in its place.
package protocol StandingStep: FlowStep {
  /// The verbs of the steps, none of which needs a value, each with what has to hold for it.
  static func standsFor(
    _ argument: Node?, in source: SourceFile
  ) throws(Diagnostic) -> [(verb: String, condition: Node?)]
}

/// The rounds of a flow step with their variables, each made when its turn comes.
package struct FlowRounds: RandomAccessCollection {
  package typealias Element = [(name: String, value: Node)]

  package let endIndex: Int
  private let make: (Int) -> Element

  init(_ count: Int, _ make: @escaping (Int) -> Element) { (endIndex, self.make) = (count, make) }

  init(with variables: Element = []) { self.init(1) { _ in variables } }

  package var startIndex: Int { 0 }
  package subscript(position: Int) -> Element { make(position) }
}

extension FlowStep {
  package var title: String? { nil }

  /// Does nothing: the runner runs the rounds.
  package func run(in context: StepContext) throws(StepError) {}
}

/// Why a step did not do what it says; one word, since each step throws it.
package indirect enum StepError: Error {
  /// The step cannot be done now; `at` is the value to blame, if it is not the verb.
  case refused(StepFailure, at: SourceRange?)
  /// What is written is wrong, or a check found a difference.
  case mistake(Diagnostic)

  /// A step that cannot be done now, and why.
  static func refused(
    _ code: SceneProblem.Code, _ message: String, at range: SourceRange? = nil,
    hint: String? = nil
  ) -> StepError {
    .refused(StepFailure(code, message, hint: hint), at: range)
  }

  /// The same, with the lines of the file in which it stands.
  func shown(in source: SourceFile) -> StepError {
    if case .mistake(let diagnostic) = self { return .mistake(diagnostic.shown(in: source)) }
    return self
  }
}

/// What a step is made from: its verb and argument, with their places.
package struct StepInput {
  package let verb: PlacedName
  /// What stands after the verb; nil for a bare verb.
  package let argument: Node?
  package let source: SourceFile

  /// The argument; `missing-key` at the verb if there is none.
  package func required() throws(Diagnostic) -> Node {
    guard let argument else {
      throw source.diagnostic(
        .missingKey, at: verb.range, "`\(verb.name)` needs a value",
        hint: StepCatalogue.type(named: verb.name).map { "write `\($0.syntax)`" })
    }
    return argument
  }

  package func requiredWindow() throws(Diagnostic) -> PlacedName {
    try Names.window(try required(), in: source)
  }

  /// The argument as a name; the subject is for messages.
  func placed(_ subject: String) throws(Diagnostic) -> PlacedName {
    try source.placed(try required(), for: subject)
  }

  func windowName() throws(Diagnostic) -> PlacedName? {
    guard let argument else { return nil }
    if case .map(let entries) = argument.content {
      for entry in entries where entry.key.name != "window" {
        throw source.diagnostic(
          .noSuchStep, at: entry.key.range,
          "this version of scenesim does not run `\(verb.name)` with `\(entry.key.name)` yet")
      }
      guard let node = argument["window"] else { return nil }
      return try Names.window(node, in: source)
    }
    return try Names.window(argument, in: source)
  }
}
