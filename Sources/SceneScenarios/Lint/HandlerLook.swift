/// Looks at the steps that an app itself takes: in handlers and actions, and when its
/// phase changes.
struct HandlerLook {
  let declared: DeclaredNames
  let devices: [String]
  let names: VariableNames

  /// The mistakes that each of the possible apps has.
  func mistakes(in apps: [CheckedApp]) -> [Diagnostic] {
    var common: [Diagnostic]?
    for app in apps {
      let found = mistakes(in: app)
      common = common.map { $0.filter(found.contains) } ?? found
      if common?.isEmpty == true { break }
    }
    return common ?? []
  }

  private func mistakes(in app: CheckedApp) -> [Diagnostic] {
    let check = StepCheck(
      source: app.declaration.source, apps: [app], declaredNames: declared, devices: devices)
    check.isInside = true
    check.insertedRows = nil
    check.process.forget()
    var walk = StepWalk(check)
    let names = names.adding(own: app.declaration.ownNames)
    for handler in app.declaration.handlers {
      let names = names.adding(["payload", "activity"])
        .adding(rowsOf: handler.condition, in: app.declaration)
      walk.condition(ofApp: handler.condition, names)
      check.payload = handler.payload(in: app.declaration)
      walk.walk(handler.steps, names)
      check.payload = nil
    }
    for action in app.declaration.actions { walk.walk(action.steps, names.adding(["payload"])) }
    walk.walk(app.declaration.own.withoutPayload, names)
    walk.walk(app.declaration.own[.tabClose], names.adding(["payload"]))
    walk.condition(ofApp: app.declaration.refusesQuit, names)
    return walk.mistakes
  }
}
