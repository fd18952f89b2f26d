internal import SceneLifecycle
internal import SceneSimulator
internal import SceneState

/// Finds what is wrong with a scenario before its first step runs, all of it in one go.
package struct ScenarioCheck {
  let scenario: LoadedScenario
  private let knownApps: KnownApps

  /// Everything that is wrong with a file, sorted by place; warnings are among it.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - apps: The apps written in Swift that it may name.
  ///   - takesShared: Whether files that scenarios share are looked at as such, and what is no
  ///     mistake and hardly meant is told.
  /// - Returns: At most one error for a place; of a file that cannot be read only the first.
  package static func diagnostics(
    of source: SourceFile, apps: KnownApps = KnownApps(), takesShared: Bool = false
  ) -> [Diagnostic] {
    if takesShared, let found = SharedFile.diagnostics(of: source) { return found }
    let (scenario, diagnostics) = looked(at: source, apps)
    guard takesShared, let scenario, !diagnostics.contains(where: { $0.severity == .error })
    else { return diagnostics }
    var all = DiagnosticList()
    let app = ScenarioCheck(scenario: scenario, knownApps: apps).firstApp
    all.append(contentsOf: diagnostics + FurtherLook.findings(in: scenario, app))
    return all.sorted
  }

  /// What is hardly meant in a case of a file, for those who wonder why it fails.
  package static func hardlyMeant(
    in scenario: LoadedScenario, _ selected: ScenarioCase, apps: KnownApps = KnownApps()
  ) -> [Diagnostic] {
    var (made, tooBig) = (0, [Diagnostic]())
    let check = ScenarioCheck(scenario: scenario, knownApps: apps)
    let app = check.app(of: selected, &made, &tooBig)
    var all = DiagnosticList()
    all.append(contentsOf: looked(at: scenario.source, apps).diagnostics)
    all.append(contentsOf: FurtherLook.findings(in: scenario, app, ofSharedKeys: false))
    return all.sorted.filter {
      // One that fails expects something.
      $0.severity == .warning && [.hardlyMeant, .vacuous, .unused].contains($0.code)
        && $0.range != scenario.root["scenario"]?.range
    }
  }

  /// The variables and columns that nothing uses.
  static func unused(in scenario: LoadedScenario) -> [Diagnostic] {
    ScenarioCheck(scenario: scenario, knownApps: KnownApps()).unused
  }

  /// Reads a scenario that is to be run.
  ///
  /// - Throws: Everything that is wrong with it; warnings alone are no reason not to run.
  package static func load(
    _ source: SourceFile, apps: KnownApps = KnownApps()
  ) throws(MistakesFound) -> LoadedScenario {
    let (scenario, diagnostics) = looked(at: source, apps)
    let errors = diagnostics.filter { $0.severity == .error }
    guard let scenario, errors.isEmpty else { throw MistakesFound(diagnostics: errors) }
    return scenario
  }

  private static func looked(
    at source: SourceFile, _ apps: KnownApps
  ) -> (LoadedScenario?, diagnostics: [Diagnostic]) {
    var read = DiagnosticList()
    let scenario: LoadedScenario
    do throws(MistakesFound) {
      scenario = try LoadedScenario(reading: source, apps: apps, &read)
    } catch {
      return (nil, error.diagnostics)
    }
    // Of two messages for one place, the one that knows the names of the scenario counts.
    var all = DiagnosticList()
    all.append(contentsOf: ScenarioCheck(scenario: scenario, knownApps: apps).mistakes)
    all.append(contentsOf: read.sorted)
    let found = withoutFollowers(all.sorted, in: scenario)
    return (
      scenario,
      MisspeltDeclarations.explained(
        UncheckedKeys.explained(found, in: scenario.app), in: scenario.root)
    )
  }

  /// What follows from a mistake is no second one.
  ///
  /// What stands under a key that there is not is looked at as if it stood anywhere: which variables
  /// it may use is open.
  private static func withoutFollowers(
    _ found: [Diagnostic], in scenario: LoadedScenario
  ) -> [Diagnostic] {
    let root = scenario.root
    let lines = Set(found.filter { $0.code == .unknownKey }.map(\.range.start.line))
    func place(_ finding: Diagnostic) -> String {
      "\(finding.file ?? ""):\(finding.range.start.line):\(finding.range.start.column)"
    }
    let wrong = Set(found.filter { $0.severity == .error }.map(place))
    var followers: Set<ProblemCode> = []
    for (name, codes) in Self.followers {
      guard let range = root[name]?.range else { continue }
      let isWrong = found.contains { $0.range.start >= range.start && $0.range.start < range.end }
      if isWrong { followers.formUnion(codes) }
    }
    // A matrix of cases, and variables that are no map, give names that nobody can read.
    let isMatrix = root.map?.contains { MeantCases.isMatrix($0.key.name) } ?? false
    let hasNoMap = root["vars"].map { $0.map == nil && !$0.isNull } ?? false
    if isMatrix || hasNoMap { followers.insert(.noSuchVariable) }
    // Of an app in a file that cannot be read nobody knows what it declares.
    let app = root["app"]?.range
    let isWithoutApp =
      root["app"]?["file"] != nil
      || found.contains { $0.code == .notReadable && $0.range == app }
    return found.filter { finding in
      !followers.contains(finding.code)
        && !(finding.code == .hardlyMeant && wrong.contains(place(finding)))
        && !(isWithoutApp && finding.range.start.line > app?.end.line ?? 0
          && Self.namesOfApps.contains(finding.code))
        && (finding.code != .noSuchVariable || !lines.contains(finding.range.start.line))
    }
  }

  /// How a name is told that an app declares.
  private static let namesOfApps: Set<ProblemCode> = [
    .noSuchKey, .noSuchAction, .noSuchTab, .noSuchScene, .noSuchRow, .noSuchPlace, .unknownKey,
    .activityNotDeclared, .contradiction,
  ]

  /// What nobody knows where these keys at the top are wrong.
  private static let followers: [(key: String, codes: [ProblemCode])] = [
    ("devices", [.noSuchDevice, .notRoaming, .alreadyRunning]), ("roaming", [.notRoaming]),
  ]

  private var mistakes: [Diagnostic] {
    let names = VariableNames(scenario)
    var tooBig: [Diagnostic] = []
    let apps = possibleApps(&tooBig)
    let steps = scenario.allSteps
    let declared = DeclaredNames(app: scenario.app, steps: steps)
    let check = StepCheck(
      source: scenario.source, apps: apps, declaredNames: declared, devices: scenario.devices)
    (check.roams, check.values) = (scenario.roams, PossibleValues(scenario))
    check.insertedRows = Self.insertedRows(steps + apps.flatMap(\.declaration.ownSteps), in: apps)
    for app in apps { check.expectWindows(of: app.declaration) }
    let unknown = scenario.unknownSteps + scenario.unknownParts.map(\.value)
    for node in unknown { check.mention(node) }
    if !unknown.isEmpty { check.process.neverBeSure() }
    let handlers = HandlerLook(
      declared: declared, devices: scenario.devices,
      names: names.adding(VariableNames.ofPlaces(in: steps)).conditional)
    var walk = StepWalk(check, handlers)
    walk.walk(steps, names)
    let versions = apps.first.flatMap { $0.isDeclared ? mistakesOfVersions($0, handlers) : nil }
    return tooBig + (versions ?? []) + walk.mistakes + handlers.mistakes(in: apps)
      + ExploreLook.mistakes(in: scenario, apps, declared, windows: check.windows)
      + VersionLook(scenario, declared).warnings + columnMistakes(names) + unused + withoutDollar
      + wordsForNothing
  }

  /// What is wrong with later versions of the app, and with what its own steps use in them.
  private func mistakesOfVersions(_ app: CheckedApp, _ handlers: HandlerLook) -> [Diagnostic] {
    let source = app.declaration.source
    var found = app.declaration.mistakesOfVersions
    var before = app
    for version in app.declaration.versions {
      // They were told just now.
      var told = DiagnosticList()
      let declaration = AppDeclaration(
        updating: before.declaration, with: version, in: source, at: version.range,
        handlers.declared, mistakes: &told)
      let next = CheckedApp(declaration: declaration, variables: app.variables)
      let former = before
      found += UpdateMistakes(version, in: source, at: version.range)
        .placed(handlers.mistakes(in: [next])) { handlers.mistakes(in: [former]) }
      before = next
    }
    return found
  }

  /// The rows that steps put into tables, or give another name; nil if a variable says which.
  private static func insertedRows(_ steps: [ParsedStep], in apps: [CheckedApp]) -> Set<String>? {
    var names: Set<String> = []
    for step in steps {
      if step.kind is ChangeDataStep.Type {
        for table in step.argument?.map ?? [] {
          for name in newNames(in: table, apps) {
            if VariableText.isIn(name) { return nil }
            names.insert(ScenarioWorld.text(of: name) ?? "")
          }
          guard let rows = table.value["insert"]?["rows"] else {
            if table.value["insert"] != nil || table.value.map == nil { return nil }
            continue
          }
          if VariableText.isIn(rows) { return nil }
          names.formUnion(TableDeclaration.names(of: rows.list ?? []))
        }
      }
      guard let inner = insertedRows(step.body, in: apps) else { return nil }
      names.formUnion(inner)
    }
    return names
  }

  /// What the first fields of changed rows become: rows are named by them.
  private static func newNames(in change: Entry, _ apps: [CheckedApp]) -> [Node] {
    let tables = apps.flatMap(\.declaration.tables).filter { $0.name == change.key.name }
    let fields = tables.flatMap(\.rows).compactMap { $0.map?.first?.key.name }.uniqued()
    return (change.value["change"]?.map ?? []).flatMap { row in fields.compactMap { row.value[$0] }
    }
  }

  // MARK: The app

  /// The app as each case declares it; empty if nothing is known of it.
  private func possibleApps(_ tooBig: inout [Diagnostic]) -> [CheckedApp] {
    if let name = scenario.app?.swiftApp?.text, knownApps.factory(name) == nil { return [] }
    // What stands under a key that is written wrong may be the app.
    if scenario.app == nil, !scenario.unknownParts.isEmpty { return [] }
    // Without a variable in it, the app is the same in every case.
    let updates = Self.updates(in: scenario.allSteps)
    let varies =
      scenario.app.map(VariableText.isIn) ?? false
      || updates.contains { $0.argument.map(VariableText.isIn) ?? false }
    let cases = varies ? scenario.cases[...] : scenario.cases.prefix(1)
    if AppCheck.areTooMany(cases.count, of: scenario.app, updates: updates.count) {
      // Without an update it was said when the file was read.
      tooBig += updates.prefix(1).map { AppCheck.tooMany(at: $0.verb.range, in: $0.source) }
      return []
    }
    var made = 0
    return cases.compactMap { app(of: $0, &made, &tooBig) }
  }

  /// The app as the first case declares it.
  private var firstApp: CheckedApp? {
    var (made, tooBig) = (0, [Diagnostic]())
    return scenario.cases.first.flatMap { app(of: $0, &made, &tooBig) }
  }

  private static func updates(in steps: [ParsedStep]) -> [ParsedStep] {
    steps.flatMap { ($0.kind is UpdateStep.Type ? [$0] : []) + updates(in: $0.body) }
  }

  private func app(
    of selected: ScenarioCase, _ made: inout Int, _ tooBig: inout [Diagnostic]
  ) -> CheckedApp? {
    var found = DiagnosticList()
    let variables = Variables(
      scenario.vars, selected.columns, of: scenario.source, made: &made, &found)
    // What is wrong with a column is told where all columns are looked at.
    if tooBig.isEmpty { tooBig += found.sorted.filter { $0.code == .tooBig }.prefix(1) }
    if !found.isEmpty { return nil }
    guard let node = scenario.app else {
      var none = DiagnosticList()
      let empty = AppDeclaration(nil, in: scenario.appSource, mistakes: &none)
      return CheckedApp(declaration: empty, variables: variables)
    }
    if node.swiftApp != nil {
      // What is wrong with the name was reported when the file was read.
      return (try? AppDeclaration(node, in: scenario.appSource, knownTo: knownApps)).map {
        CheckedApp(declaration: $0, variables: variables)
      }
    }
    // Its own mistakes were reported when the file was read.
    var known = DiagnosticList()
    let app = variables.replaced(
      inApp: node, of: scenario.appSource, made: &made, mistakes: &known)
    let declaration = AppDeclaration(app, in: scenario.appSource, mistakes: &known)
    return CheckedApp(declaration: declaration, variables: variables)
  }
}
