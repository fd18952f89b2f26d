import FoundationEssentials
internal import SceneLifecycle
import SceneSimulator

/// Lets a window take actions of the app when some time has passed.
struct LaterStep: WindowStep {
  static let name = "later"
  static let argument = Shape.named("an action", .either([.time, .nothing, .map(fields)]))
  private static let fields = [
    Shape.Field(
      "after", .either([.time, .nothing]), "when; `~` calls it off", isRequired: true),
    Shape.Field(
      "payload", .named("a field", .value),
      "what the action is given: each payload has a time of its own"),
    Shape.Field(
      "in", .word(homes),
      "whose it is: of the app it outlives its window, and the one in front takes it, or the next"
    ),
  ]
  private static let homes = ["window", "app"]

  private struct Order {
    let action: PlacedName
    /// nil calls it off.
    let time: Duration?
    var payload: Node?
    var isOfApp = false
  }

  private let orders: [Order]

  init(_ input: StepInput) throws(Diagnostic) {
    let node = try input.required()
    orders = try input.source.map(node, for: "`later`").map { (entry) throws(Diagnostic) in
      try Self.order(entry, in: input.source)
    }
    if orders.isEmpty { throw input.source.vacuous(node, "an empty `later`") }
  }

  private static func order(_ entry: Entry, in source: SourceFile) throws(Diagnostic) -> Order {
    let action = entry.key
    let value = entry.value
    if value.isNull { return Order(action: action, time: nil) }
    guard value.map != nil else {
      return Order(action: action, time: try time(value, of: action.name, in: source))
    }
    let map = try NodeMap(value, in: source, of: "`\(action.name)`")
    try map.checkKeys(known: fields.names)
    let after = try map.required("after")
    let payload = map.optional("payload")
    // A variable stands for a map when the step runs.
    if let payload, payload.text.map(VariableText.isIn) != true {
      _ = try source.map(payload, for: "what `\(action.name)` gets")
    }
    return Order(
      action: action,
      time: after.isNull ? nil : try time(after, of: "after", in: source), payload: payload,
      isOfApp: try map.optionalWord("in", of: homes) == homes[1])
  }

  /// Whether what stands behind an action calls it off.
  static func callsOff(_ value: Node) -> Bool {
    value.isNull || value["after"]?.isNull == true
  }

  private static func time(
    _ node: Node, of name: String, in source: SourceFile
  ) throws(Diagnostic) -> Duration {
    let time = try WaitStep.duration(node, for: "`\(name)`", in: source)
    if time > .zero { return time }
    throw source.contradiction(
      node, "no time is not later", hint: "its steps can stand here themselves")
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    for entry in input.argument?.map ?? [] {
      check.action(
        entry.key.name, entry.value["payload"], at: entry.key.range, isLater: true,
        isCalledOff: callsOff(entry.value))
    }
  }

  func run(in context: StepContext) throws(StepError) {
    let (window, scene) = try context.inside()
    guard let scene = scene as? ScenarioScene else {
      throw .refused(
        .noSuchAction, "`later` is about actions of a declared app",
        hint: "an app in Swift has timers of its own")
    }
    for order in orders {
      let (action, actions) = (order.action, context.declaration.actions)
      guard let declared = actions.first(where: { $0.name == action.name }) else {
        throw .refused(
          .noSuchAction, "the app offers no action `\(action.name)`", at: action.range,
          hint: SourceFile.choice(for: action.name, among: actions.map(\.name)))
      }
      let found = scene.callOff(action.name, order.payload, whatever: order.time == nil)
      guard let time = order.time else {
        // What is given another payload may wait still.
        if !found {
          context.fates.note(.missed, about: .action(action.name), in: window.name)
        } else if (scene.memory.later + scene.app.later).due(action.name) == nil {
          context.fates.note(.calledOff, about: .action(action.name), in: window.name)
        }
        continue
      }
      if let field = declared.missing(in: order.payload) {
        throw .mistake(
          declared.lacks(
            field, in: order.payload, at: action.range, of: context.source, isLater: true))
      }
      scene.putOff(
        LaterAction(
          name: action.name, payload: order.payload, due: scene.scene.now + time.inSeconds),
        isOfApp: order.isOfApp)
      context.fates.note(.putOff, about: .action(action.name), in: window.name)
    }
  }
}

extension ScenarioScene {
  /// Lets go of an action that waits and is given the same; with `whatever` and no payload, of all
  /// of its name.
  ///
  /// - Returns: Whether one was there.
  fileprivate func callOff(_ name: String, _ payload: Node?, whatever: Bool) -> Bool {
    func isMeant(_ action: LaterAction) -> Bool {
      whatever && payload == nil ? action.name == name : action.isSame(name, payload)
    }
    defer {
      memory.later.removeAll(where: isMeant)
      app.later.removeAll(where: isMeant)
    }
    return (memory.later + app.later).contains(where: isMeant)
  }

  fileprivate func putOff(_ action: LaterAction, isOfApp: Bool) {
    if isOfApp { app.later.append(action) } else { memory.later.append(action) }
  }
}
