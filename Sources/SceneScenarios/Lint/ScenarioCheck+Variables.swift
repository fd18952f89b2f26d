// What the file says of its variables.
extension ScenarioCheck {
  /// Columns may use variables of the scenario.
  func columnMistakes(_ names: VariableNames) -> [Diagnostic] {
    var mistakes: [Diagnostic] = []
    for column in scenario.cases.flatMap(\.columns) where mistakes.count <= DiagnosticList.limit {
      mistakes += names.mistakes(in: column.value, of: scenario.source)
    }
    return mistakes
  }

  /// Words of steps that mean nothing in other languages, and are texts here.
  var wordsForNothing: [Diagnostic] {
    // A word that the app says itself is one of its own.
    let own = Set((scenario.root["app"]?.leaves() ?? []).compactMap(\.text))
    let parts = ["before", "steps"].compactMap { scenario.root[$0] }
    return parts.flatMap { $0.leaves(withKeys: false) }.compactMap { leaf in
      guard leaf.style == .plain, let text = leaf.text, MeantVariable.forNothing.contains(text),
        !own.contains(text)
      else { return nil }
      return scenario.source.warning(
        at: leaf.range, "`\(text)` is a text", hint: MeantVariable.nothing(text))
    }
  }

  /// Variables of the file that are written as other tools have them, and so are texts.
  var withoutDollar: [Diagnostic] {
    let names =
      (scenario.vars + scenario.cases.flatMap(\.columns)).map(\.key.name)
      + scenario.allSteps.andInner.filter { $0.kind is ForEachStep.Type }
      .flatMap { ($0.argument?.map ?? []).map(\.key.name) }
    if names.isEmpty { return [] }
    return MeantVariable.warnings(in: scenario.root, names: Set(names), of: scenario.source)
  }

  /// A warning for each variable and column that nothing uses.
  var unused: [Diagnostic] {
    let columns = scenario.cases.flatMap(\.columns)
    let candidates = scenario.vars.map { ("variable", $0.key) } + columns.map { ("column", $0.key) }
    if candidates.isEmpty { return [] }
    // What is written without braces was told where it stands.
    let used = VariableUse.names(in: scenario).union(MeantVariable.bare(in: scenario.root))
    let others = candidates.map(\.1.name).filter(used.contains)
    var seen: Set<String> = []
    return candidates.compactMap { what, key in
      guard !used.contains(key.name), seen.insert(key.name).inserted else { return nil }
      return scenario.source.warning(
        .unused, at: key.range, "nothing uses the \(what) `\(key.name)`",
        hint: SourceFile.nearest(to: key.name, among: others)
          ?? "write `${\(key.name)}` where its value belongs, or remove it")
    }
  }
}
