/// The variables that can be used at a place of a scenario.
struct VariableNames {
  /// Variables of the whole scenario: `vars`, columns of cases, what `get` keeps.
  private let common: Set<String>
  /// The same in order, for hints.
  private let sorted: [String]
  /// The values of those of `vars` that nothing else can be called.
  private let constants: [String: Constant]
  /// Columns that some case does not have, each with that case.
  private let partial: [String: ScenarioCase]
  /// The file in which the cases stand.
  private let file: SourceFile
  /// Whether the place is not reached in every case.
  private var isConditional = false
  /// Names of the place: of loops, of `with`, of handlers.
  private(set) var local: [String] = []
  /// The names of loops with the steps that give them.
  private let loops: [(name: String, step: ParsedStep)]
  /// What an app knows of its window, in full: `window.value`.
  private var own = OwnNames()

  init(_ scenario: LoadedScenario) {
    file = scenario.source
    let columns = scenario.cases.flatMap(\.columns).map(\.key.name)
    let kept = Self.kept(in: scenario)
    common = Set(scenario.vars.map(\.key.name) + columns).union(kept)
    sorted = common.sorted()
    constants = Constant.parts(scenario.vars.filter { !kept.contains($0.key.name) })
    partial = Self.partial(scenario.cases)
    loops = scenario.allSteps.andInner.flatMap { step in
      step.kind is RepeatStep.Type
        ? [("i", step)]
        : step.kind is ForEachStep.Type
          ? (step.argument?.map ?? []).map { ($0.key.name, step) } : []
    }
  }

  /// The names that any `get` of a scenario gives, and of its app.
  static func kept(in scenario: LoadedScenario) -> Set<String> {
    var kept: Set<String> = []
    keep(in: scenario.root, &kept)
    if let app = scenario.app, scenario.appSource.path != scenario.source.path {
      keep(in: app, &kept)
    }
    for step in scenario.unknownSteps { keep(inUnknown: step, &kept) }
    keep(in: scenario.allSteps, &kept)
    return kept
  }

  private static func partial(_ cases: [ScenarioCase]) -> [String: ScenarioCase] {
    var partial: [String: ScenarioCase] = [:]
    let columns = cases.map { Set($0.columns.map(\.key.name)) }
    for name in columns.reduce(into: Set(), { $0.formUnion($1) }) {
      partial[name] = zip(cases, columns).first { !$0.1.contains(name) }?.0
    }
    return partial
  }

  /// The same for a place that is not reached in every case.
  var conditional: VariableNames {
    var result = self
    result.isConditional = true
    return result
  }

  /// The same with names of an inner place.
  func adding(_ names: [String]) -> VariableNames {
    var result = self
    result.local += names
    return result
  }

  /// The same with what an app knows of its window.
  func adding(own names: OwnNames) -> VariableNames {
    var result = self
    result.own = names
    return result
  }

  /// The same with the fields of rows that a condition finds.
  func adding(rowsOf condition: Node?, in app: AppDeclaration) -> VariableNames {
    let asked = condition?[ValueCondition.rowWord]?.map ?? []
    if asked.isEmpty { return self }
    var result = self
    let tables = asked.compactMap { $0.key.name.split(separator: ".").first.map(String.init) }
    result.own.addFields(of: tables, in: app)
    return result
  }

  /// The same with what a loop of the app over rows calls each of them.
  func adding(_ loop: RowLoop, in app: AppDeclaration) -> VariableNames {
    // What has another meaning besides is not looked into.
    if common.contains(loop.variable) { return adding([loop.variable]) }
    var result = self
    result.local.removeAll { $0 == loop.variable }
    result.own.add(loop.variable, app.rowType(of: loop.table))
    return result
  }

  func mistakes(in node: Node, of source: SourceFile) -> [Diagnostic] {
    switch node.content {
    case .list(let nodes): return nodes.flatMap { mistakes(in: $0, of: source) }
    case .map(let entries) where GeneratedValue.isOne(entries):
      if let mistake = GeneratedValue.mistake(entries[0], in: source) { return [mistake] }
      return adding(["i"]).mistakes(in: entries[0].value, of: source)
    case .map(let entries):
      return entries.flatMap { entry in
        [entry.keyText, entry.value].flatMap { mistakes(in: $0, of: source) }
      }
    case .text(let text) where VariableText.isIn(text):
      do throws(Diagnostic) {
        for part in try VariableText.parts(of: text, node, source) {
          guard case .variable(let name) = part else { continue }
          if let mistake = mistake(name, at: node.range, of: source) { return [mistake] }
        }
      } catch {
        return [error]
      }
      return []
    default: return []
    }
  }

