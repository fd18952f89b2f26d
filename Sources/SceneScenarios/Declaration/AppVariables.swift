import SceneLifecycle

extension Variables {
  /// The app, or an update of it, with the variables of a case replaced.
  ///
  /// What runs later keeps its variables until then: steps of handlers, actions and phases,
  /// and the conditions of handlers.
  package func replaced(inApp node: Node, of source: SourceFile) throws(Diagnostic) -> Node {
    var (made, mistakes) = (0, DiagnosticList())
    let result = replaced(inApp: node, of: source, made: &made, mistakes: &mistakes)
    if let first = mistakes.first { throw first }
    return result
  }

  /// The same; a text whose variable is missing stays as it is, and the mistake is collected.
  func replaced(
    inApp node: Node, of source: SourceFile, made: inout Int, mistakes: inout DiagnosticList
  ) -> Node {
    guard let entries = node.map else {
      return replaced(in: node, of: source, made: &made, mistakes: &mistakes)
    }
    var result: [Entry] = []
    let meant = entries.corrected(known: AppDeclaration.known)
    for (entry, meant) in zip(entries, meant) {
      var value = entry.value
      switch (meant.key.name, value.list) {
      // What stands under a key that is written wrong may be steps that run later.
      case (let key, _) where !AppDeclaration.known.contains(key): break
      case ("handlers", let handlers?):
        var nodes: [Node] = []
        for handler in handlers {
          nodes.append(
            replaced(inHandler: handler, of: source, made: &made, mistakes: &mistakes))
        }
        value = value.holding(.list(nodes))
      case (let key, _) where OwnSteps.keys.contains(key) || key == Quitting.refusal: break
      case (let key, _):
        var variables = self
        variables.leavesLate = Self.lateKeys.contains(key)
        value = variables.replaced(in: value, of: source, made: &made, mistakes: &mistakes)
      }
      result.append(Entry(key: entry.key, value: value))
    }
    return node.holding(.map(result))
  }

  /// The keys of an app with texts in which the window's own values can stand.
  private static let lateKeys: Set<String> = ["restoration", "scenes", "tabs"]

  private func replaced(
    inHandler node: Node, of source: SourceFile, made: inout Int, mistakes: inout DiagnosticList
  ) -> Node {
    guard let entries = node.map else {
      return replaced(in: node, of: source, made: &made, mistakes: &mistakes)
    }
    var result: [Entry] = []
    for entry in entries {
      let isLater = ["if", "do"].contains(entry.key.name)
      var inner = DiagnosticList()
      let value =
        isLater
        ? entry.value : replaced(in: entry.value, of: source, made: &made, mistakes: &inner)
      let pattern = entry.value.text.flatMap { $0.contains("://") ? $0 : nil }
      mistakes.append(contentsOf: inner.sorted.map { Self.within(pattern ?? "", $0) })
      result.append(Entry(key: entry.key, value: value))
    }
    return node.holding(.map(result))
  }
}

/// Looks for mistakes in an app before any case of its scenario runs.
enum AppCheck {
  /// How many cases may have an app of their own.
  private static let caseLimit = 1000
  /// How many bytes the apps of all cases may have, and each of these after every update again.
  private static let byteLimit = 128 << 20

  /// Whether an app that differs from case to case is more than can be looked at.
  static func areTooMany(_ cases: Int, of app: Node?, updates: Int = 0) -> Bool {
    let bytes = cases * (updates + 4) * (app?.byteCount ?? 0)
    return cases > caseLimit || cases + updates > 1 && bytes > byteLimit
  }

  static func tooMany(at range: SourceRange, in source: SourceFile) -> Diagnostic {
    source.diagnostic(
      .tooBig, at: range,
      "the app is another one in more than \(caseLimit) cases, or with all its updates has more "
        + "than \(byteLimit >> 20) MiB",
      hint: "take the variables out of the app, or split the scenario")
  }

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
    if VariableText.isIn(app), areTooMany(cases.count, of: app) {
      return [tooMany(at: SourceRange(at: app.range.start), in: source)]
    }
    var common: [Diagnostic]?
    var made = 0
    for selected in VariableText.isIn(app) ? cases[...] : cases.prefix(1) {
      var list = DiagnosticList()
      var earlier = Variables()
      for entry in vars {
        // A variable is put in as it stands, but one that there is not was meant to be there.
        _ = earlier.replaced(in: entry.value, of: scenario, made: &made, mistakes: &list)
        earlier[entry.key.name] = entry.value
      }
      let variables = Variables(vars, selected.columns, of: scenario, made: &made, &list)
      let node = variables.replaced(inApp: app, of: source, made: &made, mistakes: &list)
      _ = AppDeclaration(node, in: source, mistakes: &list)
      let found = list.sorted
      if let tooBig = found.first(where: { $0.code == .tooBig }) { return [tooBig] }
      common = common.map { $0.filter(found.contains) } ?? found
      if common?.isEmpty == true { return [] }
    }
    let variable = placesOfVariables(in: app)
    return (common ?? []).filter {
      $0.code == .noSuchVariable || !variable.contains($0.range.start)
    }
  }

  /// Where texts with variables stand.
  static func placesOfVariables(in app: Node) -> Set<SourcePosition> {
    Set(app.leaves().filter { $0.text?.contains("${") == true }.map(\.range.start))
  }
}
