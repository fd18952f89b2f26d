import SceneLifecycle
import SceneSimulator

struct DropStep: RunningAppStep {
  static let name = "drop"
  static let argument = Shape.either([.word(DropPlace.words(canHold: false)), .map(fields)])

  private static let fields = [
    Shape.Field("on", .window, "the window it is dropped on"),
    Shape.Field("edge", .word(DropPlace.words(canHold: false)), "the edge it is dropped at"),
    Shape.opens,
  ]

  private let place: DropPlace
  private let opens: PlacedName?

  init(_ input: StepInput) throws(Diagnostic) {
    let node = try input.required()
    guard node.map != nil else {
      place = try DropPlace(node, in: input.source, canHold: false)
      opens = nil
      return
    }
    let map = try input.map(Self.keys)
    opens = try map.optionalWindow("opens")
    if let window = try map.optionalWindow("on") {
      if let edge = map.entry("edge") {
        throw map.source.diagnostic(
          .contradiction, at: edge.key.range,
          "an item is dropped on a window or at an edge, not both")
      }
      place = .on(window)
    } else {
      place = try DropPlace(try map.required("edge"), in: map.source, canHold: false)
    }
    try place.checkOpens(opens, in: map.source)
  }

  static func check(_ input: StepInput, in check: StepCheck) {
    check.needsHeldItem(input)
    guard input.argument?.map != nil else {
      return DropPlace.check(input.argument, canHold: false, opens: nil, input, in: check)
    }
    guard let map = check.map(input, keys: keys) else { return }
    if let window = map.optional("on") {
      return DropPlace.onto(window, opens: map.optional("opens"), input, in: check)
    }
    DropPlace.check(
      map.optional("edge"), canHold: false, opens: map.optional("opens"), input, in: check)
  }

  func run(in context: StepContext) throws(StepError) {
    let held = try context.refusing(try context.simulation.checkHeld())
    let target = try place.target(in: context)
    context.course.drag = place.drag(
      from: held.source, opens: opens, item: held.activity.activityType)
    try context.refusing(opens: opens, try context.simulation.drop(on: target, opens: opens?.name))
  }
}
