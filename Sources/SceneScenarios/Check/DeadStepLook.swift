/// Finds checks that never have their turn, whatever the app does.
///
/// What only the run can tell, the run does: `UnseenChecks`. Other steps may be switched off, and
/// so may those of a file that several scenarios include.
struct DeadStepLook {
  private let source: SourceFile
  /// The variables of the file that nothing else gives a value.
  private let constants: [String: Node]
  private var found: [Diagnostic] = []

  static func warnings(in scenario: LoadedScenario) -> [Diagnostic] {
    var look = DeadStepLook(scenario)
    look.walk(scenario.allSteps)
    return look.found
  }

  private init(_ scenario: LoadedScenario) {
    source = scenario.source
    var open = Set(scenario.cases.flatMap(\.columns).map(\.key.name))
    Self.collectNames(given: &open, by: scenario.allSteps)
    let plain = scenario.vars.filter { entry in
      !open.contains(entry.key.name) && !VariableText.isIn(entry.value) && entry.value.map == nil
    }
    constants = Dictionary(plain.map { ($0.key.name, $0.value) }) { first, _ in first }
  }

  /// The names that `get`, loops and `with` give values.
  private static func collectNames(given names: inout Set<String>, by steps: [ParsedStep]) {
    for step in steps {
      names.formUnion(step.with?.map?.map(\.key.name) ?? [])
      if step.kind is GetStep.Type || step.kind is ForEachStep.Type {
        names.formUnion(FurtherLook.names(in: step.argument))
      }
      collectNames(given: &names, by: step.body)
    }
  }

  private mutating func walk(_ steps: [ParsedStep]) {
    for step in steps {
      if let reason = reason(for: step) {
        tell(step, reason)
      } else if step.needsBody, step.body.isEmpty {
        found.append(
          step.source.warning(
            .vacuous, at: step.verb.range, "no step stands under `do`: nothing happens here",
            hint: "a step stands behind a dash: `- expect: …`"))
      } else {
        walk(step.body)
      }
    }
  }

  private mutating func tell(_ step: ParsedStep, _ reason: String) {
    guard let check = firstCheck(in: [step]) else { return }
    let line = step.verb.range.start.line
    let place = check.verb.range.start.line == line ? "" : " (line \(line))"
    found.append(
      check.source.warning(
        .vacuous, at: check.verb.range, "this `expect` is never looked at: \(reason)\(place)"))
  }

  private func firstCheck(in steps: [ParsedStep]) -> ParsedStep? {
    for step in steps {
      if step.kind is ExpectStep.Type, step.source.path == source.path { return step }
      if let inner = firstCheck(in: step.body) { return inner }
    }
    return nil
  }

  /// Why a step never runs; nil if it may.
  private func reason(for step: ParsedStep) -> String? {
    if step.condition?.bool == false { return "its `if` is false" }
    for entry in step.condition?.map ?? []
    where !VariableText.isIn(entry.value) && !Matcher.isMeant(entry.value) {
      guard let value = constants[entry.key.name], value.content != entry.value.content else {
        continue
      }
      return "`\(entry.key.name)` is always \(step.source.text(in: value.range))"
    }
    if step.kind is RepeatStep.Type, step.argument?.int == 0 { return "it is repeated 0 times" }
    if step.kind is ForEachStep.Type, step.argument?.map?.first?.value.list?.isEmpty == true {
      return "the list of its `for-each` is empty"
    }
    return nil
  }
}
