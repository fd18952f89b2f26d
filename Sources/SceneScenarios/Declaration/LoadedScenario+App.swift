extension LoadedScenario {
  /// The app as a case declares it; the cases of a file may have different ones.
  ///
  /// - Throws: What is wrong with it once the variables of the case are known.
  package func declaration(
    for selected: ScenarioCase, apps: KnownApps = KnownApps()
  ) throws(Diagnostic) -> AppDeclaration {
    let variables = try variables(of: selected)
    var node: Node?
    if let app { node = try variables.replaced(inApp: app, of: appSource) }
    return try AppDeclaration(node, in: appSource, knownTo: apps)
  }

  func variables(of selected: ScenarioCase) throws(Diagnostic) -> Variables {
    var (made, mistakes) = (0, DiagnosticList())
    let variables = Variables(vars, selected.columns, of: source, made: &made, &mistakes)
    if let first = mistakes.first { throw first }
    return variables
  }
}