  /// The mistake in a name, which may have dots.
  func mistake(_ name: String, at range: SourceRange, of source: SourceFile) -> Diagnostic? {
    let parts = VariableText.path(name)
    let first = parts.first ?? ""
    for part in parts where VariableText.isIn(part) {
      if let mistake = mistakes(in: Node(.text(part), range: range), of: source).first {
        return mistake
      }
    }
    if local.contains(first) { return nil }
    guard common.contains(first) else {
      let all = sorted + local
      if let mistake = MeantVariable.mistake(in: name, among: all, at: range, of: source) {
        return mistake
      }
      if own.contains(name) { return nil }
      let others = own.texts.filter { $0.hasPrefix("\(first).") }
      let outer = parts.prefix { !VariableText.isIn($0) }.joined(separator: ".")
      if !others.isEmpty { return missing(name, others, outer, range, source) }
      let known =
        local.isEmpty ? sorted : Set(sorted.prefix(NearestName.limit)).union(local).sorted()
      return missing(name, known, first, range, source)
    }
    if !isConditional, let missing = partial[first] {
      let title = missing.title.map { " “\($0)”" } ?? ""
      let columns = missing.columns.map(\.key)
      let near = NearestName.nearest(to: first, among: columns.map(\.name))
      if let column = columns.first(where: { $0.name == near }), partial[column.name] != nil {
        return Diagnostic(
          .noSuchVariable, file: file.path, range: column.range,
          "case \(missing.number)\(title) has a column `\(column.name)`, and no `\(first)`",
          hint: "did you mean `\(first)`?"
        ).shown(in: file)
      }
      return source.diagnostic(
        .noSuchVariable, at: range, "case \(missing.number)\(title) has no `\(first)`",
        hint: "give every case the column, or put the step under an `if`")
    }
    guard var constant = constants[first] else { return nil }
    var path = first
    for part in parts.dropFirst() {
      // Which entry it is is known when it runs.
      if VariableText.isIn(part) { return nil }
      guard let inner = constant.parts[part] else {
        let names = constant.names.prefix(NearestName.limit).map { "\(path).\($0)" }
        return missing(name, names, "\(path).\(part)", range, source)
      }
      path += ".\(part)"
      constant = inner
    }
    return nil
  }

  private func missing(
    _ name: String, _ known: [String], _ path: String, _ range: SourceRange, _ source: SourceFile
  ) -> Diagnostic {
    source.diagnostic(
      .noSuchVariable, at: range, "there is no variable `\(name)` here",
      hint: loopHint(name, source) ?? includeHint(name, source) ?? paramsHint(name)
        ?? own.hint(for: name) ?? ValueCondition.hint(
          for: name, among: known) ?? SourceFile.choice(ofVariable: name, path, among: known))
  }

  /// What a loop gives is known below it alone.
  private func loopHint(_ name: String, _ source: SourceFile) -> String? {
    let loop = loops.first { $0.name == name && $0.step.source.path == source.path }
    return loop.map {
      "`\(name)` is known only below `do` of the `\($0.step.verb.name)` in line "
        + "\($0.step.verb.range.start.line)"
        + (local.contains("i") ? "; `repeat` counts in `${i}`" : around(name, source))
    }
  }

  /// What the loops around this give.
  private func around(_ name: String, _ source: SourceFile) -> String {
    let given = loops.filter { $0.step.source.path == source.path && local.contains($0.name) }
    return given.last.map { "; here it is `${\($0.name)}`" } ?? ""
  }

  /// What other tools call what a step is given.
  private func paramsHint(_ name: String) -> String? {
    let roots = ["params", "param", "args", "arguments", "event", "input", "inputs", "data"]
    let parts = name.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, roots.contains(String(parts[0])), local.contains("payload") else {
      return nil
    }
    return "did you mean `payload.\(parts[1])`?"
  }

  /// A file that is included has its variables from the step that includes it.
  private func includeHint(_ name: String, _ source: SourceFile) -> String? {
    guard source.path != file.path, own.texts.isEmpty, !name.contains(".") else { return nil }
    let place = source.includer.map { " in \($0)" } ?? ""
    let given = "`with: { \(name): … }` beside the `include`\(place) gives it"
    return NearestName.nearest(to: name, among: local).map {
      "\(given); what is given there is `${\($0)}`"
    } ?? given
  }

  /// The names of loops and of `with`: a handler sees those of the step that calls it.
  static func ofPlaces(in steps: [ParsedStep]) -> [String] {
    steps.flatMap { step in
      var names = step.with?.map?.map(\.key.name) ?? []
      if step.kind is ForEachStep.Type { names += step.argument?.map?.map(\.key.name) ?? [] }
      if step.kind is RepeatStep.Type { names.append("i") }
      return names + ofPlaces(in: step.body)
    }
  }

  /// Adds the names that any `get` gives, wherever it stands in a file.
  private static func keep(in node: Node, _ names: inout Set<String>) {
    switch node.content {
    case .list(let nodes): for node in nodes { keep(in: node, &names) }
    case .map(let entries):
      for entry in entries {
        keep(in: entry.value, &names)
        if entry.key.name == GetStep.name { add(entry.value, to: &names) }
      }
    default: break
    }
  }

  /// The same in steps, those of included files and those that are misspelt among them.
  private static func keep(in steps: [ParsedStep], _ names: inout Set<String>) {
    for step in steps {
      keep(in: step.body, &names)
      if step.kind is GetStep.Type, let argument = step.argument { add(argument, to: &names) }
    }
  }

  /// The same in what is no step, if `get` was meant.
  private static func keep(inUnknown step: Node, _ names: inout Set<String>) {
    let verbs = StepCatalogue.all.map { $0.name }
    for entry in step.map ?? []
    where NearestName.suggestions(for: entry.key.name, among: verbs).contains(GetStep.name) {
      add(entry.value, to: &names)
    }
  }

  private static func add(_ argument: Node, to names: inout Set<String>) {
    for entry in argument.map ?? [] {
      if let name = entry.value.text { names.insert(name) }
    }
  }
}

/// A value of `vars` by its parts, of which there may be very many.
private struct Constant {
  /// The names of the parts in the order of the file.
  let names: [String]
  let parts: [String: Constant]

  init(_ node: Node) {
    let ofList = node.list.map { _ in
      ListEnd.parts.compactMap { name in
        node.part(name).map { part in
          Entry(name, at: node.range, part)
        }
      }
    }
    let entries = node.map ?? ofList ?? []
    names = entries.map(\.key.name)
    parts = Self.parts(entries)
  }

  static func parts(_ entries: [Entry]) -> [String: Constant] {
    Dictionary(
      entries.map { ($0.key.name, Constant($0.value)) }, uniquingKeysWith: { first, _ in first })
  }
}
