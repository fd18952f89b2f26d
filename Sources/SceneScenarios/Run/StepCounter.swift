/// Tells before a run how many steps it will have, and decides conditions and rounds.
struct StepCounter {
  private let source: SourceFile

  init(_ source: SourceFile) { self.source = source }

  /// The same in the file a step stands in.
  init(of step: ParsedStep) { source = step.source }

  /// The number of steps that will be executed; nil if only running tells, or if they are more
  /// than a case may run.
  func count(_ steps: [ParsedStep], _ variables: Variables, atMost limit: Int) -> Int? {
    var budget = Self.looks
    return count(steps, variables, &budget).flatMap { $0 <= limit ? $0 : nil }
  }

  /// After how many steps and rounds it gives up: the number is for messages alone.
  private static let looks = 10_000
  /// So many elements of a list count as one.
  private static let elementsPerLook = 100

  private func count(
    _ steps: [ParsedStep], _ variables: Variables, _ budget: inout Int
  ) -> Int? {
    var total = 0
    for step in steps {
      budget -= 1
      // What cannot be decided now depends on a variable of `get`: no number beats a wrong one.
      guard budget >= 0, let holds = try? StepCounter(of: step).holds(step, variables) else {
        return nil
      }
      guard holds else { continue }
      guard step.isFlow else {
        total += 1
        continue
      }
      // The same holds for the rounds.
      guard let (flow, rounds) = try? StepCounter(of: step).rounds(of: step, variables) else {
        return nil
      }
      // A list is as long as it is, each time that it is made.
      if flow is ForEachStep { budget -= rounds.count / Self.elementsPerLook }
      if step.body.isEmpty { continue }
      let areAlike = !step.body.contains(where: \.dependsOnRound)
      for round in areAlike ? rounds.prefix(1) : rounds[...] {
        var inner = variables
        for (name, value) in round { inner[name] = value }
        guard let count = count(step.body, inner, &budget) else { return nil }
        // Too many for any case are as good as too many for a number.
        total = min(total + count * (areAlike ? rounds.count : 1), .max >> 22)
      }
    }
    return total
  }

  /// Whether a step's `if` holds: a bool, or a map of variables that must all be as they are there.
  func holds(_ step: ParsedStep, _ variables: Variables) throws(Diagnostic) -> Bool {
    guard let condition = step.condition else { return true }
    return try holds(condition, variables)
  }

  func holds(_ condition: Node, _ variables: Variables) throws(Diagnostic) -> Bool {
    let node = try variables.replaced(in: condition, of: source)
    if ValueCondition.isMeant(node) {
      throw source.diagnostic(.wrongValue, at: node.range, "values are known when a step runs")
    }
    guard let entries = node.map else { return try source.bool(node, for: "`if`") }
    return try unmet(entries, variables) == nil
  }

  /// The first variable that has not the value it needs, with the one it has.
  func unmet(
    _ entries: [Entry], _ variables: Variables
  ) throws(Diagnostic) -> (name: String, value: Node)? {
    for entry in entries {
      let name = Node(.text("${\(entry.key.name)}"), range: entry.key.range)
      let value = try variables.replaced(in: name, of: source)
      let holds =
        Matcher.isMeant(entry.value)
        ? Matcher.mismatch(entry.value, ScenarioValue(value.content)) == nil
        : value.content == entry.value.content
      if !holds { return (entry.key.name, value) }
    }
    return nil
  }

  private func rounds(
    of step: ParsedStep, _ variables: Variables
  ) throws(Diagnostic) -> (any FlowStep, FlowRounds)? {
    guard let flow = try flow(step, variables) else { return nil }
    return (flow, try rounds(of: flow, step, variables))
  }

  /// The variables of each round of a flow step, those of `with` included.
  func rounds(
    of flow: any FlowStep, _ step: ParsedStep, _ variables: Variables
  ) throws(Diagnostic) -> FlowRounds {
    guard let with = step.with else { return flow.rounds }
    let entries = try source.map(try variables.replaced(in: with, of: source), for: "`with`")
    return FlowRounds(with: entries.map { ($0.key.name, $0.value) })
  }

  func flow(_ step: ParsedStep, _ variables: Variables) throws(Diagnostic) -> (any FlowStep)? {
    var argument: Node?
    if let node = step.argument {
      argument = try step.kind.replaced(node, with: variables, of: source)
    }
    let input = StepInput(verb: step.verb, argument: argument, source: source)
    return try step.kind.init(input) as? any FlowStep
  }
}
