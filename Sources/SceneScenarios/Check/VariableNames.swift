/// The variables that can be used at a place of a scenario.
struct VariableNames {
  /// Variables of the whole scenario: `vars`, columns of cases, what `get` keeps.
  private let common: Set<String>
  /// The values of those of `vars` that nothing else can be called.
  private let constants: [String: Node]
  /// Names of the place: of loops, of `with`, of handlers.
  private(set) var local: [String] = []

  init(_ scenario: LoadedScenario) {
    let columns = scenario.cases.flatMap(\.columns).map(\.key.name)
    let steps = Self.kept(scenario.before + scenario.steps)
    let kept = Self.kept(scenario.root).union(scenario.app.map(Self.kept) ?? []).union(steps)
    common = Set(scenario.vars.map(\.key.name) + columns).union(kept)
    var constants: [String: Node] = [:]
    for entry in scenario.vars where !kept.contains(entry.key.name) {
      constants[entry.key.name] = entry.value
    }
    self.constants = constants
  }

  /// The same with names of an inner place.
  func adding(_ names: [String]) -> VariableNames {
    var result = self
    result.local += names
    return result
  }

  /// The mistakes in the variables of a node, at any depth.
  func mistakes(in node: Node, of source: SourceFile) -> [Diagnostic] {
    switch node.content {
    case .list(let nodes): return nodes.flatMap { mistakes(in: $0, of: source) }
    case .map(let entries): return entries.flatMap { mistakes(in: $0.value, of: source) }
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
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let first = parts.first ?? ""
    if local.contains(first) { return nil }
    guard common.contains(first) else {
      return missing(name, Array(common.union(local)).sorted(), first, range, source)
    }
    guard var node = constants[first] else { return nil }
    var path = first
    for part in parts.dropFirst() {
      let names = (node.map ?? []).map { "\(path).\($0.key.name)" }
      path += ".\(part)"
      guard let inner = node[part] else { return missing(name, names, path, range, source) }
      node = inner
    }
    return nil
  }

  private func missing(
    _ name: String, _ known: [String], _ path: String, _ range: SourceRange, _ source: SourceFile
  ) -> Diagnostic {
    Diagnostic(
      .noSuchVariable, file: source.path, range: range, "there is no variable `\(name)` here",
      hint: SourceFile.choice(for: path, among: known))
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

  /// The same in steps, those of included files too.
  private static func kept(_ steps: [ParsedStep]) -> Set<String> {
    steps.reduce(into: []) { names, step in
      names.formUnion(kept(step.body))
      guard step.kind is GetStep.Type else { return }
      names.formUnion((step.argument?.map ?? []).compactMap(\.value.text))
    }
  }

  /// The names that any `get` gives, wherever it stands.
  private static func kept(_ node: Node) -> Set<String> {
    switch node.content {
    case .list(let nodes): return nodes.reduce(into: []) { $0.formUnion(kept($1)) }
    case .map(let entries):
      return entries.reduce(into: []) { names, entry in
        names.formUnion(kept(entry.value))
        guard entry.key.name == GetStep.name else { return }
        names.formUnion((entry.value.map ?? []).compactMap(\.value.text))
      }
    default: return []
    }
  }
}

/// The first parts of all variables that a file uses.
enum VariableUse {
  static func names(in node: Node) -> Set<String> {
    var names: Set<String> = []
    collect(node, &names)
    return names
  }

  /// The same for steps, those of included files too.
  static func names(in steps: [ParsedStep]) -> Set<String> {
    var names: Set<String> = []
    for step in steps {
      for node in [step.argument, step.window, step.device, step.with] {
        if let node { collect(node, &names) }
      }
      if let condition = step.condition {
        let key = Entry.Key(name: "if", range: condition.range)
        collect(Node(.map([Entry(key: key, value: condition)]), range: condition.range), &names)
      }
      names.formUnion(Self.names(in: step.body))
    }
    return names
  }

  private static func collect(_ node: Node, _ names: inout Set<String>) {
    switch node.content {
    case .list(let nodes): for node in nodes { collect(node, &names) }
    case .map(let entries):
      for entry in entries {
        collect(entry.value, &names)
        // `if: {variable: value}` names variables without dollar and braces.
        if entry.key.name == "if" {
          for entry in entry.value.map ?? [] { names.insert(root(entry.key.name[...])) }
        }
      }
    case .text(let text):
      for piece in text.split(separator: "${", omittingEmptySubsequences: false).dropFirst() {
        names.insert(root(piece.prefix { $0 != "}" }))
      }
    default: break
    }
  }

  private static func root(_ name: Substring) -> String { String(name.prefix { $0 != "." }) }
}
