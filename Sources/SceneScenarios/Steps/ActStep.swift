internal import SceneLifecycle
import SceneSimulator

/// Does what an app offers its users beyond what every app has.
struct ActStep: WindowStep {
  static let name = "act"
  static let argument = Shape.either([
    .text("an action"), .named("an action", .named("a field", .value)),
  ])

  private let action: PlacedName
  private let payload: Node?

  init(_ input: StepInput) throws(Diagnostic) {
    let node = try input.required()
    guard let entries = node.map else {
      action = try input.source.placed(node, for: "an action")
      payload = nil
      return
    }
    guard let entry = entries.first, entries.count == 1 else {
      throw input.source.diagnostic(
        .wrongKind, at: node.range, "`act` does one thing",
        hint: "such as `act: { open: { file: a } }`")
    }
    if entry.value.isNull {
      throw input.source.diagnostic(
        .wrongKind, at: entry.key.range, "nothing stands behind `\(entry.key.name)`",
        hint: "`act: \(entry.key.name)` gives it nothing")
    }
    _ = try input.source.map(entry.value, for: "what `\(entry.key.name)` gets")
    action = entry.key
    payload = entry.value
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    guard let node = input.argument else { return }
    // Whether it would do itself must be known before.
    if check.isInside, let named = action(in: node), VariableText.isIn(named.name) {
      let mistake = input.source.diagnostic(
        .contradiction, at: named.range, "an app names itself which of its actions it does",
        hint: "`{ act: NAME, if: { … } }` does one of several")
      return check.add(mistake)
    }
    if let entry = node.map?.first {
      check.action(entry.key.name, entry.value, at: entry.key.range)
    } else if let name = check.literal(node) {
      check.action(name, nil, at: node.range)
    }
  }

  func run(in context: StepContext) throws(StepError) {
    let (window, scene) = try context.inside()
    let declared = context.declaration.actions.first { $0.name == action.name }
    if let declared, let field = declared.missing(in: payload) {
      throw .mistake(declared.lacks(field, in: payload, at: action.range, of: context.source))
    }
    try context.refusing(
      at: action.range,
      try window.perform(action.name) { offered in
        guard let scene = scene as? ScenarioScene, let declared else { return offered.perform() }
        scene.act(declared, with: payload)
      })
    // Among the steps of an app those behind it are not taken then.
    if let error = context.course.innerError { throw error }
  }

  /// The action that is meant; nil for what is none.
  static func action(in argument: Node?) -> PlacedName? {
    if let key = argument?.map?.first?.key { return key }
    return argument?.text.map { [range = argument?.range] in
      PlacedName(name: $0, range: range ?? SourceRange(at: .start))
    }
  }
}

extension ActionDeclaration {
  /// `payload-mismatch`: a field that its steps use is not given.
  func lacks(
    _ field: String, in payload: Node?, at range: SourceRange, of source: SourceFile,
    isLater: Bool = false
  ) -> Diagnostic {
    let unused = (payload?.map ?? []).map(\.key.name).filter { !fields.contains($0) }
    let user = steps.andInner.first { step in
      step.argument.map { VariableUse.variables(in: $0).contains { $0.name == "payload.\(field)" } }
        ?? false
    }
    let said =
      "its steps say `${payload.\(field)}`"
      + (user.map { " in line \($0.verb.range.start.line)" } ?? "")
    let hint: String
    if let near = NearestName.nearest(to: field, among: unused) {
      hint = "`\(near)` is given, and \(said): one of the two is misspelt"
    } else {
      hint =
        "`\(written(isLater: isLater))`"
        + (unused.count == 1 ? "; `\(unused[0])` is given, and \(said)" : "")
    }
    return source.diagnostic(
      .payloadMismatch, at: range, "`\(name)` needs `\(field)`", hint: hint)
  }
}

extension StepCheck {
  /// What the app offers, with what it needs.
  func action(
    _ name: String, _ payload: Node?, at range: SourceRange, isLater: Bool = false,
    isCalledOff: Bool = false
  ) {
    unlessRight { app in
      // What an app in Swift offers, only its process knows.
      guard app.isDeclared, let names = app.actions else { return nil }
      guard let action = app.declaration.actions.first(where: { $0.name == name }) else {
        let hint = SourceFile.choice(for: name, among: names.all)
        return source.diagnostic(
          .noSuchAction, at: range, "the app offers no action `\(name)`",
          hint: hint ?? "declare it: `actions: { \(name): [{ set: { … } }] }`")
      }
      // What is no map may be a variable.
      if let payload, payload.map == nil, !VariableText.isIn(payload), !payload.isNull {
        return source.diagnostic(
          .wrongKind, at: payload.range,
          action.fields.isEmpty
            ? "`\(name)` gets nothing: no step of it uses `${payload}`"
            : "what `\(name)` gets needs a map, this is \(payload.kindName)",
          hint: "`\(action.written(isLater: isLater))`")
      }
      guard payload == nil || payload?.map != nil else { return nil }
      if payload == nil, isCalledOff { return nil }
      if let field = action.missing(in: payload) {
        return action.lacks(field, in: payload, at: range, of: source, isLater: isLater)
      }
      guard
        let extra = payload?.map?.first(where: { !action.fields.contains($0.key.name) })
      else {
        return nil
      }
      return source.warning(
        .unused, at: extra.key.range,
        "no step of action `\(name)` uses `${payload.\(extra.key.name)}`",
        hint: SourceFile.choice(for: extra.key.name, among: action.fields)
          ?? "leave it out, or use it there")
    }
  }
}
