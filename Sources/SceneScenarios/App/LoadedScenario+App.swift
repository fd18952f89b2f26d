extension LoadedScenario {
  /// The app as a case declares it; the cases of a file may have different ones.
  ///
  /// - Parameters:
  ///   - selected: The case.
  ///   - apps: The apps written in Swift that the file may name.
  /// - Returns: The app.
  /// - Throws: What is wrong with it once the variables of the case are known.
  package func declaration(
    for selected: ScenarioCase, apps: KnownApps = KnownApps()
  ) throws(Diagnostic) -> AppDeclaration {
    var variables = Variables()
    for entry in vars { variables[entry.key.name] = entry.value }
    for entry in selected.columns {
      variables[entry.key.name] = try variables.replaced(in: entry.value, of: source)
    }
    var node: Node?
    if let app { node = try variables.replaced(inApp: app, of: appSource) }
    return try AppDeclaration(node, in: appSource, knownTo: apps)
  }
}
