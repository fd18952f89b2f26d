extension Variables {
  /// The app, or an update of it, with the variables of a case replaced.
  ///
  /// What runs later keeps its variables until then: steps of handlers and phases, and the
  /// conditions of handlers.
  package func replaced(inApp node: Node, of source: SourceFile) throws(Diagnostic) -> Node {
    guard let entries = node.map else { return try replaced(in: node, of: source) }
    var result: [Entry] = []
    for entry in entries {
      var value = entry.value
      switch (entry.key.name, value.list) {
      case ("on-phase", _): break
      // What stands under a key that is written wrong may be steps that run later.
      case (let key, _) where !AppDeclaration.known.contains(key): break
      case ("handlers", let handlers?):
        var nodes: [Node] = []
        for handler in handlers { nodes.append(try replaced(inHandler: handler, of: source)) }
        value = Node(.list(nodes), style: value.style, range: value.range)
      default: value = try replaced(in: value, of: source)
      }
      result.append(Entry(key: entry.key, value: value))
    }
    return Node(.map(result), style: node.style, range: node.range)
  }

  private func replaced(
    inHandler node: Node, of source: SourceFile
  ) throws(Diagnostic) -> Node {
    guard let entries = node.map else { return try replaced(in: node, of: source) }
    var result: [Entry] = []
    for entry in entries {
      let isLater = ["if", "do"].contains(entry.key.name)
      let value = isLater ? entry.value : try replaced(in: entry.value, of: source)
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
    in app: Node, vars: [Entry], cases: [ScenarioCase], of source: SourceFile, _ apps: KnownApps
  ) -> [Diagnostic] {
    if let name = app.text {
      if VariableText.isIn(app) { return [] }
      return apps.mistake(app, name, in: source).map { [$0] } ?? []
    }
    var common: [Diagnostic]?
    for selected in cases {
      let found = mistakes(in: app, vars + selected.columns, of: source)
      common = common.map { $0.filter(found.contains) } ?? found
      if common?.isEmpty == true { return [] }
    }
    let variable = Set(rangesOfVariables(in: app).map(\.start))
    return (common ?? []).filter {
      $0.code == .noSuchVariable || !variable.contains($0.range.start)
    }
  }

  private static func mistakes(
    in app: Node, _ columns: [Entry], of source: SourceFile
  ) -> [Diagnostic] {
    var variables = Variables()
    var mistakes = DiagnosticList()
    for entry in columns {
      let value = mistakes.collect { () throws(Diagnostic) in
        try variables.replaced(in: entry.value, of: source)
      }
      variables[entry.key.name] = value ?? entry.value
    }
    let node = replaced(app, variables, of: source, &mistakes)
    _ = AppDeclaration(node, in: source, mistakes: &mistakes)
    return mistakes.sorted
  }

  /// The app with its variables replaced, but for the parts in which one is wrong.
  static func replaced(
    _ app: Node, _ variables: Variables, of source: SourceFile, _ mistakes: inout DiagnosticList
  ) -> Node {
    let entries = (app.map ?? []).map { entry in
      let part = Node(.map([entry]), style: app.style, range: app.range)
      let made = mistakes.collect { () throws(Diagnostic) in
        try variables.replaced(inApp: part, of: source)
      }
      return made?.map?.first ?? entry
    }
    return app.map == nil ? app : Node(.map(entries), style: app.style, range: app.range)
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
