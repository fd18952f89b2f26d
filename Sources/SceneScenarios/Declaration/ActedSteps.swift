/// Gives each `act` among the steps of an app the steps of the action that it does: whoever looks at
/// what an app does finds them below it.
struct ActedSteps {
  /// How many steps those of an app may do in this way, one with another.
  private static let limit = 10_000
  /// How far one may lead to another.
  private static let depthLimit = 32

  private let actions: [ActionDeclaration]
  /// What was found of an action, by its name.
  private var known: [String: [ParsedStep]] = [:]
  /// The actions whose steps are looked at, each among those of the one before it.
  private var way: [String] = []
  private var count = 0
  private(set) var mistakes = DiagnosticList()

  init(_ actions: [ActionDeclaration]) { self.actions = actions }

  /// The same steps, each `act` with what it does.
  mutating func filled(_ steps: [ParsedStep]) -> [ParsedStep] {
    var result: [ParsedStep] = []
    for step in steps {
      let isAct = step.kind is ActStep.Type
      result.append(step.with(body: isAct ? deed(of: step) : filled(step.body)))
    }
    return result
  }

  /// What a step `act` does; nothing for a name that was told, or will be.
  private mutating func deed(of step: ParsedStep) -> [ParsedStep] {
    guard let called = ActStep.action(in: step.argument) else { return [] }
    guard let action = actions.first(where: { $0.name == called.name }) else { return [] }
    if let start = way.firstIndex(of: action.name) {
      let circle = (way[start...] + [action.name]).map { "`\($0)`" }
      add(
        .contradiction, called, step,
        "\(circle.joined(separator: " does ")), and so on without end",
        "`later: { \(action.name): 1s }` does it when some time has passed, `for-each` repeats steps"
      )
      return []
    }
    if known[action.name] == nil, way.count < Self.depthLimit {
      way.append(action.name)
      known[action.name] = filled(action.steps)
      way.removeLast()
    }
    // That they are too many is told once.
    guard count <= Self.limit else { return [] }
    let steps = known[action.name]
    count += steps?.andInner.count ?? Self.limit + 1
    if count <= Self.limit { return steps ?? [] }
    add(
      .tooBig, called, step,
      steps == nil
        ? "actions that do actions go more than \(Self.depthLimit) deep"
        : "actions that do actions come to more than \(Self.limit) steps",
      "let each do fewer others")
    return []
  }

  private mutating func add(
    _ code: ProblemCode, _ called: PlacedName, _ step: ParsedStep, _ message: String,
    _ hint: String
  ) {
    mistakes.add(in: step.source, code, at: called.range, message, hint: hint)
  }
}

extension AppDeclaration {
  /// Finds what each `act` among its own steps does.
  mutating func fillActs(_ mistakes: inout DiagnosticList) {
    guard ownSteps.andInner.contains(where: { $0.kind is ActStep.Type }) else { return }
    var acted = ActedSteps(actions)
    for index in actions.indices { actions[index].steps = acted.filled(actions[index].steps) }
    for index in handlers.indices { handlers[index].steps = acted.filled(handlers[index].steps) }
    own.replaceSteps { acted.filled($0) }
    mistakes.append(contentsOf: acted.mistakes.sorted)
  }
}
