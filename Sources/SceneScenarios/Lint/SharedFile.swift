/// What scenarios share: the file of an app, or one with steps that they include.
///
/// Which scenarios use it is not known here, so nothing is said about the names of an app that
/// steps use, and nothing about values with variables.
enum SharedFile {
  /// What is wrong with such a file; nil if it is none, or cannot be read.
  static func diagnostics(of source: SourceFile) -> [Diagnostic]? {
    // What keeps a file from being read at all is told when it is read as a scenario.
    guard let root = try? ScenarioReader.read(source), let map = root.map else { return nil }
    let names = Set(map.map(\.key.name))
    if names.contains("scenario") { return nil }
    if let steps = root["steps"] {
      return names.isSubset(of: ["scenesim", "steps"]) ? mistakes(inSteps: steps, of: source) : nil
    }
    let others = names.subtracting(["scenesim"])
    let known = Set(AppDeclaration.known).subtracting(ScenarioLanguage.topLevel.names)
    guard others == ["app"] || !others.isDisjoint(with: known) else { return nil }
    return mistakes(inAppOf: source)
  }

  private static func mistakes(inSteps steps: Node, of source: SourceFile) -> [Diagnostic] {
    var parser = StepParser(source)
    _ = parser.steps(steps, for: "`steps`")
    return parser.mistakes.sorted
  }

  private static func mistakes(inAppOf source: SourceFile) -> [Diagnostic] {
    var mistakes = DiagnosticList()
    guard
      let app = mistakes.collect(try AppFile.app(of: source))
    else { return mistakes.sorted }
    let declaration = AppDeclaration(app, in: source, mistakes: &mistakes)
    if mistakes.isEmpty {
      mistakes.append(contentsOf: declaration.mistakesOfVersions + mistakesInside(declaration))
      mistakes.append(contentsOf: DeclarationLook.warnings(ofAppAlone: declaration))
    }
    let variable = AppCheck.placesOfVariables(in: app)
    return mistakes.sorted.filter {
      $0.severity == .warning || !variable.contains($0.range.start)
    }
  }

  /// What is wrong in the steps of an app itself, whatever scenario uses it.
  ///
  /// Which variables there are is what each scenario says.
  private static func mistakesInside(_ app: AppDeclaration) -> [Diagnostic] {
    // One without anything of its own.
    let nothing = SourceFile(
      path: app.source.path, text: "scenesim: 1\nscenario: app\napp: {}\nsteps: [launch: A]\n")
    // It has no mistake.
    guard let scenario = try? LoadedScenario(nothing) else { return [] }
    let look = HandlerLook(
      declared: DeclaredNames(app: app.node, steps: []), devices: [],
      names: VariableNames(scenario).conditional)
    return look.mistakes(in: [CheckedApp(declaration: app, variables: Variables())]).filter {
      $0.code != .noSuchVariable
    }
  }
}
