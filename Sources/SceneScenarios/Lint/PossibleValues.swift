/// The values that variables may have in any case and any round, as far as the file says them.
struct PossibleValues {
  let source: SourceFile
  private var known: [String: [Node]] = [:]
  /// The names of which any step, or another variable, may be the value.
  private var open: Set<String> = []
  /// The names of `vars` with one plain value.
  private let constants: Set<String>

  init(_ scenario: LoadedScenario) {
    source = scenario.source
    let given = scenario.cases.flatMap(\.columns)
    constants = Set(scenario.vars.map(\.key.name)).subtracting(given.map(\.key.name))
    open = VariableNames.kept(in: scenario)
    for step in scenario.unknownSteps { open.formUnion(FurtherLook.names(in: step)) }
    for entry in scenario.vars + given { add(entry.value, to: entry.key.name) }
    collect(scenario.allSteps)
  }

  private mutating func add(_ value: Node, to name: String) {
    if VariableText.isIn(value) {
      open.insert(name)
    } else {
      known[name, default: []].append(value)
    }
  }

  /// The values that loops and `with` give.
  private mutating func collect(_ steps: [ParsedStep]) {
    for step in steps {
      for entry in step.with?.map ?? [] { add(entry.value, to: entry.key.name) }
      if step.kind is ForEachStep.Type {
        for entry in step.argument?.map ?? [] {
          guard let values = entry.value.list else {
            open.insert(entry.key.name)
            continue
          }
          for value in values { add(value, to: entry.key.name) }
        }
      }
      collect(step.body)
    }
  }

  /// The values of a variable, whose name may have dots; nil if it is open which it has.
  func values(of name: String) -> [Node]? {
    let parts = name.split(separator: ".").map(String.init)
    guard let first = parts.first, !open.contains(first), var values = known[first] else {
      return nil
    }
    for part in parts.dropFirst() {
      let inner = values.compactMap { $0.part(part) }
      if inner.count < values.count { return nil }
      values = inner
    }
    return values.isEmpty ? nil : values
  }

  /// Whether a variable has one value, which stands under `vars`.
  func isConstant(_ name: String) -> Bool {
    constants.contains(String(name.prefix { $0 != "." })) && values(of: name)?.count == 1
  }

  /// Whether a condition holds for some values of its variables; what else it asks is open.
  func mayHold(_ condition: Node?) -> Bool { neverFits(condition) == nil }

  /// The first of what a condition asks that is so with no value of its variable.
  func neverFits(_ condition: Node?) -> (asked: Entry, values: [Node])? {
    for entry in condition?.map ?? []
    where !entry.key.name.hasPrefix("$") && !VariableText.isIn(entry.value) {
      guard let values = values(of: entry.key.name) else { continue }
      let fits = values.contains { value in
        Matcher.isMeant(entry.value)
          ? Matcher.mismatch(entry.value, ScenarioValue(value.content)) == nil
          : value.content == entry.value.content
      }
      if !fits { return (entry, values) }
    }
    return nil
  }
}
