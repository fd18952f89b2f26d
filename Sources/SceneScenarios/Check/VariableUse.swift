/// The first parts of all variables that a file uses.
enum VariableUse {
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
    var names: Set<String> = []
    let key = Entry.Key(name: "if", range: node.range)
    collect(Node(.map([Entry(key: key, value: node)]), range: node.range), &names)
    return names
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
    switch node.content {
    case .list(let nodes): for node in nodes { collect(node, &names) }
    case .map(let entries):
      for entry in entries {
        collect(entry.keyText, &names)
        collect(entry.value, &names)
        // `if: {variable: value}` names variables without dollar and braces.
        if entry.key.name == "if" {
          let asked = entry.value[ValueCondition.olderWord]?.map ?? []
          for entry in (entry.value.map ?? []) + asked {
            names.insert(root(entry.key.name[...]))
          }
        }
      }
    case .text(let text) where VariableText.isIn(text):
      for piece in text.split(separator: "${", omittingEmptySubsequences: false).dropFirst() {
        let name = piece.prefix { $0 != "}" }
        names.insert(root(MeantVariable.name(in: String(name))?[...] ?? name))
      }
    case .text(let text): names.formUnion(MeantVariable.mustaches(in: text).map { root($0[...]) })
    default: break
    }
  }

  private static func root(_ name: Substring) -> String { String(name.prefix { $0 != "." }) }
}
