// What an update makes of the app.
extension StepCheck {
  /// Goes on with the app as an update leaves it; its mistakes are those of every possible app.
  func update(_ written: Node, at step: SourceRange) {
    guard let keys = written.map else { return }
    // What stands in an `app` too many is read as if it stood here.
    let inner = keys.first { $0.key.name == "app" }?.value.map ?? []
    let written = written.adding(inner.filter { written[$0.key.name] == nil })
    var changes = written
    if apps.allSatisfy(\.isDeclared) {
      let known = AppDeclaration.known
      for entry in keys where !known.contains(entry.key.name) {
        var mistake = source.unknownKey(entry.key, entry.value, of: "the app", known: known)
        if entry.key.name == "app" {
          mistake.hint = "its keys stand here by themselves: `update: { version: 2, … }`"
        }
        add(mistake)
      }
      changes = written.corrected(known: known)
    }
    wasUpdated = true
    for app in apps { formerTabs.formUnion(app.declaration.tabs) }
    let variable = AppCheck.placesOfVariables(in: changes)
    var common: [Diagnostic]?
    var updated: [CheckedApp] = []
    for app in apps {
      var mistakes = DiagnosticList()
      // A variable of a loop, or of `get`: what becomes of the app is open.
      guard let node = try? app.variables.replaced(inApp: changes, of: source) else {
        return meet([])
      }
      let declaration = AppDeclaration(
        updating: app.declaration, with: node, in: source, at: step, declaredNames,
        mistakes: &mistakes)
      expectWindows(of: declaration)
      mistakes.append(
        contentsOf: AppDeclaration.losses(
          from: app.declaration, to: declaration, by: node, in: source, declaredNames))
      updated.append(
        CheckedApp(
          declaration: declaration, variables: app.variables,
          former: (app.declaration, step.start.line)))
      let found = mistakes.sorted
      common = common.map { $0.filter(found.contains) } ?? found
    }
    for mistake in common ?? [] where !variable.contains(mistake.range.start) { add(mistake) }
    meet(updated)
  }
}
