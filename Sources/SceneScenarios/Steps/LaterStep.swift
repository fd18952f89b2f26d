import FoundationEssentials
internal import SceneLifecycle
import SceneSimulator

/// Lets a window take actions of the app when some time has passed.
struct LaterStep: ScenarioStep {
  static let name = "later"
  static let syntax = "later: {send: 10s}"
  static let summary =
    "Lets the window take an action of the app when so much time has passed, or calls it off with "
    + "`~`: nothing of it outlives the window and the process."
  static let argument = Shape.named("an action", .either([.time, .nothing]))
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

  private let times: [(action: PlacedName, time: Duration?)]

  init(_ input: StepInput) throws(Diagnostic) {
    let node = try input.required()
    var times: [(action: PlacedName, time: Duration?)] = []
    for entry in try input.source.map(node, for: "`later`") {
      let action = PlacedName(name: entry.key.name, range: entry.key.range)
      let time = entry.value.isNull ? nil : try Self.time(entry, in: input.source)
      times.append((action, time))
    }
    if times.isEmpty { throw input.source.vacuous(node, "an empty `later`") }
    self.times = times
  }

  private static func time(
    _ entry: Entry, in source: SourceFile
  ) throws(Diagnostic) -> Duration {
    let time = try WaitStep.duration(entry.value, for: "`\(entry.key.name)`", in: source)
    if time > .zero { return time }
    throw source.contradiction(
      entry.value, "no time is not later", hint: "its steps can stand here themselves")
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
    for (action, time) in times {
      let actions = context.declaration.actions
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
      scene.memory.later[action.name] = time.map { scene.scene.now + $0 / .seconds(1) }
      let put = PutOff(
        action: action.name, window: window.name, device: context.simulation.name,
        step: context.log.step)
      context.writes.putOff(action.name, as: time == nil ? nil : put)
    }
  }
}
