import SceneSimulator

struct UpdateStep: ScenarioStep {
  static let name = "update"
  static let argument = Shape.part(.update)

  private let changes: Node

  init(_ input: StepInput) throws(Diagnostic) {
    changes = try input.required()
    let entries = try input.source.filled(changes, for: "`update`")
    let known = ScenarioLanguage.app.names
    for entry in entries where !known.contains(entry.key.name) {
      throw input.source.unknownKey(entry.key, entry.value, of: "`update`", known: known)
    }
  }

  /// Steps of handlers keep their variables until they run.
  static func replaced(
    _ argument: Node, with variables: Variables, of source: SourceFile
  ) throws(Diagnostic) -> Node {
    try variables.replaced(inApp: argument, of: source)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    let isQuit = check.apps.first?.declaration.device == .mac
    check.needsNoRunningApp(
      input, .appRunning, "an app that runs is not updated",
      hint: "\(isQuit ? "`quit`" : "`background` and `kill`") first; `stop` is Xcode's button")
    // What follows was meant for an app that has ended.
    if check.process.isRunning == .yes { check.process.forget() }
    if let argument = input.argument { check.update(argument, at: input.verb.range) }
  }

  func run(in context: StepContext) throws(StepError) {
    if let running = context.allDevices.first(where: \.isRunning) {
      let place = running.name.isEmpty ? "" : ", on whatever device: it runs on \(running.name)"
      throw .refused(
        .appRunning, "an app that runs is not updated\(place)",
        hint: context.declaration.canBeQuit ? "`quit` it first" : "`kill` or `stop` it first")
    }
    var mistakes = DiagnosticList()
    let declaration = AppDeclaration(
      updating: context.declaration, with: changes, in: context.source, at: context.verb,
      context.declaredNames, mistakes: &mistakes)
    if let first = mistakes.sorted.first(where: { $0.severity == .error }) {
      throw .mistake(first)
    }
    noteNothing(declaration, context)
    let replacesData = changes["data"] != nil
    context.formers.append((context.log.step, context.declaration))
    context.declaration = declaration
    if replacesData {
      for box in context.boxes.values { box.world.reset(declaration) }
      for table in declaration.tables { context.fates.note(.changed, about: .table(table.name)) }
    }
    for simulation in context.allDevices { simulation.install(declaration) }
  }
}

extension UpdateStep {
  /// An update that says what the app says already.
  private func noteNothing(_ after: AppDeclaration, _ context: StepContext) {
    func text(_ app: AppDeclaration) -> [String] {
      (app.node?.map ?? []).filter { $0.key.name != "version" }
        .map { "\($0.key.name): \(FailureReport.text($0.value))" }
    }
    let parts = (changes.map ?? []).filter { $0.key.name != "version" }
    guard !parts.isEmpty, text(after) == text(context.declaration) else { return }
    context.note("the app is what it was before this update")
  }
}

extension Simulation {
  /// Takes over what the device itself has to know of an app.
  func install(_ declaration: AppDeclaration) {
    appVersion = declaration.version
    keepsClosedWindows = declaration.keepsTombstones
    storeOptions = declaration.storeOptions
    profile = declaration.profile ?? declaration.device.profile
    reusesPlainWindows = declaration.reusesPlainWindows
  }
}

extension StepContext {
  /// An update that went through, with the app before and after it.
  struct Update {
    let mark: StepMark
    let before: AppDeclaration
    let after: AppDeclaration
  }

  /// The updates so far, in order.
  var updates: [Update] {
    let after = formers.dropFirst().map(\.app) + [declaration]
    return zip(formers, after).compactMap { former, after in
      fates.mark(former.step).map { Update(mark: $0, before: former.app, after: after) }
    }
  }
}
