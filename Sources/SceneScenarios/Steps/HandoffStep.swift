internal import SceneLifecycle
import SceneSimulator

struct HandoffStep: ScenarioStep {
  static let name = "handoff"
  static let argument = Shape.map(fields)

  private static let fields = [
    Shape.Field("from", .text("a device"), "the device it comes from", isRequired: true),
    Shape.Field("to", .text("a device"), "the device it goes to", isRequired: true),
    Shape.opens,
  ]

  private let from: PlacedName
  private let to: PlacedName
  private let opens: PlacedName?

  init(_ input: StepInput) throws(Diagnostic) {
    let map = try input.map(Self.keys)
    func device(_ key: String) throws(Diagnostic) -> PlacedName {
      try map.source.placed(try map.required(key), for: "the name of a device")
    }
    (from, to) = (try device("from"), try device("to"))
    opens = try map.optionalWindow("opens")
    if from.name == to.name {
      throw map.source.diagnostic(
        .contradiction, at: to.range, "a device hands nothing over to itself")
    }
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    guard let map = check.map(input, keys: keys, required: ["from", "to"])
    else { return }
    check.device(map.optional("from"))
    check.device(map.optional("to"))
    check.mayOpenOrBring(map.optional("opens"))
  }

  func run(in context: StepContext) throws(StepError) {
    let source = try context.device(from)
    let target = try context.device(to)
    // The app's steps run in the windows of the device that takes it.
    context.device = to.name
    try context.refusing(opens: opens) { () throws(StepFailure) in
      do throws(StepFailure) {
        _ = try source.handOff(to: target, opens: opens?.name)
      } catch  where error.code == .nothingAdvertised {
        throw StepFailure(
          error.code, error.message, hint: whereOffered(source, target) ?? error.hint)
      }
    }
  }

  /// What offers an activity while the front window of the device does not.
  private func whereOffered(_ source: Simulation, _ target: Simulation) -> String? {
    func offers(_ window: SimulatedWindow, _ device: Simulation) -> Bool {
      device.scene(window.name)?.advertisedActivity != nil
    }
    if let window = source.windows.first(where: { offers($0, source) }) {
      return "\(window.name) offers one, and is not in front: `activate: \(window.name)` before"
    }
    guard let front = target.front, offers(front, target) else { return nil }
    return "\(front.name) on \(target.name) offers one: `from: \(target.name), to: \(source.name)`"
  }
}
