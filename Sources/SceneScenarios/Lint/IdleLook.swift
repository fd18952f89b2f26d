/// Finds what has no effect: loops whose rounds are the same, cases that are, lanes without others.
struct IdleLook {
  private let scenario: LoadedScenario
  private let app: AppDeclaration
  private var found: [Diagnostic] = []

  /// What has no effect in a scenario.
  static func warnings(
    in scenario: LoadedScenario, _ steps: [ParsedStep], _ app: AppDeclaration
  ) -> [Diagnostic] {
    var look = IdleLook(scenario: scenario, app: app)
    for step in steps where step.kind is ForEachStep.Type { look.loop(step) }
    for step in steps where step.kind is ParallelStep.Type { look.lanes(step) }
    look.cases()
    look.kept(steps)
    look.calledOff(steps + app.ownSteps.andInner)
    return look.found
  }

  private init(scenario: LoadedScenario, app: AppDeclaration) {
    (self.scenario, self.app) = (scenario, app)
  }

  /// A loop over names that nothing inside it uses.
  private mutating func loop(_ step: ParsedStep) {
    guard let entry = step.argument?.map?.first, step.argument?.map?.count == 1,
      let count = entry.value.list?.count, count > 1
    else { return }
    // A handler sees the names of the step that leads to it.
    let used = VariableUse.names(in: step.body)
      .union(app.node.map { VariableUse.names(inApp: $0) } ?? [])
    guard !used.contains(entry.key.name) else { return }
    found.append(
      step.source.warning(
        at: entry.key.range,
        "nothing inside uses `\(entry.key.name)`: each round does the same",
        hint: "`${\(entry.key.name)}` stands where its value belongs; `repeat: \(count)` only "
          + "counts"))
  }

  private mutating func lanes(_ step: ParsedStep) {
    guard step.laneCounts.count(where: { $0 > 0 }) == 1, step.argument?["lanes"] != nil else {
      return
    }
    found.append(
      step.source.warning(
        at: step.verb.range, "one lane has one order: `parallel` changes nothing here",
        hint: "a second lane under `lanes` has the steps that may come between"))
  }

  /// Two cases with the same values in all columns.
  private mutating func cases() {
    for (index, one) in scenario.cases.enumerated() {
      guard let first = one.columns.first,
        let other = scenario.cases[..<index].first(where: { Self.isSame($0, one) })
      else { continue }
      found.append(
        scenario.source.warning(
          at: first.key.range,
          "`\(first.key.name)` is as in line \(other.line), and so is all else: both cases do the same",
          hint: "one of its values was most likely to be another one"))
    }
  }

  private static func isSame(_ one: ScenarioCase, _ other: ScenarioCase) -> Bool {
    one.columns.count == other.columns.count
      && one.columns.allSatisfy { column in
        other.columns.contains {
          $0.key.name == column.key.name && $0.value.content == column.value.content
        }
      }
  }

  /// What `get` keeps and nothing uses.
  private mutating func kept(_ steps: [ParsedStep]) {
    let used = VariableUse.names(in: scenario)
      .union(app.node.map { VariableUse.names(inApp: $0) } ?? [])
    for step in steps where step.kind is GetStep.Type {
      for entry in step.argument?.map ?? [] {
        guard let name = entry.value.text, !used.contains(name), !VariableText.isIn(name) else {
          continue
        }
        found.append(
          step.source.warning(
            at: entry.value.range, "nothing uses the variable `\(name)`",
            hint: "`${\(name)}` stands where its value belongs"))
      }
    }
  }

  /// An action that `later` calls off and no `later` puts off.
  private mutating func calledOff(_ steps: [ParsedStep]) {
    // A later version of the app may be the one that lets it wait.
    let isUpdated = steps.contains { $0.kind is UpdateStep.Type && $0.argument?["actions"] != nil }
    if isUpdated || !app.versions.isEmpty { return }
    let orders = steps.filter { $0.kind is LaterStep.Type }.flatMap { step in
      (step.argument?.map ?? []).map { (step: step, order: $0) }
    }
    let waiting = Set(
      orders.filter { !LaterStep.callsOff($0.order.value) }.map(\.order.key.name))
    guard !waiting.contains(where: VariableText.isIn) else { return }
    for (step, order) in orders
    where LaterStep.callsOff(order.value) && !waiting.contains(order.key.name) {
      found.append(
        step.source.warning(
          at: order.key.range,
          "`\(order.key.name)` is called off, and no `later` lets it wait",
          hint: SourceFile.choice(for: order.key.name, among: waiting.sorted())
            ?? "`later: { \(order.key.name): 10s }` lets it wait"))
    }
  }
}
