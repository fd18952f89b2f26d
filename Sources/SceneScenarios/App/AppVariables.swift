import SceneLifecycle

extension Variables {
  /// The app, or an update of it, with the variables of a case replaced.
  ///
  /// What runs later keeps its variables until then: steps of handlers and phases, and the
  /// conditions of handlers.
  package func replaced(inApp node: Node, of source: SourceFile) throws(Diagnostic) -> Node {
    var mistakes = DiagnosticList()
    let result = replaced(inApp: node, of: source, mistakes: &mistakes)
    if let first = mistakes.first { throw first }
    return result
  }

  /// The same; a text whose variable is missing stays as it is, and the mistake is collected.
  func replaced(
    inApp node: Node, of source: SourceFile, mistakes: inout DiagnosticList
  ) -> Node {
    guard let entries = node.map else {
      return replaced(in: node, of: source, mistakes: &mistakes)
    }
    var result: [Entry] = []
    let meant = entries.corrected(known: AppDeclaration.known)
    for (entry, meant) in zip(entries, meant) {
      var value = entry.value
      switch (meant.key.name, value.list) {
      case ("on-phase", _): break
      // What stands under a key that is written wrong may be steps that run later.
      case (let key, _) where !AppDeclaration.known.contains(key): break
      case ("handlers", let handlers?):
        var nodes: [Node] = []
        for handler in handlers {
          nodes.append(replaced(inHandler: handler, of: source, mistakes: &mistakes))
        }
        value = Node(.list(nodes), style: value.style, range: value.range)
      default: value = replaced(in: value, of: source, mistakes: &mistakes)
      }
      result.append(Entry(key: entry.key, value: value))
    }
    return Node(.map(result), style: node.style, range: node.range)
  }

  private func replaced(
    inHandler node: Node, of source: SourceFile, mistakes: inout DiagnosticList
  ) -> Node {
    guard let entries = node.map else {
      return replaced(in: node, of: source, mistakes: &mistakes)
    }
    var result: [Entry] = []
    for entry in entries {
      let isLater = ["if", "do"].contains(entry.key.name)
      let value =
        isLater ? entry.value : replaced(in: entry.value, of: source, mistakes: &mistakes)
      result.append(Entry(key: entry.key, value: value))
    }
    return Node(.map(result), style: node.style, range: node.range)
  }
}

/// Looks for mistakes in an app before any case of its scenario runs.
enum AppCheck {
  /// What is wrong whatever case runs.
  ///
  /// Values that hold a variable are looked at when their case runs, and so is what is wrong in
  /// some cases only.
  static func mistakes(
    in app: Node, of source: SourceFile, vars: [Entry], cases: [ScenarioCase],
    of scenario: SourceFile, _ apps: KnownApps
  ) -> [Diagnostic] {
    if let named = app.swiftApp, let name = named.text {
      if VariableText.isIn(named) { return [] }
      if let mistake = apps.mistake(named, name, in: source) { return [mistake] }
      guard !VariableText.isIn(app), let manifest = apps.factory(name)?().manifest else {
        return []
      }
      var mistakes = DiagnosticList()
      var declaration = AppDeclaration(manifest, named: named, in: source)
      declaration.readBeside(app, &mistakes)
      return mistakes.sorted
    }
    var common: [Diagnostic]?
    for selected in cases {
      let found = mistakes(in: app, of: source, vars + selected.columns, of: scenario)
      common = common.map { $0.filter(found.contains) } ?? found
      if common?.isEmpty == true { return [] }
    }
    let variable = Set(rangesOfVariables(in: app).map(\.start))
    return (common ?? []).filter {
      $0.code == .noSuchVariable || !variable.contains($0.range.start)
    }
  }

  private static func mistakes(
    in app: Node, of source: SourceFile, _ columns: [Entry], of scenario: SourceFile
  ) -> [Diagnostic] {
    var variables = Variables()
    var mistakes = DiagnosticList()
    for entry in columns {
      variables[entry.key.name] = variables.replaced(
        in: entry.value, of: scenario, mistakes: &mistakes)
    }
    let node = variables.replaced(inApp: app, of: source, mistakes: &mistakes)
    _ = AppDeclaration(node, in: source, mistakes: &mistakes)
    return mistakes.sorted
  }

  private static func rangesOfVariables(in node: Node) -> [SourceRange] {
    switch node.content {
    case .text(let text): text.contains("${") ? [node.range] : []
    case .list(let nodes): nodes.flatMap { rangesOfVariables(in: $0) }
    case .map(let entries): entries.flatMap { rangesOfVariables(in: $0.value) }
    default: []
    }
  }
}
