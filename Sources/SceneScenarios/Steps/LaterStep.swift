import FoundationEssentials
internal import SceneLifecycle
import SceneSimulator

/// Lets a window take actions of the app when some time has passed.
struct LaterStep: ScenarioStep {
  static let name = "later"
  static let syntax = "later: {send: 10s}"
  static let summary =
    "Lets the window take an action of the app when so much time has passed, or calls it off with "
    + "`~`: nothing of it outlives the process, nor the window unless `in: app` says so."
  static let argument = Shape.named("an action", .either([.time, .nothing, .map(fields)]))
  private static let fields = [
    Shape.Field("after", .time, "when", isRequired: true),
    Shape.Field(
      "in", .word(homes),
      "whose it is: of the app it outlives its window, and is taken in the one in front"),
  ]
  private static let homes = ["window", "app"]
  static let example = """
    app:
      storage: { outbox: [string], sent: [string] }
      actions:
        send: [{ append: { outbox: "${payload.mail}" } }, { later: { deliver: 10s } }]
        undo: [{ clear: [outbox] }, { later: { deliver: ~ } }]
        deliver: [{ get: { outbox: waiting } }, { set: { sent: "${waiting}" } }, { clear: [outbox] }]
    steps:
      - launch: A
      - act: { send: { mail: Hello } }
      - wait: 9s
      - expect: { A: { values: { outbox: [Hello], sent: [] } } }
      - wait: 1s
      - expect: { A: { values: { outbox: [], sent: [Hello] } } }
    """

  private struct Order {
    let action: PlacedName
    /// nil calls it off.
    let time: Duration?
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
    let action = PlacedName(name: entry.key.name, range: entry.key.range)
    let value = entry.value
    if value.isNull { return Order(action: action, time: nil) }
    guard value.map != nil else {
      return Order(action: action, time: try time(value, of: action.name, in: source))
    }
    let map = try NodeMap(value, in: source, of: "`\(action.name)`")
    try map.checkKeys(known: fields.names)
    return Order(
      action: action, time: try time(try map.required("after"), of: "after", in: source),
      isOfApp: try map.optionalWord("in", of: homes) == homes[1])
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
    check.needsWindow(input)
    for entry in input.argument?.map ?? [] {
      check.action(entry.key.name, nil, at: entry.key.range)
    }
  }

  func run(in context: StepContext) throws(StepError) {
    let (window, scene) = try context.inside()
    guard let scene = scene as? ScenarioScene else {
      throw .refused(
        StepFailure(
          .noSuchAction, "`later` is about actions of a declared app",
          hint: "an app in Swift has timers of its own"), at: nil)
    }
    for order in orders {
      let (action, actions) = (order.action, context.declaration.actions)
      guard let declared = actions.first(where: { $0.name == action.name }) else {
        throw .refused(
          StepFailure(
            .noSuchAction, "the app offers no action `\(action.name)`",
            hint: SourceFile.choice(for: action.name, among: actions.map(\.name))),
          at: action.range)
      }
      if let field = declared.missing(in: nil) {
        throw .mistake(declared.lacks(field, in: nil, at: action.range, of: context.source))
      }
      let date = order.time.map { scene.scene.now + $0 / .seconds(1) }
      scene.memory.later[action.name] = order.isOfApp ? nil : date
      scene.app.later[action.name] = order.isOfApp ? date : nil
      if date == nil {
        context.writes.callOff(action.name, in: context.log.step)
      } else {
        context.writes.putOff(
          action.name,
          as: PutOff(
            action: action.name, window: window.name, device: context.simulation.name,
            step: context.log.step))
      }
    }
  }
}
