/// The variables that a file uses: where its steps and conditions ask for anything.
package enum VariableUse {
  /// The first parts of all of them.
  static func names(in scenario: LoadedScenario) -> Set<String> {
    var names: Set<String> = []
    collect(scenario.root, &names)
    let path = scenario.source.path
    if let app = scenario.app, scenario.appSource.path != path { collect(app, &names) }
    collect(scenario.before, besides: path, &names)
    collect(scenario.steps, besides: path, &names)
    return names
  }

  /// The same in some steps, those below them and those of included files.
  static func names(in steps: [ParsedStep]) -> Set<String> {
    var names: Set<String> = []
    collect(steps, besides: "", &names)
    return names
  }

  /// The same in what stands under `if`.
  static func names(inCondition node: Node) -> Set<String> {
    Set(variables(inCondition: node).map { root($0.name[...]) })
  }

  /// The same in the app that steps play.
  static func names(inApp node: Node) -> Set<String> {
    var names: Set<String> = []
    collect(node, &names)
    return names
  }

  /// The same in the steps of included files: those of the file itself were met in its nodes.
  private static func collect(
    _ steps: [ParsedStep], besides path: String, _ names: inout Set<String>
  ) {
    for step in steps {
      collect(step.body, besides: path, &names)
      if step.source.path == path { continue }
      for node in [step.argument, step.window, step.device, step.place, step.with] {
        if let node { collect(node, &names) }
      }
      if let condition = step.condition {
        names.formUnion(self.names(inCondition: condition))
      }
    }
  }

  private static func collect(_ node: Node, _ names: inout Set<String>) {
    for variable in variables(in: node) { names.insert(root(variable.name[...])) }
  }

  /// The variables in a node by their full names, at any depth: in its texts and keys, and under `if`,
  /// which names them without dollar and braces.
  package static func variables(in node: Node) -> [PlacedName] {
    switch node.content {
    case .list(let nodes): return nodes.flatMap { variables(in: $0) }
    case .map(let entries):
      return entries.flatMap { entry in
        variables(in: entry.keyText)
          + (entry.key.name == "if"
            ? variables(inCondition: entry.value) : variables(in: entry.value))
      }
    case .text(let text): return names(in: text).map { PlacedName(name: $0, range: node.range) }
    case .null, .bool, .int, .double: return []
    }
  }

  /// The same in what stands under `if`.
  static func variables(inCondition node: Node) -> [PlacedName] {
    let asked = (node.map ?? []) + (node[ValueCondition.olderWord]?.map ?? [])
    let named = asked.filter { !$0.key.name.hasPrefix("$") }
      .map { $0.key }
    return named + variables(in: node)
  }

  private static func names(in text: String) -> [String] {
    guard VariableText.isIn(text) else { return MeantVariable.mustaches(in: text) }
    return text.replacing("$${", with: "").split(separator: "${", omittingEmptySubsequences: false)
      .dropFirst().map { piece in
        let name = String(piece.prefix { $0 != "}" })
        return MeantVariable.name(in: name) ?? name
      }
  }

  private static func root(_ name: Substring) -> String { String(name.prefix { $0 != "." }) }
}
