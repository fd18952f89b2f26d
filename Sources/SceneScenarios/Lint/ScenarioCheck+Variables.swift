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
    let steps = scenario.allSteps.andInner
    // A word that the app, or a version of it, says itself is one of its own.
    let versions = steps.filter { $0.kind is UpdateStep.Type }.compactMap(\.argument)
    let own = Set(
      ([scenario.app].compactMap(\.self) + versions).flatMap { $0.leaves() }.compactMap(\.text))
    return steps.flatMap { step in
      Self.values(in: step).flatMap { $0.leaves(withKeys: false) }.compactMap { leaf in
        guard leaf.style == .plain, let text = leaf.text, MeantVariable.forNothing.contains(text),
          !own.contains(text)
        else { return nil }
        return step.source.warning(
          at: leaf.range, "`\(text)` is a text", hint: MeantVariable.nothing(text))
      }
    }
  }

  /// What a step says of values; names of windows and remarks are others.
  private static func values(in step: ParsedStep) -> [Node] {
    guard let argument = step.argument else { return [] }
    if step.kind is SetStep.Type { return [argument] }
    guard step.kind is ExpectStep.Type else { return [] }
    return (argument.map ?? []).filter { entry in
      Names.isWindow(entry.key.name) || ["store", "data"].contains(entry.key.name)
    }.map(\.value)
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
